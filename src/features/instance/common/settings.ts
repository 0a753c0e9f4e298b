// The settings of an instance: what an administrator stored takes precedence over the environment, and the environment over
// the defaults. Pure.
import { z } from 'zod';
import { COLOUR } from '../../../kernel/colours.ts';
import { fillName } from '../../../kernel/fill-name.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REASON_CODES, type ReasonCode } from '../../../kernel/reason-code.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import {
  type InstanceConfig,
  instanceDescriptionSchema,
  instanceLogoSchema,
  instanceNameSchema,
  REGISTRATION_MODES,
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

/** A value for each text. */
export const eachText = <T>(of: (name: TextName) => T): Readonly<Record<TextName, T>> => ({
  about: of('about'),
  rules: of('rules'),
  privacy: of('privacy'),
  notice: of('notice'),
});

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

/** Places of the menu and parts of the home page, in their default order. */
export const MENU_PLACES = ['catalog', 'community', 'play'] as const;
export const HOME_PARTS = ['now', 'new', 'posts', 'people'] as const;

/** Characters of the sentence of the home page in one language. */
export const HERO_CHARACTERS_MAX = 300;
const heroTexts = z.partialRecord(
  z.enum(LOCALES),
  z
    .string()
    .trim()
    .max(HERO_CHARACTERS_MAX)
    .refine((text) => isWellFormed(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)),
);

const listOf = <const N extends readonly [string, ...string[]]>(names: N) =>
  z
    .array(z.enum(names))
    .max(names.length)
    .refine((list) => new Set(list).size === list.length);

/** An uploaded picture is stored by its route, which names it here. It can be removed, not set. */
const uploaded = z.string().max(200);

/** How pages look, as answers show it. */
export const lookFields = {
  accent: z.string().nullable().describe('A colour such as `#9a2350`; null: that of the software'),
  faviconUrl: z.string().nullable().describe('Path of the uploaded icon'),
  heroUrl: z.string().nullable().describe('Path of the uploaded picture of the home page'),
  heroText: heroTexts.describe('The sentence of the home page by language; empty: the description'),
  menu: z.array(z.enum(MENU_PLACES)).describe('Places of the menu, in order'),
  home: z.array(z.enum(HOME_PARTS)).describe('Parts of the home page, in order'),
} as const;

/** The settings that are no texts, as answers show them. */
export const settingsFields = {
  name: z.string(),
  description: z.string().nullable(),
  locale: z.enum(LOCALES),
  logoUrl: z.string().nullable(),
  contact: z.string().nullable(),
  registration: z.enum(REGISTRATION_MODES),
} as const satisfies { readonly [Name in PlainName]: z.ZodType };

export type InstanceFacts = Readonly<z.output<z.ZodObject<typeof settingsFields>>> & {
  readonly [Name in TextName]: LocalizedMarkdown;
} & { readonly reasons: ReasonOverrides } & Readonly<z.output<z.ZodObject<typeof lookFields>>>;

/** Stored settings. An absent one follows the environment; `null` means none, whatever the environment says. */
export const storedSettingsSchema = z.object({
  name: instanceNameSchema.optional(),
  description: instanceDescriptionSchema.nullish(),
  locale: z.enum(LOCALES).optional(),
  logoUrl: instanceLogoSchema.nullish(),
  contact: storedContactSchema.nullish(),
  registration: z.enum(REGISTRATION_MODES).optional(),
  ...eachText(() => markdownTexts.optional()),
  reasons: reasonTexts.optional(),
  accent: z.string().regex(COLOUR).nullish(),
  faviconUrl: uploaded.nullish(),
  heroUrl: uploaded.nullish(),
  heroText: heroTexts.optional(),
  menu: listOf(MENU_PLACES).optional(),
  home: listOf(HOME_PARTS).optional(),
});
export type StoredSettings = z.infer<typeof storedSettingsSchema>;
export type SettingName = keyof StoredSettings;
/** A setting of one value, which is no text in several languages. */
type PlainName = Exclude<SettingName, TextName | 'reasons' | LookName>;
export type LookName = keyof typeof lookFields;
export const isPlain = (name: SettingName): name is PlainName => name in settingsFields;
export const SETTING_NAMES = z.keyof(storedSettingsSchema).options;

/** The variable that a setting follows until it is changed; undefined: none. */
export const FOLLOWED: Readonly<Record<SettingName, string | undefined>> = {
  name: 'INSTANCE_NAME',
  description: 'INSTANCE_DESCRIPTION',
  locale: 'INSTANCE_LOCALE',
  logoUrl: 'INSTANCE_LOGO_URL',
  contact: 'INSTANCE_CONTACT',
  registration: 'INSTANCE_REGISTRATION',
  ...eachText(() => 'INSTANCE_TEXTS'),
  reasons: undefined,
  accent: undefined,
  faviconUrl: undefined,
  heroUrl: undefined,
  heroText: undefined,
  menu: undefined,
  home: undefined,
};

/** How a value that does not fit is refused; the rest as `invalid_body`. */
export const SETTING_REFUSALS = {
  name: 'invalid_instance_name',
  description: 'invalid_instance_description',
  contact: 'invalid_instance_contact',
  logoUrl: 'invalid_instance_logo',
  ...eachText(() => 'invalid_instance_text' as const),
  reasons: 'invalid_reason_text',
  accent: 'invalid_accent',
  heroText: 'invalid_hero_text',
} as const satisfies {
  readonly [Name in Exclude<
    SettingName,
    'locale' | 'registration' | Exclude<LookName, 'accent' | 'heroText'>
  >]: RefusalCode;
};

/** The texts as they are edited, with `{name}` in them. */
export const rawTexts = (stored: StoredSettings, files: InstanceTexts, defaults: InstanceTexts) =>
  eachText((name): LocalizedMarkdown => stored[name] ?? files[name] ?? defaults[name] ?? {});

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
  return {
    name,
    description: chosen(stored.description, environment.description),
    locale: stored.locale ?? environment.locale,
    logoUrl: chosen(stored.logoUrl, environment.logoUrl),
    contact: chosen(stored.contact, environment.contact),
    registration: stored.registration ?? environment.registration,
    ...eachText((key) => named(raw[key], name)),
    reasons: stored.reasons ?? {},
    accent: stored.accent ?? null,
    faviconUrl: stored.faviconUrl ?? null,
    heroUrl: stored.heroUrl ?? null,
    heroText: stored.heroText ?? {},
    menu: stored.menu ?? [...MENU_PLACES],
    home: stored.home ?? [...HOME_PARTS],
  };
}

function named(texts: LocalizedMarkdown, name: string): LocalizedMarkdown {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, markdownText]) =>
      markdownText === undefined || markdownText.trim() === '' ? [] : [[locale, fillName(markdownText, name)]],
    ),
  );
}
