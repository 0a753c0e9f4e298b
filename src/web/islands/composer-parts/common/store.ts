// What the parts of the composer share: the text, the files, and how publishing stands. No part knows another one.

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { UploadPhase } from '../../../../../packages/client/src/uploads.ts';
import type { WaitingReason } from '../../../../features/moderation/common/vocabulary.ts';
import { choicesOf, type DraftContent, type DraftFile, type PostChoices, splitTags } from './content.ts';

export const LIMITS = { body: 20_000, title: 120, tags: 10, files: 16, alt: 500, reason: 500 } as const;
export const VISIBILITIES = ['public', 'protected', 'private'] as const;

/** A file of the post, as the tray shows it. */
export interface ComposeFile {
  readonly key: string;
  /** Undefined until the service knows it. */
  readonly id: string | undefined;
  readonly fileName: string;
  readonly alt: string;
  readonly phase: UploadPhase;
  readonly size: number;
  readonly sentBytes: number;
  /** Bytes a second. */
  readonly rate: number;
  /** Share of the examination that is done. */
  readonly examined: number;
  readonly code: string | undefined;
  /** When it is tried again. */
  readonly until: number;
  readonly isPausable: boolean;
  readonly isRepeatable: boolean;
  readonly picture: string | undefined;
}

/** The text of the post as somebody else's change, or one's own in another place, left it. */
export interface StoredPost {
  readonly version: number;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly visibility: PostChoices['visibility'];
}

export type Publishing =
  | { readonly kind: 'idle' }
  /** Until all files are ready. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  /** `until`: not before then, in milliseconds since the epoch. */
  | { readonly kind: 'refused'; readonly code: string; readonly until: number }
  /** No answer came: it may be published. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'conflict'; readonly stored: StoredPost }
  | {
      readonly kind: 'done';
      readonly postId: string;
      readonly isQueued: boolean;
      /** Why it waits, as far as one may know. */
      readonly reasons: readonly WaitingReason[];
    };

/** The post that is edited, as the page has it. */
interface EditedPost {
  readonly version: number;
  readonly fileIds: readonly string[];
}

export interface ComposeStore {
  readonly title: Signal<string>;
  readonly body: Signal<string>;
  readonly tags: Signal<readonly string[]>;
  /** What stands in the field of tags and is no tag yet. It counts as one when the post is kept or sent. */
  readonly tagLine: Signal<string>;
  readonly choices: Signal<PostChoices>;
  readonly subject: Signal<string | null>;
  readonly reason: Signal<string>;
  readonly files: Signal<readonly ComposeFile[]>;
  /** How many files were chosen that are not among `files` yet, because what uploads them is still being loaded. */
  readonly arriving: Signal<number>;
  /** Files of the draft whose state the service has not told yet. */
  readonly recalled: Signal<readonly DraftFile[]>;
  /** Those of them that may be unfinished: not the files of the post that is edited. */
  readonly awaited: ReadonlySignal<readonly DraftFile[]>;
  /** What is sent. */
  readonly published: () => DraftContent;
  /** Version of the post that is edited. */
  readonly version: Signal<number | undefined>;
  readonly publishing: Signal<Publishing>;
  readonly isOnline: Signal<boolean>;
  /** The session has ended; what needs it waits. */
  readonly isSignedOut: Signal<boolean>;
  readonly characters: ReadonlySignal<number>;
}

/**
 * The store of a page.
 * @param mayAddFiles without it, only the files of the post itself are published
 */
export function createComposeStore(content: DraftContent, post: EditedPost | null, mayAddFiles: boolean): ComposeStore {
  const body = signal(content.body);
  const recalled = signal(content.files);
  const isStored = ({ id }: DraftFile): boolean => post?.fileIds.includes(id) ?? false;
  const store: ComposeStore = {
    title: signal(content.title),
    body,
    tags: signal(content.tags),
    tagLine: signal(''),
    choices: signal(choicesOf(content)),
    subject: signal(content.subject),
    reason: signal(content.reason),
    files: signal<readonly ComposeFile[]>([]),
    arriving: signal(0),
    recalled,
    awaited: computed(() => (mayAddFiles ? recalled.value.filter((file) => !isStored(file)) : [])),
    published: () => {
      const whole = contentOf(store);
      return mayAddFiles ? whole : { ...whole, files: whole.files.filter(isStored) };
    },
    version: signal(post?.version),
    publishing: signal<Publishing>({ kind: 'idle' }),
    isOnline: signal(true),
    isSignedOut: signal(false),
    characters: computed(() => countCharacters(body.value)),
  };
  return store;
}

/** What a draft keeps of the store. Files without an id cannot be found again. */
export const contentOf = (store: ComposeStore): DraftContent => ({
  ...store.choices.value,
  title: store.title.value,
  body: store.body.value,
  tags: joinTags(store.tags.value, store.tagLine.value),
  subject: store.subject.value,
  reason: store.reason.value,
  files: [
    ...store.files.value.flatMap(({ id, fileName, alt }) => (id === undefined ? [] : [{ id, fileName, alt }])),
    ...store.recalled.value,
  ],
});

/** Tags and those of a line that somebody typed or pasted, each once and as many as a post may have. */
export const joinTags = (tags: readonly string[], line: string): readonly string[] =>
  [...new Set([...tags, ...splitTags(line)])].slice(0, LIMITS.tags);

/** Replaces everything that was written. */
export function writeContent(store: ComposeStore, content: DraftContent): void {
  batch(() => {
    store.title.value = content.title;
    store.body.value = content.body;
    store.tags.value = content.tags;
    store.tagLine.value = '';
    store.choices.value = choicesOf(content);
    store.subject.value = content.subject;
    store.reason.value = content.reason;
    store.files.value = [];
    store.recalled.value = content.files;
  });
}

const ENDED: ReadonlySet<UploadPhase> = new Set(['failed', 'rejected', 'cancelled', 'review', 'unfinished']);

/** Whether files are on their way, so that publishing has to wait for them. */
export const areFilesPending = ({ files, awaited, arriving }: ComposeStore): boolean =>
  arriving.value > 0 ||
  awaited.value.length > 0 ||
  files.value.some(({ phase }) => phase !== 'ready' && !ENDED.has(phase));

/** Files that cannot be published as they are. */
export const blockedFiles = (files: readonly ComposeFile[]): readonly ComposeFile[] =>
  files.filter(({ phase }) => ENDED.has(phase));

/** Whether leaving would interrupt something that does not go on by itself. */
export const isSending = (files: readonly ComposeFile[]): boolean =>
  files.some(({ phase }) => ['queued', 'sending', 'waiting', 'paused', 'finishing'].includes(phase));

/** Moves a file by one place. */
export function moveFile(files: readonly ComposeFile[], key: string, by: -1 | 1): readonly ComposeFile[] {
  const from = files.findIndex((file) => file.key === key);
  const [file, other] = [files[from], files[from + by]];
  if (file === undefined || other === undefined) return files;
  const moved = [...files];
  moved[from] = other;
  moved[from + by] = file;
  return moved;
}

/** Code points, as the service counts them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
