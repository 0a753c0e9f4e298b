// The draft of a new comment, on this device and on the server, as the composer has it. Loaded when something is typed or kept.

import { EMPTY_DRAFT } from '../common/content.ts';
import { createComposeStore } from '../common/store.ts';
import { type DraftKeeper, openDraftKeeper } from './draft-keeper.ts';

export interface CommentDraft {
  /** The text as it is now. It is stored a moment later. */
  write(text: string): void;
  /** What stands there after the choice of a version. */
  read(): string;
  /** The draft, when it was looked for. `offered` is a text that does not stand in the field. */
  readonly opened: Promise<{ readonly keeper: DraftKeeper; readonly offered: string }>;
}

export interface CommentDraftOptions {
  readonly account: string;
  readonly postId: string;
  /** Whether the server or this device may have a draft. */
  readonly isStored: boolean;
  readonly text: string;
}

export function openCommentDraft({ account, postId, isStored, text }: CommentDraftOptions): CommentDraft {
  const store = createComposeStore(EMPTY_DRAFT, null, false);
  store.body.value = text;
  const options = { store, account, initial: EMPTY_DRAFT, postId, isPrefilled: false, comment: { isStored } };
  return {
    write: (now) => {
      store.body.value = now;
    },
    read: () => store.body.value,
    opened: openDraftKeeper(options).then((keeper) => {
      const found = keeper.offered.value?.body ?? '';
      keeper.absorb();
      return { keeper, offered: store.body.value.includes(found) ? '' : found };
    }),
  };
}
