// Keeps the draft of the composer, or of a new comment, on this device and on the server: opens the right one, stores changes, and
// says so.
import { type Signal, signal } from '@preact/signals';
import { call } from '../../../client/call.ts';
import { type DraftContent, EMPTY_DRAFT, isEmptyDraft } from '../common/content.ts';
import { type ComposeStore, contentOf, writeContent } from '../common/store.ts';
import {
  type DeviceStorage,
  freshDraftId,
  keepTabDraft,
  lastingDraftId,
  openDeviceStorage,
  readTabDraft,
} from './device.ts';
import { type Draft, type Drafts, openDrafts } from './drafts.ts';
import { commentDraftName, commentOwner } from './names.ts';
import { openServerDrafts, type ServerDraftsOptions } from './server-drafts.ts';

export interface DraftKeeper {
  readonly device: DeviceStorage;
  /** When the draft was kept last; 0: it could not be kept. Undefined: nothing to keep yet. */
  readonly keptAt: Signal<number | undefined>;
  /** When the server got it last; undefined: it has not, or not what changed since. */
  readonly storedAt: Signal<number | undefined>;
  /** The draft as it was stored in another place since; undefined: there is none, or it was answered. */
  readonly conflict: Signal<Draft | undefined>;
  /** Goes on with the text of this page, or with the other one. */
  settle(isMine: boolean): void;
  /** The draft that was found when the page opened. */
  readonly restored: Signal<Draft | undefined>;
  /** The draft that was found when something else stood in the form already; undefined: there is none, or it was answered. */
  readonly offered: Signal<Draft | undefined>;
  /** Other drafts of the same post, or of no post. */
  readonly others: Signal<readonly Draft[]>;
  /** Stores what changed. */
  keep(): void;
  /** Begins anew, and returns what was discarded. */
  discard(): DraftContent;
  /** Goes on with the draft that was offered, after the text has taken it in. */
  absorb(): void;
  /** Opens one of the others. */
  switchTo(draft: Draft): void;
  removeOther(draft: Draft): void;
  /** The post is published. Resolves when the server has no draft of it, or cannot be asked. */
  finish(): Promise<void>;
  close(): void;
}

export interface DraftKeeperOptions {
  readonly store: ComposeStore;
  readonly account: string;
  readonly initial: DraftContent;
  readonly postId: string | undefined;
  /** The page was opened with a tag or a subject: an older draft would hide it. */
  readonly isPrefilled: boolean;
  /** The draft that is to be opened, with which the page came. */
  readonly draftId?: string | null;
  /** A new comment on the post is written, of which the server or this device may have a draft. */
  readonly comment?: { readonly isStored: boolean };
}

const KEEP_MS = 1_000;
/** How long a published post waits for its draft to be deleted. */
const FINISH_MS = 1_500;
const CHANNEL = 'livehouse.drafts';

/** All drafts but those of comments. There are at most fifty. */
const ALL_POSTS: Pick<ServerDraftsOptions, 'readStored' | 'isAsked'> = {
  readStored: async () => {
    const outcome = await call('GET /api/v1/me/drafts', { query: { limit: 50 } });
    return outcome.ok ? outcome.body.drafts : undefined;
  },
  isAsked: (name) => !name.startsWith('comment-'),
};

/** The draft of a new comment alone. */
const oneComment = (name: string, isStored: boolean): Pick<ServerDraftsOptions, 'readStored' | 'isAsked'> => ({
  readStored: async () => {
    if (!isStored) return [];
    const outcome = await call('GET /api/v1/me/drafts/{id}', { params: { id: name } });
    if (outcome.ok) return [outcome.body.draft];
    return outcome.code === 'draft_not_found' ? [] : undefined;
  },
  isAsked: (asked) => asked === name,
});

/** Opens the draft of this tab, and keeps it from now on. */
export async function openDraftKeeper(options: DraftKeeperOptions): Promise<DraftKeeper> {
  const { store, account, initial, postId, isPrefilled, comment, draftId = null } = options;
  const comments = comment === undefined ? undefined : postId;
  const name = postId && (comment === undefined ? `edit-${postId}` : commentDraftName(postId));
  const device = openDeviceStorage();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  const drafts = openDrafts(device.storage, comment === undefined ? account : commentOwner(account), channel);
  for (const draft of drafts.list()) {
    const lasting = lastingDraftId(draft.id, draft.postId);
    if (lasting === draft.id) continue;
    drafts.remove(draft.id);
    drafts.keep({ ...draft, id: lasting });
  }
  let id = '';
  const storedAt = signal<number | undefined>(undefined);
  const conflict = signal<Draft | undefined>(undefined);
  const server = await openServerDrafts({
    drafts,
    ...(comment === undefined || name === undefined ? ALL_POSTS : oneComment(name, comment.isStored)),
    onStored: (storedId) => {
      if (storedId === id) storedAt.value = Date.now();
    },
    onConflict: (stored) => {
      if (stored.id === id) conflict.value = stored;
    },
  });
  const found = await findDraft(drafts, { postId, isPrefilled, subject: initial.subject, comments, draftId });
  let version: number | undefined;
  let kept = '';
  let isOver = false;

  const keptAt = signal<number | undefined>(undefined);
  const restored = signal<Draft | undefined>(undefined);
  const offered = signal<Draft | undefined>(undefined);
  const others = signal<readonly Draft[]>([]);
  const refreshOthers = (): void => {
    others.value = drafts.list().filter((draft) => draft.postId === postId && draft.id !== id);
  };
  const take = (draft: Draft | undefined): void => {
    id = draft?.id ?? freshDraftId(name);
    conflict.value = undefined;
    storedAt.value = undefined;
    version = draft?.version ?? store.version.value;
    drafts.hold(id);
    keepTabDraft(id, comments);
    kept = JSON.stringify(contentOf(store));
    refreshOthers();
  };
  const keep = (): void => {
    const content = contentOf(store);
    const text = JSON.stringify(content);
    if (isOver || text === kept) return;
    kept = text;
    version = store.version.value;
    storedAt.value = undefined;
    if (isEmptyDraft(content)) {
      drafts.remove(id);
      void server.remove(id);
      keptAt.value = undefined;
      return;
    }
    const draft = { ...content, id, postId, version, at: Date.now(), synced: server.syncedOf(id) };
    const isKept = drafts.keep(draft) && device.isLasting;
    keptAt.value = isKept ? Date.now() : 0;
    if (conflict.value === undefined) server.store(draft);
  };
  const leave = (): void => {
    keep();
    server.flush();
  };

  const fits = found !== undefined && isWithin(store, initial, found);
  if (fits) {
    writeContent(store, found);
    store.version.value = found.version ?? store.version.value;
    restored.value = found;
    keptAt.value = found.at;
  } else offered.value = found;
  take(fits ? found : undefined);
  // What was written before the draft was looked for is not kept yet.
  if (!fits && !isWithin(store, initial, initial)) kept = '';
  const timer = setInterval(keep, KEEP_MS);
  addEventListener('pagehide', leave);

  return {
    device,
    keptAt,
    storedAt,
    conflict,
    settle: (isMine) => {
      const stored = conflict.value;
      conflict.value = undefined;
      if (stored === undefined) return;
      const version = stored.synced?.version ?? 0;
      if (isMine) {
        const draft = { ...contentOf(store), id, postId, version: store.version.value, at: Date.now() };
        if (isEmptyDraft(draft)) {
          server.adopt(id, version, draft.at);
          void server.remove(id);
          return;
        }
        drafts.keep(draft);
        server.overwrite(draft, version);
        return;
      }
      writeContent(store, stored);
      store.version.value = stored.version ?? store.version.value;
      kept = JSON.stringify(contentOf(store));
      drafts.keep(stored);
      server.adopt(id, version, stored.at);
      keptAt.value = stored.at;
    },
    restored,
    offered,
    others,
    keep,
    discard: () => {
      const content = contentOf(store);
      offered.value = undefined;
      drafts.remove(id);
      void server.remove(id);
      writeContent(store, draftId === null ? initial : EMPTY_DRAFT);
      restored.value = undefined;
      keptAt.value = undefined;
      take(undefined);
      return content;
    },
    absorb: () => {
      const draft = offered.value;
      if (draft === undefined) return;
      offered.value = undefined;
      drafts.remove(id);
      take(draft);
      kept = '';
    },
    switchTo: (draft) => {
      keep();
      offered.value = undefined;
      writeContent(store, draft);
      if (draft.version !== undefined) store.version.value = draft.version;
      restored.value = draft;
      keptAt.value = draft.at;
      take(draft);
    },
    removeOther: (draft) => {
      drafts.remove(draft.id);
      void server.remove(draft.id);
      refreshOthers();
    },
    finish: () => {
      isOver = true;
      drafts.remove(id);
      keepTabDraft(undefined, comments);
      // A version of it may be on its way: leaving the page before that ends would leave it on the server.
      return Promise.race([server.remove(id), new Promise<void>((resolve) => setTimeout(resolve, FINISH_MS))]);
    },
    close: () => {
      leave();
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      drafts.close();
    },
  };
}

/** Whether a draft loses nothing that was written or chosen since the page came: it has all of it. */
function isWithin(store: ComposeStore, initial: DraftContent, draft: DraftContent): boolean {
  if (store.files.value.length > 0 || store.arriving.value > 0) return false;
  // What it is about is no change.
  const { files: _files, subject: _subject, ...now } = contentOf(store);
  const same = (name: string, other: DraftContent): boolean =>
    JSON.stringify(now, [name]) === JSON.stringify(other, [name]);
  return Object.keys(now).every((name) => same(name, initial) || same(name, draft));
}

interface Wanted {
  readonly postId: string | undefined;
  readonly isPrefilled: boolean;
  readonly subject: string | null;
  /** Of a comment: the post. */
  readonly comments: string | undefined;
  readonly draftId: string | null;
}

/** A page that was opened with a tag or a subject continues only a draft of this tab, or one about the same. */
async function findDraft(
  drafts: Drafts,
  { postId, isPrefilled, subject, comments, draftId }: Wanted,
): Promise<Draft | undefined> {
  if (draftId !== null) return openOne(drafts, postId, draftId);
  const own = readTabDraft(comments);
  if (!isPrefilled) return drafts.open(postId, own);
  const same = drafts.list().find((draft) => draft.postId === postId && subject !== null && draft.subject === subject);
  return same && openOne(drafts, postId, same.id);
}

/** A draft and no other one. */
async function openOne(drafts: Drafts, postId: string | undefined, id: string): Promise<Draft | undefined> {
  const opened = await drafts.open(postId, id);
  return opened?.id === id ? opened : undefined;
}
