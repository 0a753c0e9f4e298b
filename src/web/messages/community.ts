// Words of the community: posts, comments, people, notifications, and the islands of these pages.
import { REASON_TEXTS } from './decisions.ts';
import commentActionsEn from './en/community/comment-actions.json';
import communityEn from './en/community/community.json';
import faultsEn from './en/community/faults.json';
import feedKeysEn from './en/community/feed-keys.json';
import feedNewsEn from './en/community/feed-news.json';
import liveThreadEn from './en/community/live-thread.json';
import moreRepliesEn from './en/community/more-replies.json';
import notificationsEn from './en/community/notifications.json';
import peopleEn from './en/community/people.json';
import personActionsEn from './en/community/person-actions.json';
import postActionsEn from './en/community/post-actions.json';
import postActsEn from './en/community/post-acts.json';
import postGalleryEn from './en/community/post-gallery.json';
import readAllEn from './en/community/read-all.json';
import reportEn from './en/community/report.json';
import subscribeEn from './en/community/subscribe.json';
import tagFollowEn from './en/community/tag-follow.json';
import waitingEn from './en/community/waiting.json';
import writtenCommentsEn from './en/community/written-comments.json';
import { joinMessages, messagesOf, pickMessages } from './tables.ts';

export const COMMUNITY_MESSAGES = messagesOf('community/community', communityEn, {
  tags: 'tags',
  allPosts: 'allPosts',
  comments: 'commentCount',
  title: 'community',
  staffDelete: 'deleteAsStaff',
  find: 'find',
  keptPosts: 'posts',
  notifications: 'notifications',
  readOn: 'readRest',
  bookmarks: 'bookmarks',
  empty: 'noPosts',
  more: 'showMore',
  pinned: 'pinned',
  spoiler: 'spoiler',
  edit: 'edit',
});
/** Why a text of one’s own waits for review: the kinds of reasons that its author may know. `sayWaiting` joins them. */
export const WAITING_MESSAGES = messagesOf('community/waiting', waitingEn);
export const NOTIFICATION_MESSAGES = messagesOf('community/notifications', notificationsEn);
export const POST_ACTS_MESSAGES = messagesOf('community/post-acts', postActsEn, {
  tags: 'tags',
  remove: 'delete',
  refused: 'failedWithCode',
  visibility: 'visibility',
  public: 'visibleToEveryone',
  protected: 'visibleToSignedIn',
});
export const PEOPLE_MESSAGES = messagesOf('community/people', peopleEn, {
  comments: 'commentCount',
  posts: 'posts',
  moderator: 'roleModerator',
  administrator: 'roleAdministrator',
  more: 'showMore',
  pinned: 'pinned',
  spoiler: 'spoiler',
  gameAccounts: 'gameAccounts',
  older: 'older',
  lists: 'lists',
  links: 'kindPersonLinks',
});
/** What an act says when it was refused. */
export const FAULTS = messagesOf('community/faults', faultsEn, { signIn: 'signIn', failed: 'failedWithCode' });
/** The dialog of a report. */
const REPORT = joinMessages(
  REASON_TEXTS,
  messagesOf('community/report', reportEn, { close: 'close', chooseReason: 'chooseReason' }),
);
export const POST_ACTIONS_MESSAGES = joinMessages(
  FAULTS,
  REPORT,
  messagesOf('community/post-actions', postActionsEn, {
    undo: 'undo',
    more: 'moreActions',
    bookmark: 'bookmark',
    like: 'likeWithCount',
    mute: 'mutePerson',
  }),
);
export const COMMENT_ACTIONS_MESSAGES = joinMessages(
  FAULTS,
  REPORT,
  WAITING_MESSAGES,
  messagesOf('community/comment-actions', commentActionsEn, {
    remove: 'delete',
    restore: 'restoreDraft',
    more: 'moreActions',
    save: 'save',
    edit: 'edit',
    like: 'likeWithCount',
  }),
);
export const COMMENT_FORM_MESSAGES = joinMessages(
  FAULTS,
  WAITING_MESSAGES,
  pickMessages(COMMENT_ACTIONS_MESSAGES, 'comment', 'publish', 'save', 'cancel', 'replyTo', 'sending', 'restore'),
);
export const PERSON_ACTIONS_MESSAGES = joinMessages(
  FAULTS,
  REPORT,
  messagesOf('community/person-actions', personActionsEn, {
    more: 'moreActions',
    follow: 'follow',
    mute: 'mutePerson',
  }),
);
export const TAG_FOLLOW_MESSAGES = joinMessages(
  FAULTS,
  messagesOf('community/tag-follow', tagFollowEn, { follow: 'follow' }),
);
export const SUBSCRIBE_MESSAGES = joinMessages(FAULTS, messagesOf('community/subscribe', subscribeEn));
export const READ_ALL_MESSAGES = joinMessages(FAULTS, messagesOf('community/read-all', readAllEn));
export const FEED_KEYS_MESSAGES = messagesOf('community/feed-keys', feedKeysEn, { close: 'close' });
export const FEED_NEWS_MESSAGES = messagesOf('community/feed-news', feedNewsEn);
export const POST_GALLERY_MESSAGES = messagesOf('community/post-gallery', postGalleryEn, { close: 'close' });
export const MORE_REPLIES_MESSAGES = joinMessages(
  COMMENT_ACTIONS_MESSAGES,
  pickMessages(COMMUNITY_MESSAGES, 'moreReplies', 'edited', 'commentWaiting', 'floor'),
  messagesOf('community/more-replies', moreRepliesEn),
);
export const WRITTEN_COMMENTS_MESSAGES = joinMessages(
  COMMENT_ACTIONS_MESSAGES,
  pickMessages(COMMUNITY_MESSAGES, 'comments', 'edited', 'commentWaiting', 'floor'),
  messagesOf('community/written-comments', writtenCommentsEn),
);
export const LIVE_THREAD_MESSAGES = joinMessages(
  COMMENT_ACTIONS_MESSAGES,
  pickMessages(COMMUNITY_MESSAGES, 'comments', 'edited', 'commentWaiting', 'floor'),
  messagesOf('community/live-thread', liveThreadEn),
);
