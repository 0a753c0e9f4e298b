// Drafts: kept, found again, and never shared by two tabs.
import { expect, test } from 'bun:test';
import { isEmptyDraft } from '../common/content.ts';
import { type Draft, openDrafts } from './drafts.ts';

function memory(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('full');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

const draft = (id: string, more: Partial<Draft> = {}): Draft => ({
  id,
  title: '',
  body: 'text',
  tags: [],
  visibility: 'public',
  spoiler: false,
  subject: null,
  reason: '',
  files: [],
  at: Date.now(),
  ...more,
});

/** Each test has a channel of its own name. */
let channels = 0;
const channelName = (): string => `drafts-${process.pid}-${channels++}`;

test('the newest draft is opened, or the one with the given id; drafts of posts belong to their posts', async () => {
  const drafts = openDrafts(memory(), '1');
  drafts.keep(draft('a', { at: Date.now() - 1000 }));
  drafts.keep(draft('b'));
  drafts.keep(draft('c', { postId: 'p', version: 2 }));
  expect((await drafts.open(undefined, undefined))?.id).toBe('b');
  expect((await drafts.open(undefined, 'a'))?.id).toBe('a');
  expect((await drafts.open('p', undefined))?.id).toBe('c');
  expect(await drafts.open('q', 'a')).toBeUndefined();
  drafts.remove('b');
  expect(drafts.list().map(({ id }) => id)).toEqual(['c', 'a']);
});

test('a draft that another tab has open is not opened again', async () => {
  const storage = memory();
  const name = channelName();
  const first = openDrafts(storage, '1', new BroadcastChannel(name));
  const second = openDrafts(storage, '1', new BroadcastChannel(name));
  const stranger = openDrafts(storage, '2', new BroadcastChannel(name));
  first.keep(draft('a'));
  expect((await first.open(undefined, undefined))?.id).toBe('a');
  stranger.hold('b');
  first.keep(draft('b', { at: 1 + Date.now() - 5000 }));
  expect((await second.open(undefined, undefined))?.id).toBe('b');
  for (const drafts of [first, second, stranger]) drafts.close();
});

test('drafts of other accounts are not seen; old and damaged ones go away, and the oldest beyond twenty', () => {
  const storage = memory();
  openDrafts(storage, '2').keep(draft('x'));
  const drafts = openDrafts(storage, '1');
  storage.setItem('livehouse.draft.1.broken', '{"id":1}');
  drafts.keep(draft('old', { at: 1 }));
  expect(drafts.list()).toEqual([]);
  for (let index = 0; index < 22; index++) drafts.keep(draft(`d${index}`, { at: Date.now() + index }));
  expect(drafts.list()).toHaveLength(20);
  expect(drafts.list()[0]?.id).toBe('d21');
  expect(storage.kept.size).toBe(21);
});

test('a full device says so', () => {
  expect(openDrafts(memory(10), '1').keep(draft('a'))).toBe(false);
});

test('an empty draft has neither text, nor tags, nor files', () => {
  expect(isEmptyDraft(draft('a', { body: ' \n' }))).toBe(true);
  expect(isEmptyDraft(draft('a'))).toBe(false);
  expect(isEmptyDraft(draft('a', { body: '', files: [{ id: 'f', fileName: 'f.png', alt: '' }] }))).toBe(false);
});
