// Routes of the own account: profile, preferences, avatar, deletion. The types of fields are checked here, their values
// by the modules that own them. Other data is in ../belongings/contract.ts.
import { z } from 'zod';
import { ROLES } from '../../../http/gates/guard.ts';
import { defineContract, type JsonBody, type Wire } from '../../../http/routing/contract.ts';
import { milliseconds, ok } from '../../../http/routing/declarations.ts';
import { isRecord } from '../../../kernel/is-object.ts';
import { LOCALES, VERSION_MAX } from '../../../kernel/names.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { PICTURE_TYPES } from '../../../platform/media/image-inspection.ts';

const SECTION = 'Registry, release, account';

const api = { dialect: 'api', cors: 'tokens', section: SECTION } as const;

/** Body size limits in bytes (reference sheet, 1.4). */
const PROFILE_BODY_BYTES = 2048;
const PREFERENCES_BODY_BYTES = 262_144;
export const AVATAR_BYTES_MAX = 2 * 1024 * 1024;

const verdict = z.enum(['allow', 'pending', 'review', 'rejected']);

const profileView = z
  .object({
    accountName: z.string(),
    avatarSeed: z.string().describe('16 hex digits for a placeholder picture; stable, and not an id'),
    avatarUrl: z.string().nullable(),
    bio: z.string().nullable().describe('Markdown source'),
    candidateDisplayName: z.string().nullable().describe('A name that is pending or was rejected'),
    displayName: z.string(),
    displayNameRevision: z.int(),
    displayNameStatus: verdict,
    handle: z.string().nullable(),
    profileStatus: z.enum(['active', 'suspended', 'deleted']),
    publicUid: z.int(),
    role: z.enum(ROLES),
    version: z.int(),
  })
  .meta({ id: 'AccountProfile' });
/** The profile as its owner reads it (reference sheet, 4.5). */
export type ProfileView = Wire<z.output<typeof profileView>>;
const profileAnswer = z.object({ profile: profileView }).meta({ id: 'ProfileAnswer' });

const preferencesView = z.object({
  locale: z.enum(LOCALES).nullable(),
  releaseServer: z.string().nullable(),
  settings: z.record(z.string(), z.json()).nullable(),
  version: z.int(),
  updatedAt: milliseconds,
});
export type PreferencesView = Wire<z.output<typeof preferencesView>>;
const preferencesAnswer = z.object({ preferences: preferencesView.nullable() }).meta({ id: 'PreferencesAnswer' });

const avatarAnswer = z.object({ avatar: z.object({ status: z.literal('pending') }) });

const profileBody = {
  kind: 'json',
  schema: z
    .strictObject({
      displayName: z.string().optional().describe('1 to 80 visible characters'),
      handle: z.string().nullable().optional().describe('3 to 32 of a–z, 0–9, _ and -; null clears'),
      bio: z.string().nullable().optional().describe('At most 500 characters of Markdown; null clears'),
      version: z.int().min(1).max(VERSION_MAX).optional().describe('Of the profile that was read'),
    })
    .meta({ required: ['version'] })
    .refine(({ displayName, handle, bio }) => [displayName, handle, bio].some((field) => field !== undefined)),
  capBytes: PROFILE_BODY_BYTES,
  invalid: 'invalid_profile',
  fields: {
    version: 'invalid_version',
    displayName: 'invalid_display_name',
    handle: 'invalid_handle',
    bio: 'invalid_bio',
  },
} as const satisfies JsonBody;

const preferencesBody = {
  kind: 'json',
  schema: z.object({
    locale: z.enum(LOCALES).nullable().optional(),
    releaseServer: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,31}$/i)
      .nullable()
      .optional(),
    // Kept unchanged: a schema that rebuilds the object would lose keys such as `__proto__`.
    settings: z
      .custom<Record<string, unknown>>(isRecord)
      .meta({ type: 'object', additionalProperties: true })
      .nullable()
      .optional()
      .describe('Any object of at most 16,384 bytes as JSON'),
  }),
  capBytes: PREFERENCES_BODY_BYTES,
  invalid: 'invalid_body',
  fields: { locale: 'invalid_locale', releaseServer: 'invalid_release_server', settings: 'invalid_settings' },
} as const satisfies JsonBody;

/** What a picture may be refused for before it is decoded. */
export const PICTURE_REFUSALS = [
  'forbidden_container',
  'invalid_jpeg_container',
  'invalid_png_container',
  'invalid_webp_container',
  'invalid_image_dimensions',
  'image_dimensions_exceeded',
  'animated_images_not_allowed',
] as const satisfies readonly RefusalCode[];

export const profileContract = defineContract({
  preferencesRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/me/preferences',
    summary: 'Your preferences; null before the first write',
    access: 'session',
    answers: ok('The preferences', preferencesAnswer),
  },
  preferencesWrite: {
    ...api,
    method: 'PUT',
    path: '/api/v1/me/preferences',
    summary: 'Change preferences; omitted fields stay, null clears',
    description: 'Every write increments `version`.',
    access: 'preferences',
    limit: 'preference',
    body: preferencesBody,
    answers: ok('The preferences', preferencesAnswer),
    refusals: ['settings_too_large'],
  },
  profileRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/account/profile',
    summary: 'Your profile',
    access: 'session',
    answers: ok('The profile', profileAnswer),
  },
  profilePatch: {
    ...api,
    method: 'PATCH',
    path: '/api/v1/account/profile',
    summary: 'Change display name, handle and bio',
    description:
      'Send what changes. With `version` the change is made only on that version of the profile. A display name that a ' +
      'person or classifier must judge is kept as `candidateDisplayName` while the old one stays public (202). A handle that is ' +
      'taken, and a handle or display name that poses as staff or as the service, is 409 `handle_unavailable`.',
    access: 'profile',
    limit: 'profile',
    body: profileBody,
    answers: {
      200: { description: 'The changed profile', schema: profileAnswer },
      202: { description: 'The changed profile, whose new display name waits for a verdict', schema: profileAnswer },
    },
    refusals: ['unsafe_bio', 'profile_conflict', 'handle_unavailable'],
  },
  profileDelete: {
    ...api,
    method: 'DELETE',
    path: '/api/v1/account/profile',
    summary: 'Delete the account permanently',
    description:
      'Sessions and tokens end at once, content and files are removed, and our cookies are expired. The address can be ' +
      'used again after the grace period of this service. Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).',
    access: 'account-keys-confirmed',
    limit: 'profile',
    body: {
      kind: 'json',
      schema: z.object({ confirmation: z.string().describe('The email address of the account') }),
      capBytes: PROFILE_BODY_BYTES,
      invalid: 'invalid_body',
      fields: { confirmation: 'invalid_confirmation' },
    },
    answers: { 204: { description: 'The account is deleted' } },
    refusals: ['last_administrator_required'],
  },
  avatarWrite: {
    ...api,
    method: 'PUT',
    path: '/api/v1/account/avatar',
    summary: 'Upload an avatar',
    description:
      'At most 2 MiB, 4096 pixels a side and 16 million in all, not animated. Its structure is looked at here; it is ' +
      'decoded, re-encoded without metadata and judged afterwards. The avatar of before stays until then.',
    access: 'avatar',
    limit: 'avatar',
    body: { kind: 'raw', mediaTypes: PICTURE_TYPES, description: 'The picture' },
    answers: { 202: { description: 'The picture is being prepared', schema: avatarAnswer } },
    refusals: [
      'unsupported_avatar',
      'content_length_required',
      'invalid_avatar_size',
      ...PICTURE_REFUSALS,
      'storage_unavailable',
    ],
  },
  avatarDelete: {
    ...api,
    method: 'DELETE',
    path: '/api/v1/account/avatar',
    summary: 'Remove the avatar, including a pending one',
    access: 'avatar',
    limit: 'profile',
    answers: { 204: { description: 'Removed' } },
  },
  avatarRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/account/avatar/{userId}',
    cors: 'none',
    summary: 'An avatar, by the opaque id in the URL that profiles contain',
    params: { userId: { schema: z.string().regex(/^[A-Za-z0-9_-]{22}$/), refusal: 'avatar_not_found' } },
    answers: {
      200: { description: 'The picture', mediaType: 'image/webp' },
      304: { description: 'Not modified' },
    },
    readsDatabase: true,
    refusals: ['object_corrupt', 'storage_unavailable'],
  },
});
