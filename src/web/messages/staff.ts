// Words of the administration.

import accountsEn from './en/staff/accounts.json';
import auditEn from './en/staff/audit.json';
import auditActionsEn from './en/staff/audit-actions.json';
import auditFieldsEn from './en/staff/audit-fields.json';
import auditSubjectsEn from './en/staff/audit-subjects.json';
import auditValuesEn from './en/staff/audit-values.json';
import backupsEn from './en/staff/backups.json';
import checklistEn from './en/staff/checklist.json';
import deletionsEn from './en/staff/deletions.json';
import doorsEn from './en/staff/doors.json';
import failedSignInsEn from './en/staff/failed-sign-ins.json';
import frameEn from './en/staff/frame.json';
import healthEn from './en/staff/health.json';
import invitesEn from './en/staff/invites.json';
import jobsEn from './en/staff/jobs.json';
import lookEn from './en/staff/look.json';
import overviewEn from './en/staff/overview.json';
import refusalsEn from './en/staff/refusals.json';
import registrationsEn from './en/staff/registrations.json';
import releasesEn from './en/staff/releases.json';
import settingsEn from './en/staff/settings.json';
import setupEn from './en/staff/setup.json';
import textRulesEn from './en/staff/text-rules.json';
import tokensEn from './en/staff/tokens.json';
import webhookEventsEn from './en/staff/webhook-events.json';
import webhooksEn from './en/staff/webhooks.json';
import { KIND_MESSAGES, MODERATION_ACTIONS } from './moderation.ts';
import { joinMessages, messagesOf } from './tables.ts';

export const STAFF_MESSAGES = messagesOf('staff/frame', frameEn, {
  moderation: 'moderation',
  administration: 'administration',
  faults: 'checkFields',
  accounts: 'accounts',
  reports: 'reports',
  jobs: 'jobs',
  invites: 'invites',
  tokens: 'apiTokens',
});
/** Deleting, restoring and erasing one thing. */
export const DELETIONS_MESSAGES = messagesOf('staff/deletions', deletionsEn, {
  kind_post: 'kindPost',
  kind_comment: 'kindComment',
  kind_attachment: 'kindFile',
  kind_list: 'kindList',
  reason: 'reason',
  chooseReason: 'chooseReason',
  faultReason: 'reasonMissing',
  delete: 'delete',
  erasedOn: 'erasedOn',
  id: 'id',
});
/** What the staff pages say to those who may not open them, or not yet. */
export const STAFF_REFUSAL_MESSAGES = messagesOf('staff/refusals', refusalsEn, { confirmAct: 'confirm' });
export const SETUP_MESSAGES = messagesOf('staff/setup', setupEn, {
  nameLabel: 'name',
  password: 'password',
  language: 'language',
  faults: 'checkFields',
  address: 'emailAddress',
  name: 'nameLength60',
  nameHint: 'instanceNameHint',
  languageHint: 'instanceLanguageHint',
  registration: 'registration',
  open: 'registrationOpen',
  approval: 'registrationApproval',
  invite: 'registrationInvite',
  closed: 'registrationClosed',
});
export const CHECKLIST_MESSAGES = messagesOf('staff/checklist', checklistEn);
export const OVERVIEW_MESSAGES = messagesOf('staff/overview', overviewEn, {
  community: 'community',
  posts: 'posts',
  accounts: 'accounts',
  objects: 'engineObjects',
  database: 'engineDatabase',
  jobs: 'engineJobs',
  store_database: 'database',
  failed: 'jobsFailed',
});
export const HEALTH_MESSAGES = messagesOf('staff/health', healthEn, {
  state: 'state',
  passkeys: 'passkeys',
  engine_objects: 'engineObjects',
  engine_database: 'engineDatabase',
  engine_jobs: 'engineJobs',
  database: 'database',
  mail: 'mail',
});
export const ADMIN_SETTINGS_MESSAGES = messagesOf('staff/settings', settingsEn, {
  name: 'name',
  locale: 'language',
  invalidName: 'nameLength60',
  about: 'aboutInstance',
  rules: 'rules',
  contact: 'contact',
  logoUrl: 'logo',
  notice: 'operatorNotice',
  mail: 'mail',
  nameHint: 'instanceNameHint',
  localeHint: 'instanceLanguageHint',
  registration: 'registration',
  open: 'registrationOpen',
  approval: 'registrationApproval',
  invite: 'registrationInvite',
  closed: 'registrationClosed',
});
export const ADMIN_LOOK_MESSAGES = messagesOf('staff/look', lookEn, {
  catalog: 'catalog',
  community: 'community',
  save: 'save',
  accent: 'accentColour',
  favicon: 'browserIcon',
  heroText: 'heroSentence',
  hero: 'heroPicture',
  home: 'homeParts',
  menu: 'menuPlaces',
});
export const ADMIN_ACCOUNTS_MESSAGES = messagesOf('staff/accounts', accountsEn, {
  name: 'name',
  password: 'password',
  state: 'state',
  tokens: 'apiTokens',
  app: 'authenticatorApp',
  note: 'note',
  find: 'find',
  chooseReason: 'chooseReason',
  reason: 'reason',
  member: 'roleMember',
  moderator: 'roleModerator',
  administrator: 'roleAdministrator',
  active: 'accountActive',
  suspended: 'accountSuspended',
  deleted: 'accountDeleted',
  role: 'role',
  roleTitle: 'role',
  list: 'accounts',
  factorsTitle: 'secondFactor',
  faultReason: 'reasonMissing',
  show: 'show',
});
export const FAILED_SIGN_INS_MESSAGES = messagesOf('staff/failed-sign-ins', failedSignInsEn, { password: 'password' });
export const DOORS_MESSAGES = messagesOf('staff/doors', doorsEn, { save: 'save' });
export const INVITE_MESSAGES = messagesOf('staff/invites', invitesEn, {
  note: 'note',
  daysCount: 'dayCount',
  list: 'invites',
});
export const REGISTRATIONS_MESSAGES = messagesOf('staff/registrations', registrationsEn);
export const TEXT_RULES_MESSAGES = joinMessages(
  KIND_MESSAGES,
  messagesOf('staff/text-rules', textRulesEn, {
    saveAct: 'save',
    when: 'when',
  }),
);
/** What tokens may do, and when they were made and used, is said as in the settings of their owners. */
export const STAFF_TOKENS_MESSAGES = messagesOf('staff/tokens', tokensEn);
export const ADMIN_RELEASES_MESSAGES = messagesOf('staff/releases', releasesEn, {
  deleteOf: 'deleteOf',
  state: 'state',
  size: 'fileSize',
  catalog: 'catalog',
  release: 'release',
  when: 'when',
  act: 'possibleActions',
});
export const ADMIN_JOBS_MESSAGES = messagesOf('staff/jobs', jobsEn, {
  deleteOf: 'deleteOf',
  state: 'state',
  delete: 'delete',
  kind: 'kind',
  job: 'job',
  list: 'jobs',
  haveFailed: 'jobsFailed',
  act: 'possibleActions',
});
export const ADMIN_BACKUPS_MESSAGES = messagesOf('staff/backups', backupsEn, {
  state: 'state',
  act: 'possibleActions',
});
export const WEBHOOK_MESSAGES = messagesOf('staff/webhooks', webhooksEn, {
  description: 'description',
  events: 'webhookEvents',
});
/** What each event is called. */
export const WEBHOOK_EVENT_MESSAGES = messagesOf('staff/webhook-events', webhookEventsEn);
export const ADMIN_AUDIT_MESSAGES = messagesOf('staff/audit', auditEn, { note: 'note', show: 'show', when: 'when' });
/** Every action of the audit trail, by its name. */
export const AUDIT_ACTION_MESSAGES = joinMessages(
  MODERATION_ACTIONS,
  messagesOf('staff/audit-actions', auditActionsEn),
);
export const AUDIT_SUBJECT_MESSAGES = messagesOf('staff/audit-subjects', auditSubjectsEn, {
  user: 'person',
  post: 'kindPost',
  comment: 'kindComment',
  list: 'kindList',
  attachment: 'kindFile',
  'profile-name': 'kindPersonName',
  'profile-links': 'kindPersonLinks',
  restriction: 'restriction',
  job: 'job',
});
/** What values of fields are called: `{field}.{value}`, or `{subject}.{field}.{value}` where it depends on the subject. */
export const AUDIT_VALUE_MESSAGES = messagesOf('staff/audit-values', auditValuesEn, {
  'menu.catalog': 'catalog',
  'menu.community': 'community',
  'registration.open': 'registrationOpen',
  'registration.approval': 'registrationApproval',
  'registration.invite': 'registrationInvite',
  'registration.closed': 'registrationClosed',
});
/** What the fields of events are called, and the settings, which are the fields of `instance.settings`. */
export const AUDIT_FIELD_MESSAGES = messagesOf('staff/audit-fields', auditFieldsEn, {
  accent: 'accentColour',
  faviconUrl: 'browserIcon',
  heroText: 'heroSentence',
  heroUrl: 'heroPicture',
  home: 'homeParts',
  menu: 'menuPlaces',
  name: 'name',
  state: 'state',
  status: 'state',
  apiTokens: 'apiTokens',
  totp: 'authenticatorApp',
  locale: 'language',
  note: 'note',
  id: 'id',
  kind: 'kind',
  description: 'description',
  passkeys: 'passkeys',
  role: 'role',
  servers: 'servers',
  contact: 'contact',
  events: 'webhookEvents',
  logoUrl: 'logo',
  notice: 'operatorNotice',
  releaseId: 'release',
  restriction: 'restriction',
});
