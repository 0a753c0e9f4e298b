// How the composer publishes: checks, waits for files, sends, and reports into the store.
import { call } from '../../../client/call.ts';
import {
  areFilesPending,
  blockedFiles,
  type ComposeStore,
  countCharacters,
  LIMITS,
  type Publishing,
} from '../common/store.ts';

export interface PublishedPost {
  readonly id: string;
  /** Ids of its files before the edit. */
  readonly fileIds: readonly string[];
}

export interface Publisher {
  /** Publishes, when the files are ready. */
  publish(): void;
  /** Called when files or the state changed: goes on if it waited for that. */
  proceed(): void;
}

const refuse = (code: string): Publishing => ({ kind: 'refused', code, until: 0 });

/** What is wrong with the text before it is sent. */
function findFault(store: ComposeStore): string | undefined {
  const title = store.title.value.trim();
  if (store.body.value.trim() === '') return 'empty';
  if (store.characters.value > LIMITS.body) return 'too_long';
  if (countCharacters(title) > LIMITS.title) return 'invalid_title';
  if (blockedFiles(store.files.value).length > 0) return 'files';
  return undefined;
}

export function createPublisher(
  store: ComposeStore,
  post: PublishedPost | undefined,
  onDone: () => Promise<void> | undefined,
): Publisher {
  const { publishing } = store;
  let triedAt: number | undefined;

  const send = async (): Promise<void> => {
    const began = Date.now();
    const { version } = store;
    publishing.value = { kind: 'sending' };
    // Loaded when it is needed, so that the page is there sooner. Away from the network it is tried again like a call.
    const loaded = await import('./publish.ts').catch(() => undefined);
    if (loaded === undefined) {
      publishing.value = { kind: 'unknown' };
      return;
    }
    const ended = await loaded.publishPost(
      {
        content: store.published(),
        post: post === undefined || version.value === undefined ? undefined : { ...post, version: version.value },
        triedAt,
      },
      call,
    );
    if (ended.kind === 'unknown') triedAt ??= began;
    if (ended.kind === 'refused' && ended.code === 'authentication_required') store.isSignedOut.value = true;
    if (ended.kind === 'done') await onDone();
    publishing.value = ended;
  };
  const proceed = (): void => {
    if (publishing.value.kind !== 'waiting' || areFilesPending(store)) return;
    const fault = findFault(store);
    if (fault !== undefined) publishing.value = refuse(fault);
    else void send();
  };
  return {
    publish: () => {
      if (publishing.value.kind === 'sending' || publishing.value.kind === 'done') return;
      if (publishing.value.kind === 'refused' && publishing.value.until > Date.now()) return;
      const fault = findFault(store);
      if (fault !== undefined) {
        publishing.value = refuse(fault);
        return;
      }
      publishing.value = { kind: 'waiting' };
      proceed();
    },
    proceed,
  };
}
