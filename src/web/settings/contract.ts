// Routes of the settings. A form posts to the address of its page, which redirects back with what was done or shows the page
// again with what was typed.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import {
  again,
  box,
  fields,
  id,
  listed,
  ownForm,
  ownPage,
  redirects,
  showsOnce,
  submits,
  text,
  uid,
} from '../forms/routes.ts';
import { aboutPages } from './about/contract.ts';
import { draftsPages } from './drafts/contract.ts';
import { filesPages } from './files/contract.ts';
import { notificationSettingsPages } from './notifications/contract.ts';
import { securityPages } from './security/contract.ts';
import { standingPages } from './standing/contract.ts';

const ownPages = defineContract({
  settingsPage: {
    ...ownPage,
    path: '/settings',
    summary: 'The list of all settings',
  },
  profileSettingsPage: {
    ...ownPage,
    path: '/settings/profile',
    summary: 'The own profile',
    query: { done: text },
  },
  profileForm: {
    ...ownForm,
    path: '/settings/profile',
    summary: 'Changes the own profile',
    body: fields({ displayName: z.string(), handle: z.string(), bio: z.string(), version: z.coerce.number().int() }),
    answers: submits('Changed; redirects to the page', {
      409: 'the profile was changed elsewhere',
      422: 'a field is refused',
    }),
  },
  pictureForm: {
    ...ownForm,
    path: '/settings/profile/picture/file',
    summary: 'Sends the own picture as it is, from a form without script',
    body: { kind: 'raw', mediaTypes: ['multipart/form-data'], description: 'The picture in the field `picture`' },
    answers: submits('The picture is being prepared; redirects to the page', { 422: 'the picture does not fit' }),
    refusals: ['content_type_required', 'invalid_body'],
  },
  pictureRemoveForm: {
    ...ownForm,
    path: '/settings/profile/picture',
    summary: 'Removes the own picture',
    answers: redirects('Removed; redirects to the page'),
  },
  displaySettingsPage: {
    ...ownPage,
    path: '/settings/display',
    summary: 'Language and colours',
    query: { done: text },
  },
  peopleSettingsPage: {
    ...ownPage,
    path: '/settings/people',
    summary: 'Whom one blocks and mutes',
    query: { done: text, uid: text, blocks: text, mutes: text },
    answers: listed,
  },
  relationForm: {
    ...ownForm,
    path: '/settings/people',
    summary: 'Blocks or mutes a person, or ends it',
    body: fields({
      uid,
      relation: z.enum(['block', 'mute']),
      active: z.enum(['true', 'false']),
    }),
    answers: redirects('Done; redirects to the page'),
    refusals: ['user_not_found'],
  },
  tokensPage: {
    ...ownPage,
    path: '/settings/tokens',
    summary: 'The own API tokens',
    query: { done: text },
  },
  tokenForm: {
    ...ownForm,
    path: '/settings/tokens',
    summary: 'Creates an API token and shows its secret',
    body: fields({
      name: z.string(),
      read: box,
      community: box,
      upload: box,
      profile: box,
      publish: box,
      releases: box,
      webhooks: box,
      servers: z.string().optional(),
      expiry: z.enum(['', '30', '90', '365']),
      password: z.string().optional(),
      code: z.string().optional(),
    }),
    answers: {
      200: showsOnce('the secret, which is not shown again'),
      403: again('the reader must confirm who they are'),
      422: again('a field is refused'),
    },
  },
  tokenRevokeForm: {
    ...ownForm,
    path: '/settings/tokens/{id}/revocation',
    summary: 'Revokes an API token',
    params: { id: id('api_token_not_found') },
    answers: redirects('Revoked; redirects to the page'),
  },
  dataPage: {
    ...ownPage,
    path: '/settings/data',
    summary: 'Export and deletion of the account',
  },
  exportForm: {
    ...ownForm,
    path: '/settings/data/export',
    summary: 'Redirects to the export, or to the confirmation that it needs',
    body: fields({}),
    answers: redirects('Redirects'),
  },
  deletionForm: {
    ...ownForm,
    path: '/settings/data/deletion',
    summary: 'Deletes the account',
    body: fields({ confirmation: z.string() }),
    answers: submits('Deleted; redirects to the home page', { 422: 'the confirmation is refused' }),
  },
  gameAccountsPage: {
    ...ownPage,
    path: '/settings/game-accounts',
    summary: 'The own game accounts',
    query: { done: text },
  },
  gameAccountForm: {
    ...ownForm,
    path: '/settings/game-accounts',
    summary: 'Adds a game account',
    body: fields({
      provider: z.string(),
      region: z.string(),
      playerUid: z.string(),
      displayName: z.string(),
      public: box,
    }),
    answers: submits('Added; redirects to the page', { 422: 'a field is refused' }),
  },
  gameAccountRemoveForm: {
    ...ownForm,
    path: '/settings/game-accounts/{id}/removal',
    summary: 'Removes a game account',
    params: { id: id('game_account_not_found') },
    answers: redirects('Removed; redirects to the page'),
  },
});

export const settingsPages = {
  ...ownPages,
  ...aboutPages,
  ...securityPages,
  ...standingPages,
  ...filesPages,
  ...draftsPages,
  ...notificationSettingsPages,
};
