import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, jsonBody, ok } from '../../../http/routing/declarations.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { instanceContactSchema } from '../../../platform/config/instance.ts';
import { PICTURE_REFUSALS } from '../../accounts/profile/contract.ts';
import {
  eachText,
  lookFields,
  markdownTexts,
  reasonTexts,
  SETTING_NAMES,
  SETTING_REFUSALS,
  settingsFields,
  storedSettingsSchema,
} from '../common/settings.ts';

/** Four texts of five languages with the most characters that they may have, escaped. */
const BODY_BYTES = 8 * 1024 * 1024;

const versionField = z.int().min(1).max(VERSION_MAX);

const settingsView = z.object({
  version: versionField.describe('Changes with every change'),
  settings: z
    .object({
      ...settingsFields,
      ...eachText(() => markdownTexts),
      reasons: reasonTexts,
      ...lookFields,
    })
    .describe('What counts. Texts are as they are edited: `{name}` in them stands for the name of the instance'),
  stored: z.array(z.enum(SETTING_NAMES)).describe('Settings that were changed here; the others follow the environment'),
  environment: z
    .array(
      z.object({
        name: z.string(),
        meaning: z.string().describe('In English, as Markdown'),
        fallback: z.string().describe('What counts when it is not set, in English, as Markdown'),
        isSet: z.boolean(),
        isSecret: z.boolean(),
        value: z
          .string()
          .nullable()
          .describe('Null when it is not set, and for secrets. User and password of an address are left out'),
        hiddenBy: z.array(z.enum(SETTING_NAMES)).describe('Stored settings that count instead of it'),
      }),
    )
    .describe('Variables of the environment, which are changed there'),
});

/** Of a picture that is uploaded. */
const pictureVersion = {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .refine((value) => value <= VERSION_MAX),
  refusal: 'invalid_query',
  wire: integer(1, VERSION_MAX),
  description: 'Version of the settings; without it the picture is replaced whatever the version is',
} as const;

const pictureUpload = {
  ...administratorRoute,
  method: 'PUT',
  limit: 'avatar',
  query: { version: pictureVersion },
  body: { kind: 'raw', mediaTypes: ['image/jpeg', 'image/png', 'image/webp'], description: 'The picture' },
  answers: ok('The settings after the change', settingsView),
  refusals: [
    'unsupported_picture',
    'invalid_picture_size',
    'content_length_required',
    ...PICTURE_REFUSALS,
    'version_conflict',
  ],
} as const;

export const settingsContract = defineContract({
  adminSettingsRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/settings',
    summary: 'The settings of the instance, and those of the environment',
    answers: ok('The settings', settingsView),
  },
  adminSettingsPatch: {
    ...administratorRoute,
    method: 'PATCH',
    path: '/api/v1/admin/settings',
    summary: 'Change settings of the instance',
    description:
      'An absent field stays as it is. `null` for `description`, `logoUrl` or `contact` says that there is none, whatever the environment says. A text replaces its default in all languages; `reasons` replaces what all reason codes say, and a code or language that is left out says the default. `reset` names settings that follow the environment again. With another `version` than the current one: 409.',
    limit: 'write',
    body: {
      ...jsonBody(
        z.strictObject({
          version: versionField,
          ...storedSettingsSchema.shape,
          faviconUrl: z.null().optional(),
          heroUrl: z.null().optional(),
          contact: instanceContactSchema.nullish(),
          reset: z.array(z.enum(SETTING_NAMES)).max(SETTING_NAMES.length).optional(),
        }),
        BODY_BYTES,
        'invalid_body',
      ),
      fields: SETTING_REFUSALS,
    },
    answers: ok('The settings after the change', settingsView),
    refusals: ['version_conflict'],
  },
  adminLogoWrite: {
    ...administratorRoute,
    method: 'PUT',
    path: '/api/v1/admin/settings/logo',
    summary: 'Upload the logo of the instance',
    description:
      'A JPEG, PNG or WebP picture of at most 2 MiB. It is re-encoded as WebP within 256 × 256, and replaces `logoUrl`. It is removed by changing or resetting `logoUrl`.',
    limit: 'avatar',
    query: { version: pictureVersion },
    body: { kind: 'raw', mediaTypes: ['image/jpeg', 'image/png', 'image/webp'], description: 'The picture' },
    answers: ok('The settings after the change', settingsView),
    refusals: [
      'unsupported_logo',
      'invalid_logo_size',
      'content_length_required',
      ...PICTURE_REFUSALS,
      'version_conflict',
    ],
  },
  adminFaviconWrite: {
    ...pictureUpload,
    path: '/api/v1/admin/settings/favicon',
    summary: 'Upload the icon that browsers show',
    description:
      'A JPEG, PNG or WebP picture of at most 2 MiB. It is re-encoded as PNG within 192 × 192. It is removed by `"faviconUrl": null`.',
  },
  adminHeroWrite: {
    ...pictureUpload,
    path: '/api/v1/admin/settings/hero',
    summary: 'Upload the picture of the home page',
    description:
      'A JPEG, PNG or WebP picture of at most 8 MiB. It is re-encoded as WebP within 1920 × 1080. It is removed by `"heroUrl": null`.',
  },
  adminMailTest: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/mail/test',
    summary: 'Mail a test to your own address',
    description: 'Without a mail server the mail is written to the outbox folder.',
    limit: 'mail',
    body: { ...jsonBody(z.strictObject({}), 64, 'invalid_body'), optional: true },
    answers: ok('The mail was accepted', {
      isDelivered: z.boolean().describe('False: it was written to the outbox folder'),
    }),
    refusals: ['mail_not_sent'],
  },
});
