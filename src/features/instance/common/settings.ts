// The settings of an instance: what an administrator stored takes precedence over the environment, and the environment over
// the defaults. Pure.
import { z } from 'zod';
import { fillName } from '../../../kernel/fill-name.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REASON_CODES, type ReasonCode } from '../../../kernel/reason-code.ts';
import {
  type InstanceConfig,
  instanceDescriptionSchema,
  instanceLogoSchema,
  instanceNameSchema,
  REGISTRATION_MODES,
  type RegistrationMode,
  storedContactSchema,
} from '../../../platform/config/instance.ts';

/** Markdown by language. A text that is set replaces the default in all languages. */
type LocalizedMarkdown = { readonly [Name in Locale]?: string };

export const TEXT_NAMES = ['about', 'rules', 'privacy', 'notice'] as const;
type TextName = (typeof TEXT_NAMES)[number];
/** What reason codes say, where it differs from the texts that ship with the service. */
export type ReasonOverrides = { readonly [Code in ReasonCode]?: LocalizedMarkdown };
export type InstanceTexts = { readonly [Name in TextName]?: LocalizedMarkdown | undefined };

/** Characters of one text in one language. */
export const TEXT_CHARACTERS_MAX = 50_000;

export interface InstanceFacts {
  readonly name: string;
  readonly description: string | null;
  readonly locale: Locale;
  readonly logoUrl: string | null;
  readonly contact: string | null;
  readonly registration: RegistrationMode;
  readonly about: LocalizedMarkdown;
  readonly rules: LocalizedMarkdown;
  readonly privacy: LocalizedMarkdown;
  readonly notice: LocalizedMarkdown;
  readonly reasons: ReasonOverrides;
}

/** Characters of what a reason code says. */
export const REASON_CHARACTERS_MAX = 200;

const isWellFormed = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
export const markdownTexts = z.partialRecord(z.enum(LOCALES), z.string().max(TEXT_CHARACTERS_MAX).refine(isWellFormed));
export const reasonTexts = z.partialRecord(
  z.enum(REASON_CODES),
  z.partialRecord(
    z.enum(LOCALES),
    z
      .string()
      .trim()
      .max(REASON_CHARACTERS_MAX)
      .refine((text) => isWellFormed(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)),
  ),
);

/** The settings that are no texts, as answers show them. */
export const settingsFields = {
  name: z.string(),
  description: z.string().nullable(),
  locale: z.enum(LOCALES),
  logoUrl: z.string().nullable(),
  contact: z.string().nullable(),
  registration: z.enum(REGISTRATION_MODES),
} as const;

/** Stored settings. An absent one follows the environment; `null` means none, whatever the environment says. */
export const storedSettingsSchema = z.object({
  name: instanceNameSchema.optional(),
  description: instanceDescriptionSchema.nullish(),
  locale: z.enum(LOCALES).optional(),
  logoUrl: instanceLogoSchema.nullish(),
  contact: storedContactSchema.nullish(),
  registration: z.enum(REGISTRATION_MODES).optional(),
  about: markdownTexts.optional(),
  rules: markdownTexts.optional(),
  privacy: markdownTexts.optional(),
  notice: markdownTexts.optional(),
  reasons: reasonTexts.optional(),
});
export type StoredSettings = z.infer<typeof storedSettingsSchema>;

/** The texts as they are edited, with `{name}` in them. */
export const rawTexts = (stored: StoredSettings, files: InstanceTexts, defaults: InstanceTexts) => ({
  about: stored.about ?? files.about ?? defaults.about ?? {},
  rules: stored.rules ?? files.rules ?? defaults.rules ?? {},
  privacy: stored.privacy ?? files.privacy ?? defaults.privacy ?? {},
  notice: stored.notice ?? files.notice ?? defaults.notice ?? {},
});

/** The settings that count. `{name}` in a text stands for the name of the instance. */
export function resolveSettings(
  stored: StoredSettings,
  environment: InstanceConfig,
  files: InstanceTexts,
  defaults: InstanceTexts,
): InstanceFacts {
  const name = stored.name ?? environment.name;
  const chosen = <T>(value: T | null | undefined, fallback: T | undefined): T | null =>
    value === undefined ? (fallback ?? null) : value;
  const raw = rawTexts(stored, files, defaults);
  const text = (key: TextName): LocalizedMarkdown => named(raw[key], name);
  return {
    name,
    description: chosen(stored.description, environment.description),
    locale: stored.locale ?? environment.locale,
    logoUrl: chosen(stored.logoUrl, environment.logoUrl),
    contact: chosen(stored.contact, environment.contact),
    registration: stored.registration ?? environment.registration,
    about: text('about'),
    rules: text('rules'),
    privacy: text('privacy'),
    notice: text('notice'),
    reasons: stored.reasons ?? {},
  };
}

function named(texts: LocalizedMarkdown, name: string): LocalizedMarkdown {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, markdownText]) =>
      markdownText === undefined || markdownText.trim() === '' ? [] : [[locale, fillName(markdownText, name)]],
    ),
  );
}
