// Variables of the instance: its name, how to reach its operator, who may register, and its texts.
import { z } from 'zod';
import type { Locale } from '../../kernel/names.ts';
import { reader } from './values.ts';

export const REGISTRATION_MODES = ['open', 'approval', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** What the environment says about the instance. Stored settings take precedence. */
export interface InstanceConfig {
  readonly name: string;
  readonly description: string | undefined;
  readonly locale: Locale;
  readonly logoUrl: string | undefined;
  readonly contact: string | undefined;
  readonly registration: RegistrationMode;
  /** Folder of Markdown files. Undefined: the texts that ship with the service. */
  readonly textsDirectory: string | undefined;
}

export const INSTANCE_NAME = 'Livehouse';

const isOneLine = (text: string): boolean => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
const oneLine = (most: number) =>
  z
    .string()
    .refine((text) => [...text].length <= most, `must have at most ${most} characters`)
    .refine(isOneLine, 'must be one line of text');

/** A name for titles, mails and pages. */
export const instanceNameSchema = oneLine(60).refine((name) => name.trim() !== '', 'must not be empty');
export const instanceDescriptionSchema = oneLine(300);
/** Stored contacts of earlier versions: any line. */
export const storedContactSchema = oneLine(200);
export const instanceContactSchema = storedContactSchema.refine(
  (contact) => contactAddress(contact) !== undefined,
  'must be an email address, or an address that begins with https:// or http://',
);
export const instanceLogoSchema = z
  .string()
  .max(2048)
  .refine(isLogoUrl, 'must be an https address, or a path of this instance that begins with one "/"');

/** Where a contact leads: a page or mail. Undefined for anything else, which is text and no link. */
export function contactAddress(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/i.test(contact)) {
    const url = URL.canParse(contact) ? new URL(contact) : undefined;
    return url?.username === '' && url.password === '' ? url.href : undefined;
  }
  // Without what would have a meaning in an address of another kind, or in that of mail.
  const mail = contact.replace(/^mailto:/i, '');
  return /^[^\s@:/\\?#&%<>"(),;]+@[^\s@:/\\?#&%<>"(),;]+$/.test(mail) ? `mailto:${mail}` : undefined;
}

function isLogoUrl(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';
}

export const readInstanceName = reader(instanceNameSchema.default(INSTANCE_NAME));
export const readInstanceDescription = reader(instanceDescriptionSchema.optional());
export const readInstanceContact = reader(instanceContactSchema.optional());
export const readInstanceLogo = reader(instanceLogoSchema.optional());
