// Drafts on this device, also those that the server has: one for each text that is being written, by owner. A draft survives a
// closed tab and an ended session. Tabs ask each other which drafts are open, so that two tabs never write into the same one.

import type { DraftContent } from '../common/content.ts';
import { draftPrefix } from './names.ts';

const KEPT_MS = 60 * 24 * 60 * 60 * 1000;
const KEPT_MOST = 20;
/** How long other tabs have to say which drafts they have open. */
const ANSWER_MS = 120;

export interface Draft extends DraftContent {
  /** On this device; `serverNameOf` tells its name on the server. */
  readonly id: string;
  /** Id of the post that is edited or commented; undefined for a new one. */
  readonly postId?: string | undefined;
  /** Version of the post that the draft is based on. */
  readonly version?: number | undefined;
  /** Last change, in milliseconds since the epoch. */
  readonly at: number;
  /** What of it the server has; undefined: nothing. */
  readonly synced?: SyncedDraft | undefined;
}

export interface SyncedDraft {
  readonly version: number;
  /** The `at` of what was stored. */
  readonly at: number;
}

interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of a BroadcastChannel that is used here. */
interface DraftChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

export interface Drafts {
  /** Drafts of this owner, newest first. */
  list(): readonly Draft[];
  /** Opens a draft that no other tab has open: the one with `id`, else the newest of the same post or of no post. */
  open(postId: string | undefined, id: string | undefined): Promise<Draft | undefined>;
  /** Takes a draft that other tabs must not open. */
  hold(id: string): void;
  /** False: this device has no room for it. */
  keep(draft: Draft): boolean;
  remove(id: string): void;
  close(): void;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'title' in value && 'body' in value && 'tags' in value && 'files' in value)) return false;
  if (!('at' in value && 'visibility' in value)) return false;
  const areTexts = [value.id, value.title, value.body, value.visibility].every(isText);
  return areTexts && typeof value.at === 'number' && Array.isArray(value.tags) && Array.isArray(value.files);
}

/** Opens the drafts of an owner. */
export function openDrafts(storage: DraftStorage, owner: string, channel?: DraftChannel): Drafts {
  const prefix = draftPrefix(owner);
  let held: string | undefined;
  let answers: Set<string> | undefined;
  channel?.addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || data === null || !('draft' in data) || !('owner' in data)) return;
    if (data.owner !== owner) return;
    if (data.draft === 'which') {
      if (held !== undefined) channel.postMessage({ owner, draft: held });
    } else if (isText(data.draft)) answers?.add(data.draft);
  });
  const list = (): readonly Draft[] => {
    const found: Draft[] = [];
    for (const name of Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')) {
      if (!name.startsWith(prefix)) continue;
      const draft = read(storage, name);
      if (draft === undefined || draft.at < Date.now() - KEPT_MS) storage.removeItem(name);
      else found.push(draft);
    }
    return found.sort((first, second) => second.at - first.at);
  };
  const listElsewhere = async (): Promise<ReadonlySet<string>> => {
    if (channel === undefined) return new Set();
    answers = new Set();
    channel.postMessage({ owner, draft: 'which' });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    const found = answers;
    answers = undefined;
    return found;
  };
  return {
    list,
    open: async (postId, id) => {
      const elsewhere = list().length === 0 ? new Set<string>() : await listElsewhere();
      const free = list().filter((draft) => draft.postId === postId && !elsewhere.has(draft.id));
      const chosen = free.find((draft) => draft.id === id) ?? free[0];
      if (chosen !== undefined) held = chosen.id;
      return chosen;
    },
    hold: (id) => {
      held = id;
    },
    keep: (draft) => {
      const name = prefix + draft.id;
      try {
        storage.setItem(name, JSON.stringify(draft));
        for (const old of list().slice(KEPT_MOST)) storage.removeItem(prefix + old.id);
        return true;
      } catch {
        return false;
      }
    },
    remove: (id) => storage.removeItem(prefix + id),
    close: () => channel?.close(),
  };
}

function read(storage: DraftStorage, name: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(name) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
