// Drafts on the server: those of other devices are brought to this one when a text is opened, and what is typed here is stored a
// moment later. The copy on the device is what the page works with, so that it goes on without a connection. When a draft was
// changed in two places, nothing is overwritten: the page asks.
import { call } from '../../../client/call.ts';
import type { AnswerBody } from '../../../client/endpoints.ts';
import { choicesOf, contentOfDraft } from '../common/content.ts';
import { serverNameOf } from './device.ts';
import type { Draft, Drafts, SyncedDraft } from './drafts.ts';

type StoredDraft = AnswerBody<'GET /api/v1/me/drafts/{id}'>['draft'];

/** Between a change and its request. A person may write sixty times a minute. */
const PAUSE_MS = 2_000;
/** How long a page waits for the drafts of other devices. */
const OPEN_MS = 2_000;
const OF_POST = /^(?:edit|comment)-/;
const OF_COMMENT = /^comment-/;

export interface ServerDrafts {
  /** Stores a draft after a pause. */
  store(draft: Draft): void;
  /** Stores at once what waits, as the page is left. */
  flush(): void;
  /** Deletes a draft, unless another device has changed it since; resolves when that is done. */
  remove(id: string): Promise<void>;
  /** What of a draft the server has. */
  syncedOf(id: string): SyncedDraft | undefined;
  /** This device has this version now. */
  adopt(id: string, version: number, at: number): void;
  /** Replaces the stored version by the one of this device. */
  overwrite(draft: Draft, version: number): void;
}

export interface ServerDraftsOptions {
  readonly drafts: Drafts;
  /** The stored drafts; undefined: they could not be read. */
  readonly readStored: () => Promise<readonly StoredDraft[] | undefined>;
  /** Whether `readStored` would have the draft of this name. */
  readonly isAsked: (name: string) => boolean;
  readonly onStored: (id: string) => void;
  /** Another version is stored than the one that this device changed. It has the id of this device. */
  readonly onConflict: (stored: Draft) => void;
}

/** Brings the drafts of other devices, and resolves when the page may look for its draft. */
export async function openServerDrafts(options: ServerDraftsOptions): Promise<ServerDrafts> {
  const { drafts, readStored, isAsked, onStored, onConflict } = options;
  const synced = new Map<string, SyncedDraft>();
  /** What was sent last. */
  const sent = new Map<string, string>();
  let waiting: Draft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working: Promise<void> | undefined;

  const settle = (draft: Draft, version: number): void => {
    synced.set(draft.id, { version, at: draft.at });
    const local = drafts.list().find(({ id }) => id === draft.id);
    if (local !== undefined) drafts.keep({ ...local, synced: { version, at: draft.at } });
    onStored(draft.id);
  };
  const send = async (draft: Draft, isLeaving = false): Promise<void> => {
    const content = contentOf(draft);
    const text = JSON.stringify(content);
    const before = sent.get(draft.id);
    sent.set(draft.id, text);
    const outcome = await call('PUT /api/v1/me/drafts/{id}', {
      params: { id: serverNameOf(draft.id) },
      body: { content, version: synced.get(draft.id)?.version ?? 0 },
      ...(isLeaving ? { keepalive: true } : {}),
    });
    if (outcome.ok) return settle(draft, outcome.body.draft.version);
    // Otherwise it stays on this device until the next change.
    if (outcome.code !== 'version_conflict' || !isConflict(outcome.body)) return;
    const { draft: stored } = outcome.body;
    if (stored === null) {
      // Deleted in another place, and written on here.
      if (synced.delete(draft.id)) waiting ??= draft;
      return;
    }
    const found = JSON.stringify(contentOf(draftOf(stored)));
    if (found === text) return settle(draft, stored.version);
    if (found !== before) return onConflict({ ...draftOf(stored), id: draft.id });
    // The one that this page sent as it was left.
    synced.set(draft.id, { version: stored.version, at: 0 });
    waiting ??= draft;
  };
  /** One request after the other. */
  const work = (task: () => Promise<void>): Promise<void> => {
    const own = (working === undefined ? task() : working.then(task)).finally(() => {
      if (working !== own) return;
      working = undefined;
      if (waiting !== undefined) timer ??= setTimeout(sendWaiting, PAUSE_MS);
    });
    working = own;
    return own;
  };
  const sendWaiting = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (working !== undefined) return;
    const draft = waiting;
    waiting = undefined;
    if (draft !== undefined) void work(() => send(draft));
  };

  for (const draft of drafts.list()) if (draft.synced !== undefined) synced.set(draft.id, draft.synced);
  const pull = async (): Promise<void> => {
    const found = await readStored();
    if (found === undefined) return;
    const local = Map.groupBy(
      drafts.list().filter(({ id }) => isAsked(serverNameOf(id))),
      ({ id }) => serverNameOf(id),
    );
    for (const stored of found) {
      const own = local.get(stored.id) ?? [];
      local.delete(stored.id);
      if (!isAsked(stored.id) || own.some((draft) => draft.synced?.version === stored.version)) continue;
      const unchanged = own.find(isUnchanged);
      // One that was changed here as well is asked about when it is stored.
      if (own.length > 0 && unchanged === undefined) continue;
      const draft = { ...draftOf(stored), id: unchanged?.id ?? stored.id };
      drafts.keep(draft);
      if (draft.synced !== undefined) synced.set(draft.id, draft.synced);
    }
    // Published or deleted in another place.
    for (const draft of [...local.values()].flat()) if (isUnchanged(draft)) drafts.remove(draft.id);
  };
  await Promise.race([pull(), new Promise((resolve) => setTimeout(resolve, OPEN_MS))]);

  return {
    store: (draft) => {
      waiting = draft;
      timer ??= setTimeout(sendWaiting, PAUSE_MS);
    },
    flush: () => {
      const draft = waiting;
      waiting = undefined;
      if (draft !== undefined) void send(draft, true);
    },
    remove: (id) => {
      if (waiting?.id === id) waiting = undefined;
      if (!synced.has(id) && working === undefined) return Promise.resolve();
      return work(async () => {
        const version = synced.get(id)?.version;
        if (version === undefined) return;
        synced.delete(id);
        const given = { params: { id: serverNameOf(id) }, query: { version }, keepalive: true } as const;
        await call('DELETE /api/v1/me/drafts/{id}', given);
      });
    },
    syncedOf: (id) => synced.get(id),
    adopt: (id, version, at) => void synced.set(id, { version, at }),
    overwrite: (draft, version) => {
      synced.set(draft.id, { version, at: 0 });
      waiting = draft;
      sendWaiting();
    },
  };
}

const isUnchanged = ({ at, synced }: Draft): boolean => synced !== undefined && at <= synced.at;

/** Whether a refusal came with the stored draft. */
const isConflict = (body: unknown): body is { readonly draft: StoredDraft | null } =>
  typeof body === 'object' && body !== null && 'draft' in body;

function contentOf(draft: Draft) {
  const { id, title, body, tags, subject, reason, files, version } = draft;
  if (OF_COMMENT.test(id)) return { body };
  const content = { ...choicesOf(draft), title, body, tags: [...tags], subject, reason };
  const listed = files.map(({ id: fileId, fileName, alt }) => ({ id: fileId, fileName, alt }));
  return { ...content, files: listed, postVersion: version };
}

function draftOf({ id, version, content, updatedAt }: StoredDraft): Draft {
  return {
    ...contentOfDraft(content),
    id,
    ...(OF_POST.test(id) ? { postId: id.replace(OF_POST, '') } : {}),
    ...(content.postVersion === undefined ? {} : { version: content.postVersion }),
    at: updatedAt,
    synced: { version, at: updatedAt },
  };
}
