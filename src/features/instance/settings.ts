// The settings of an instance: what an administrator stored beats the environment, which beats the defaults. Pure.
import { z } from 'zod';
import { LOCALES, type Locale } from '../../kernel/names.ts';
import {
  type InstanceConfig,
  instanceContactSchema,
  instanceDescriptionSchema,
  instanceLogoSchema,
  instanceNameSchema,
  REGISTRATION_MODES,
  type RegistrationMode,
} from '../../platform/config/instance.ts';

/** Markdown by language. A text that is set replaces the default in all languages. */
type LocalizedMarkdown = { readonly [Name in Locale]?: string | undefined };

export const TEXT_NAMES = ['about', 'rules', 'privacy', 'notice'] as const;
type TextName = (typeof TEXT_NAMES)[number];
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
}

const markdown = z.partialRecord(z.enum(LOCALES), z.string().max(TEXT_CHARACTERS_MAX));

/** What is stored: any part of it. Null says that there is none, whatever the environment says. */
export const storedSettingsSchema = z.object({
  name: instanceNameSchema.optional(),
  description: instanceDescriptionSchema.nullish(),
  locale: z.enum(LOCALES).optional(),
  logoUrl: instanceLogoSchema.nullish(),
  contact: instanceContactSchema.nullish(),
  registration: z.enum(REGISTRATION_MODES).optional(),
  about: markdown.optional(),
  rules: markdown.optional(),
  privacy: markdown.optional(),
  notice: markdown.optional(),
});
export type StoredSettings = z.infer<typeof storedSettingsSchema>;

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
  const text = (key: TextName): LocalizedMarkdown => named(stored[key] ?? files[key] ?? defaults[key] ?? {}, name);
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
  };
}

/** Markdown gives no meaning to a backslash-escaped character, so a name cannot become markup. */
function named(texts: LocalizedMarkdown, name: string): LocalizedMarkdown {
  const escaped = name.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&');
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, markdownText]) =>
      markdownText === undefined || markdownText.trim() === ''
        ? []
        : [[locale, markdownText.replaceAll('{name}', () => escaped)]],
    ),
  );
}
