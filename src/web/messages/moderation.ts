// Words of the pages of moderation.
import { REASON_TEXTS } from './decisions.ts';
import actionsEn from './en/moderation/actions.json';
import deskEn from './en/moderation/desk.json';
import kindsEn from './en/moderation/kinds.json';
import pagesEn from './en/moderation/pages.json';
import whyEn from './en/moderation/why.json';
import { joinMessages, messagesOf } from './tables.ts';

/** What was done in moderation, by the names that events of the audit trail have. */
export const MODERATION_ACTIONS = messagesOf('moderation/actions', actionsEn);
/** What these pages have in common: kinds of things, verdicts, roles, restrictions. */
export const KIND_MESSAGES = joinMessages(
  REASON_TEXTS,
  messagesOf('moderation/kinds', kindsEn, {
    kind_user: 'person',
    kind_post: 'kindPost',
    kind_comment: 'kindComment',
    kind_list: 'kindList',
    kind_attachment: 'kindFile',
    'kind_profile-name': 'kindPersonName',
    'kind_profile-links': 'kindPersonLinks',
    role_member: 'roleMember',
    role_moderator: 'roleModerator',
    role_administrator: 'roleAdministrator',
    status_active: 'accountActive',
    status_suspended: 'accountSuspended',
    status_deleted: 'accountDeleted',
  }),
);
/** Why a case is there. Rules of the shipped file have words of their own; others are called by their id (`sayWhy`). */
const WHY_MESSAGES = messagesOf('moderation/why', whyEn);
/** The queue, a case, its context, keys. */
export const DESK_MESSAGES = joinMessages(
  KIND_MESSAGES,
  WHY_MESSAGES,
  MODERATION_ACTIONS,
  messagesOf('moderation/desk', deskEn, {
    closeDialog: 'close',
    reason: 'reason',
    person: 'person',
    restrictions: 'restrictions',
    original: 'openFile',
    notes: 'staffNotes',
    note: 'staffNote',
    addNote: 'addNote',
  }),
);
/** Reports, appeals, people, the log, figures. */
export const PAGES_MESSAGES = joinMessages(
  KIND_MESSAGES,
  messagesOf('moderation/pages', pagesEn, {
    find: 'find',
    deleteOne: 'delete',
    erasedOn: 'erasedOn',
    chooseReason: 'chooseReason',
    reason: 'reason',
    restrictions: 'restrictions',
    notes: 'staffNotes',
    note: 'staffNote',
    addNote: 'addNote',
    days: 'dayCount',
    decisions: 'decisions',
    fault_reason: 'reasonMissing',
    reportsColumn: 'reports',
    communityTitle: 'community',
    moderationTitle: 'moderation',
    posts: 'posts',
    showZone: 'show',
    timeZone: 'timeZone',
  }),
);
