// Worker of title-indexes.ts: reads the titles of the entities of one collection after another.

import { parsePath, readPath } from '../../../kernel/field-path.ts';
import { answerMessages } from '../../../platform/files/answering-worker.ts';
import { walkShard } from '../../catalog/shard.ts';
import { foldTitle } from './title-index.ts';
import type { FromTitles, ToTitles } from './title-messages.ts';

/** Of one title; longer ones are searched by their beginning. */
const CHARACTERS_MAX = 200;
const LANGUAGES_MAX = 32;

const decoder = new TextDecoder('utf-8', { fatal: true });
let found: [id: string, text: string][] = [];

/** The texts of a title: one, or one for each language. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const texts = Object.values(value).filter((text) => typeof text === 'string' && text.trim() !== '');
  return [...new Set<string>(texts)].slice(0, LANGUAGES_MAX);
}

function addShard(title: string | null, bytes: Uint8Array): void {
  const path = title === null ? undefined : parsePath(title);
  walkShard(bytes, (id, start, end) => {
    const entity: unknown = path && JSON.parse(decoder.decode(bytes.subarray(start, end)));
    const titles = path === undefined ? [] : textsOf(readPath(entity, path));
    const texts = (titles.length === 0 ? [id] : titles).map((text) => foldTitle(text.slice(0, CHARACTERS_MAX)));
    found.push([id, texts.join('\n')]);
  });
}

/** Shorter ids come first, so that numbers are in their order. */
function finish(): FromTitles {
  found.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  const titled = { kind: 'titled', ids: found.map(([id]) => id), texts: found.map(([, text]) => text) } as const;
  found = [];
  return titled;
}

answerMessages((question: ToTitles): FromTitles => {
  if (question.kind === 'finish') return finish();
  addShard(question.title, question.bytes);
  return { kind: 'taken' };
});
