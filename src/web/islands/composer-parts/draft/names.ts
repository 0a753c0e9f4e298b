// Names of drafts. Alone, since the page of a post names the place of a comment's draft, too.

const PREFIX = 'livehouse.draft.';

/** Where this device keeps the drafts of an owner. */
export const draftPrefix = (owner: string): string => `${PREFIX}${owner}.`;

/** Whose drafts of comments are on this device. They are apart, since the composer lists its own. */
export const commentOwner = (account: string): string => `comment.${account}`;

/** The draft of a new comment on the server. */
export const commentDraftName = (postId: string): string => `comment-${postId}`;

/** How the names of a new comment's drafts begin on this device. */
export const commentDraftPlace = (account: string, postId: string): string =>
  draftPrefix(commentOwner(account)) + commentDraftName(postId);
