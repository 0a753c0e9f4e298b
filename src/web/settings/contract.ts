// Routes of the settings. A form posts to the address of its page, which leads back with what was done or shows the page
// again with what was typed.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { again, fields, form, page, shown, showsOnce, text } from '../forms/routes.ts';
import { filesPages } from './files/contract.ts';
import { securityPages } from './security/contract.ts';
import { standingPages } from './standing/contract.ts';

const ownPages = defineContract({
  settingsPage: {
    ...page,
    path: '/settings',
    summary: 'The list of all settings',
    answers: shown,
    refusals: ['authentication_required'],
  },
  profileSettingsPage: {
    ...page,
    path: '/settings/profile',
    summary: 'The own profile',
    query: { done: text },
    answers: shown,
    refusals: ['authentication_required'],
  },
  profileForm: {
    ...form,
    path: '/settings/profile',
    summary: 'Changes the own profile',
    body: fields({ displayName: z.string(), handle: z.string(), bio: z.string(), version: z.coerce.number().int() }),
    answers: {
      303: { description: 'Changed; leads to the page' },
      409: again('the profile was changed elsewhere'),
      422: again('a field is refused'),
    },
    refusals: ['authentication_required'],
  },
  pictureForm: {
    ...form,
    path: '/settings/profile/picture/file',
    summary: 'Sends the own picture as it is, from a form without script',
    body: { kind: 'raw', mediaTypes: ['multipart/form-data'], description: 'The picture in the field `picture`' },
    answers: {
      303: { description: 'The picture is being prepared; leads to the page' },
      422: again('the picture does not fit'),
    },
    refusals: ['authentication_required', 'content_type_required', 'invalid_body'],
  },
  pictureRemoveForm: {
    ...form,
    path: '/settings/profile/picture',
    summary: 'Removes the own picture',
    answers: { 303: { description: 'Removed; leads to the page' } },
    refusals: ['authentication_required'],
  },
  displaySettingsPage: {
    ...page,
    path: '/settings/display',
    summary: 'Language and colours',
    query: { done: text },
    answers: shown,
    refusals: ['authentication_required'],
  },
  peopleSettingsPage: {
    ...page,
    path: '/settings/people',
    summary: 'Whom one blocks and mutes',
    query: { done: text, uid: text, blocks: text, mutes: text },
    answers: { ...shown, 303: { description: 'A cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  relationForm: {
    ...form,
    path: '/settings/people',
    summary: 'Blocks or mutes a person, or ends it',
    body: fields({
      uid: z.string().regex(/^[1-9]\d{0,14}$/),
      relation: z.enum(['block', 'mute']),
      active: z.enum(['true', 'false']),
    }),
    answers: { 303: { description: 'Done; leads to the page' } },
    refusals: ['authentication_required', 'user_not_found'],
  },
  tokensPage: {
    ...page,
    path: '/settings/tokens',
    summary: 'The own API tokens',
    query: { done: text },
    answers: shown,
    refusals: ['authentication_required'],
  },
  tokenForm: {
    ...form,
    path: '/settings/tokens',
    summary: 'Creates an API token and shows its secret',
    body: fields({
      name: z.string(),
      ...{ read: z.literal('on').optional(), community: z.literal('on').optional() },
      ...{ upload: z.literal('on').optional(), profile: z.literal('on').optional() },
      ...{ publish: z.literal('on').optional(), servers: z.string().optional() },
      expiry: z.enum(['', '30', '90', '365']),
      ...{ password: z.string().optional(), code: z.string().optional() },
    }),
    answers: {
      200: showsOnce('the secret, which is not shown again'),
      403: again('the reader must confirm who they are'),
      422: again('a field is refused'),
    },
    refusals: ['authentication_required'],
  },
  tokenRevokeForm: {
    ...form,
    path: '/settings/tokens/{id}/revocation',
    summary: 'Revokes an API token',
    params: { id: { schema: z.uuid().toLowerCase(), refusal: 'api_token_not_found' } },
    answers: { 303: { description: 'Revoked; leads to the page' } },
    refusals: ['authentication_required'],
  },
  dataPage: {
    ...page,
    path: '/settings/data',
    summary: 'Export and deletion of the account',
    answers: shown,
    refusals: ['authentication_required'],
  },
  exportForm: {
    ...form,
    path: '/settings/data/export',
    summary: 'Leads to the export, or to the confirmation that it needs',
    body: fields({}),
    answers: { 303: { description: 'Leads on' } },
    refusals: ['authentication_required'],
  },
  deletionForm: {
    ...form,
    path: '/settings/data/deletion',
    summary: 'Deletes the account',
    body: fields({ confirmation: z.string() }),
    answers: { 303: { description: 'Deleted; leads to the home page' }, 422: again('the confirmation is refused') },
    refusals: ['authentication_required'],
  },
  gameAccountsPage: {
    ...page,
    path: '/settings/game-accounts',
    summary: 'The own game accounts',
    query: { done: text },
    answers: shown,
    refusals: ['authentication_required'],
  },
  gameAccountForm: {
    ...form,
    path: '/settings/game-accounts',
    summary: 'Adds a game account',
    body: fields({
      ...{ provider: z.string(), region: z.string(), playerUid: z.string(), displayName: z.string() },
      public: z.literal('on').optional(),
    }),
    answers: { 303: { description: 'Added; leads to the page' }, 422: again('a field is refused') },
    refusals: ['authentication_required'],
  },
  gameAccountRemoveForm: {
    ...form,
    path: '/settings/game-accounts/{id}/removal',
    summary: 'Removes a game account',
    params: { id: { schema: z.uuid().toLowerCase(), refusal: 'game_account_not_found' } },
    answers: { 303: { description: 'Removed; leads to the page' } },
    refusals: ['authentication_required'],
  },
});

export const settingsPages = { ...ownPages, ...securityPages, ...standingPages, ...filesPages };
