// Words of the settings, and of their islands.

import type { Locale } from '../../kernel/names.ts';
import { FAULTS } from './community.ts';
import { COMPOSER_MESSAGES } from './compose.ts';
import { DECISION_TEXTS, REASON_TEXTS } from './decisions.ts';
import avatarUploadEn from './en/settings/avatar-upload.json';
import dataEn from './en/settings/data.json';
import displayEn from './en/settings/display.json';
import draftsEn from './en/settings/drafts.json';
import filesEn from './en/settings/files.json';
import frameEn from './en/settings/frame.json';
import gameAccountsEn from './en/settings/game-accounts.json';
import keysSwitchEn from './en/settings/keys-switch.json';
import notificationsEn from './en/settings/notifications.json';
import passkeyAddEn from './en/settings/passkey-add.json';
import peopleEn from './en/settings/people.json';
import profileEn from './en/settings/profile.json';
import profileAboutEn from './en/settings/profile-about.json';
import providersEn from './en/settings/providers.json';
import secondFactorEn from './en/settings/second-factor.json';
import securityEn from './en/settings/security.json';
import standingEn from './en/settings/standing.json';
import tokensEn from './en/settings/tokens.json';
import { plainText } from './say.ts';
import { joinMessages, messagesOf, pickMessages } from './tables.ts';

export const SETTINGS_MESSAGES = messagesOf('settings/frame', frameEn, {
  tokens: 'apiTokens',
  ownTags: 'tags',
  files: 'files',
  notifications: 'notifications',
  undo: 'undo',
  save: 'save',
  moderation: 'moderation',
  administration: 'administration',
  faults: 'checkFields',
  bookmarks: 'bookmarks',
  gameAccounts: 'gameAccounts',
  older: 'older',
  lists: 'lists',
});
export const PROFILE_SETTINGS_MESSAGES = messagesOf('settings/profile', profileEn, { invalidName: 'nameLength80' });
export const PROFILE_ABOUT_MESSAGES = messagesOf('settings/profile-about', profileAboutEn, {
  links: 'kindPersonLinks',
});
export const SECURITY_MESSAGES = messagesOf('settings/security', securityEn, {
  password: 'password',
  app: 'authenticatorApp',
  passkeys: 'passkeys',
  passkeyName: 'passkeyName',
  confirm: 'confirm',
});
export const APP_SETTINGS_MESSAGES = messagesOf('settings/second-factor', secondFactorEn, {
  title: 'authenticatorApp',
});
export const PROVIDER_MESSAGES = messagesOf('settings/providers', providersEn);
export const TOKEN_SETTINGS_MESSAGES = messagesOf('settings/tokens', tokensEn, {
  name: 'name',
  password: 'password',
  invalidName: 'nameLength80',
});
export const FILE_SETTINGS_MESSAGES = messagesOf('settings/files', filesEn, {
  remove: 'delete',
  removeOf: 'deleteOf',
});
export const DRAFT_SETTINGS_MESSAGES = joinMessages(
  pickMessages(COMPOSER_MESSAGES, 'openDraft', 'deleteDraft', 'untitled'),
  messagesOf('settings/drafts', draftsEn, { deleteOf: 'deleteOf' }),
);
export const GAME_ACCOUNT_SETTINGS_MESSAGES = messagesOf('settings/game-accounts', gameAccountsEn);
/** How an account stands: restrictions, decisions, appeals; also of the page that a mailed appeal link opens. */
export const STANDING_MESSAGES = joinMessages(
  REASON_TEXTS,
  DECISION_TEXTS,
  messagesOf('settings/standing', standingEn, { restrictions: 'restrictions', decisions: 'decisions' }),
);
export const DISPLAY_SETTINGS_MESSAGES = messagesOf('settings/display', displayEn);
export const NOTIFICATION_SETTINGS_MESSAGES = messagesOf('settings/notifications', notificationsEn, {
  timeZone: 'timeZone',
});
export const PEOPLE_SETTINGS_MESSAGES = messagesOf('settings/people', peopleEn);
export const DATA_SETTINGS_MESSAGES = messagesOf('settings/data', dataEn);
export const AVATAR_UPLOAD_MESSAGES = joinMessages(
  FAULTS,
  messagesOf('settings/avatar-upload', avatarUploadEn, { close: 'close' }),
);
export const PASSKEY_ADD_MESSAGES = messagesOf('settings/passkey-add', passkeyAddEn, { name: 'passkeyName' });
export const KEYS_SWITCH_MESSAGES = messagesOf('settings/keys-switch', keysSwitchEn);

/** Names of services as they write themselves. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  github: 'GitHub',
  google: 'Google',
  twitter: 'X',
  discord: 'Discord',
};

/** The name of a service that people sign in with. */
export const nameProvider = (
  { locale, providerLabels }: { readonly locale: Locale; readonly providerLabels: Readonly<Record<string, string>> },
  provider: string,
): string => PROVIDER_NAMES[provider] ?? providerLabels[provider] ?? plainText(PROVIDER_MESSAGES[locale].oidc);
