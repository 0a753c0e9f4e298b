// Keeps the draft of the composer on this device: opens the right one, stores changes each second, and says so.
import { type Signal, signal } from '@preact/signals';
import { type DraftContent, isEmptyDraft } from '../common/content.ts';
import { type ComposeStore, contentOf, writeContent } from '../common/store.ts';
import { type DeviceStorage, freshDraftId, keepTabDraft, openDeviceStorage, readTabDraft } from './device.ts';
import { type Draft, type Drafts, openDrafts } from './drafts.ts';

export interface DraftKeeper {
  readonly device: DeviceStorage;
  /** When the draft was kept last; 0: it could not be kept. Undefined: nothing to keep yet. */
  readonly keptAt: Signal<number | undefined>;
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
  /** Opens one of the others. */
  switchTo(draft: Draft): void;
  removeOther(draft: Draft): void;
  /** The post is published. */
  finish(): void;
  close(): void;
}

export interface DraftKeeperOptions {
  readonly store: ComposeStore;
  readonly account: string;
  readonly initial: DraftContent;
  readonly postId: string | undefined;
  /** The page was opened with a tag or a subject: an older draft would hide it. */
  readonly isPrefilled: boolean;
}

const KEEP_MS = 1_000;
const CHANNEL = 'livehouse.drafts';

/** Opens the draft of this tab, and keeps it from now on. */
export async function openDraftKeeper(options: DraftKeeperOptions): Promise<DraftKeeper> {
  const { store, account, initial, postId, isPrefilled } = options;
  const device = openDeviceStorage();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  const drafts = openDrafts(device.storage, account, channel);
  const found = await findDraft(drafts, { postId, isPrefilled, subject: initial.subject });
  let id = '';
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
    id = draft?.id ?? freshDraftId();
    version = draft?.version ?? store.version.value;
    drafts.hold(id);
    keepTabDraft(id);
    kept = JSON.stringify(contentOf(store));
    refreshOthers();
  };
  const keep = (): void => {
    const content = contentOf(store);
    const text = JSON.stringify(content);
    if (isOver || text === kept) return;
    kept = text;
    version = store.version.value;
    if (isEmptyDraft(content)) {
      drafts.remove(id);
      keptAt.value = undefined;
      return;
    }
    const isKept = drafts.keep({ ...content, id, postId, version, at: Date.now() }) && device.isLasting;
    keptAt.value = isKept ? Date.now() : 0;
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
  addEventListener('pagehide', keep);

  return {
    device,
    keptAt,
    restored,
    offered,
    others,
    keep,
    discard: () => {
      const content = contentOf(store);
      offered.value = undefined;
      drafts.remove(id);
      writeContent(store, initial);
      restored.value = undefined;
      keptAt.value = undefined;
      take(undefined);
      return content;
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
      refreshOthers();
    },
    finish: () => {
      isOver = true;
      drafts.remove(id);
      keepTabDraft(undefined);
    },
    close: () => {
      keep();
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      drafts.close();
    },
  };
}

/** Whether a draft loses nothing that was written or chosen since the page came: it has all of it. */
function isWithin(store: ComposeStore, initial: DraftContent, draft: DraftContent): boolean {
  const now = contentOf(store);
  const same = (name: keyof DraftContent, other: DraftContent): boolean =>
    JSON.stringify(now[name]) === JSON.stringify(other[name]);
  if (store.files.value.length > 0 || store.arriving.value > 0) return false;
  return CHANGED.every((name) => same(name, initial) || same(name, draft));
}

const CHANGED = ['title', 'body', 'tags', 'visibility', 'spoiler', 'reason'] as const;

interface Wanted {
  readonly postId: string | undefined;
  readonly isPrefilled: boolean;
  readonly subject: string | null;
}

/** A page that was opened with a tag or a subject continues only a draft of this tab, or one about the same. */
async function findDraft(drafts: Drafts, { postId, isPrefilled, subject }: Wanted): Promise<Draft | undefined> {
  const own = readTabDraft();
  if (!isPrefilled) return drafts.open(postId, own);
  const same = drafts.list().find((draft) => draft.postId === postId && subject !== null && draft.subject === subject);
  if (same === undefined) return undefined;
  const opened = await drafts.open(postId, same.id);
  return opened?.id === same.id ? opened : undefined;
}
