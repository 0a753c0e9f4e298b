// Worker of comparisons.ts: compares documents of two releases, pair by pair, and puts the changes in order. It holds a
// batch of pairs at a time and the changes that it found.
import { answerMessages } from '../../../platform/files/answering-worker.ts';
import { changedFields, changedValues } from './changed-fields.ts';
import {
  type ChangeKind,
  type ChangeList,
  type EntityChange,
  type FromComparison,
  PIECE_LINES,
  type ToComparison,
} from './comparison-messages.ts';
import { presentChange } from './cut-value.ts';

interface Change {
  readonly key: string;
  readonly line: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();
let changes: Change[] = [];
let counts = { added: 0, removed: 0, changed: 0 };

function report(key: string, change: ChangeKind, item: object): void {
  counts[change]++;
  changes.push({ key, line: JSON.stringify(item) });
}

function parse(bytes: Uint8Array | undefined): object {
  if (bytes === undefined) return {};
  const value: unknown = JSON.parse(decoder.decode(bytes));
  if (typeof value !== 'object' || value === null) throw new Error('a shard is a JSON object');
  return value;
}

/** Calls `visit` for every key of either object; what a key lacks is undefined. */
function eachKey(before: object, after: object, visit: (key: string, old: unknown, now: unknown) => void): void {
  for (const key of Object.keys(after)) {
    visit(key, Object.hasOwn(before, key) ? Reflect.get(before, key) : undefined, Reflect.get(after, key));
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) visit(key, Reflect.get(before, key), undefined);
  }
}

function compareEntity(id: string, before: unknown, after: unknown): void {
  const change: ChangeKind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const fields = change === 'changed' ? changedFields(before, after) : [];
  if (fields !== undefined) report(id, change, { id, change, fields });
}

function compareDocument(name: string, before: Uint8Array | undefined, after: Uint8Array | undefined): void {
  const value = (bytes: Uint8Array | undefined): unknown => bytes && JSON.parse(decoder.decode(bytes));
  compareEntity(name, value(before), value(after));
}

/** What changed in these entities of two documents. */
function compareValues({ ids, before, after }: Extract<ToComparison, { kind: 'values' }>): FromComparison {
  const reader = (side: typeof before): ((id: string) => unknown) => {
    if (side === undefined) return () => undefined;
    if (side.isWhole) {
      const value: unknown = JSON.parse(decoder.decode(side.bytes));
      return () => value;
    }
    const shard = parse(side.bytes);
    return (id) => (Object.hasOwn(shard, id) ? Reflect.get(shard, id) : undefined);
  };
  const [readBefore, readAfter] = [reader(before), reader(after)];
  const changes = ids.map((id): EntityChange | undefined => {
    const [old, now] = [readBefore(id), readAfter(id)];
    if (old === undefined && now === undefined) return undefined;
    if (old === undefined || now === undefined) {
      return { change: old === undefined ? 'added' : 'removed', fields: [], values: '[]' };
    }
    const found = changedValues(old, now);
    if (found === undefined) return undefined;
    const fields = found.map(({ path }) => path);
    return { change: 'changed', fields, values: JSON.stringify(found.map(presentChange)) };
  });
  return { kind: 'values', changes };
}

function compareFiles(before: Uint8Array | undefined, after: Uint8Array | undefined): void {
  const entries = (bytes: Uint8Array | undefined): object => {
    const { entries: found = {} }: { readonly entries?: object } = parse(bytes);
    return found;
  };
  eachKey(entries(before), entries(after), (path, old, now) => {
    if (isCatalogDocument(path)) return;
    const [oldSha256, , oldType] = readEntry(old);
    const [sha256, bytes, mediaType] = readEntry(now ?? old);
    if (old !== undefined && now !== undefined && sha256 === oldSha256 && mediaType === oldType) return;
    const change: ChangeKind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    report(path, change, { path, change, mediaType, bytes });
  });
}

/** What changed in them is told by their entities. */
const isCatalogDocument = (path: string): boolean => path.startsWith('api/');

const readEntry = (entry: unknown): readonly unknown[] => (Array.isArray(entry) ? entry : []);

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Numbers by their value and first, everything else by its characters. */
function compareKeys({ key: a }: Change, { key: b }: Change): number {
  const [isNumberA, isNumberB] = [WHOLE_NUMBER.test(a), WHOLE_NUMBER.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function endList(): ChangeList {
  changes.sort(compareKeys);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < changes.length; at += PIECE_LINES) {
    const lines = changes.slice(at, at + PIECE_LINES).map(({ line }) => line);
    pieces.push(Bun.gzipSync(encoder.encode(lines.join('\n')), { level: 3 }));
  }
  const list = { ...counts, pieces };
  changes = [];
  counts = { added: 0, removed: 0, changed: 0 };
  return list;
}

function answer(word: ToComparison): FromComparison {
  switch (word.kind) {
    case 'entities':
      for (const { before, after } of word.pairs) eachKey(parse(before), parse(after), compareEntity);
      return { kind: 'taken' };
    case 'document':
      for (const { before, after } of word.pairs) compareDocument(word.name, before, after);
      return { kind: 'taken' };
    case 'files':
      for (const { before, after } of word.pairs) compareFiles(before, after);
      return { kind: 'taken' };
    case 'values':
      return compareValues(word);
    case 'end':
      return { kind: 'list', list: endList() };
  }
}

answerMessages(answer);
