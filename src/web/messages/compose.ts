// Words of writing a post: the page, the composer and its media tray.
import { WAITING_MESSAGES } from './community.ts';
import { REASON_TEXTS } from './decisions.ts';
import composerEn from './en/compose/composer.json';
import pageEn from './en/compose/page.json';
import uploadsEn from './en/compose/uploads.json';
import { joinMessages, messagesOf, pickMessages } from './tables.ts';

export const COMPOSE_MESSAGES = joinMessages(REASON_TEXTS, messagesOf('compose/page', pageEn));
const UPLOAD_MESSAGES = messagesOf('compose/uploads', uploadsEn, {
  whyConnection: 'noConnection',
  whyVerify: 'confirmAddressFirst',
});
export const COMPOSER_MESSAGES = joinMessages(
  WAITING_MESSAGES,
  UPLOAD_MESSAGES,
  messagesOf('compose/composer', composerEn, {
    signIn: 'signIn',
    tags: 'tags',
    deleteDraft: 'delete',
    restore: 'restoreDraft',
    undo: 'undo',
    visibility: 'visibility',
    public: 'visibleToEveryone',
    protected: 'visibleToSignedIn',
    previewAway: 'previewOutdated',
    offlineLost: 'noConnection',
    faultVerify: 'confirmAddressFirst',
  }),
);
/** Of a draft that was changed in two places: also of the draft of a comment. */
export const DRAFT_CONFLICT_MESSAGES = pickMessages(
  COMPOSER_MESSAGES,
  ...(['draftTitle', 'draftLead', 'draftMine', 'draftTheirs', 'added', 'removed'] as const),
);
