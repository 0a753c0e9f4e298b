// Reads files by language as collections that join them. Every language is read, because an id has to be the same in all of them.

import { escapeText } from '../../kernel/field-path.ts';
import { isObject } from '../../kernel/is-object.ts';
import { primaryLanguage } from '../../kernel/languages.ts';
import { type Collection, createEntity } from '../catalog/derive-collection.ts';
import { isKeyValue, keyOf } from '../catalog/entity-key.ts';
import { joinLocales } from '../catalog/join-locales.ts';
import { readField } from '../release/snapshot/field-path.ts';
import type { TableFile } from './folder.ts';
import { idFields, type KeyCandidate } from './ids.ts';
import { chooseLeader, type LanguageGroup } from './language-names.ts';
import { type LearnedCollection, learn } from './learn.ts';
import { counted } from './reason.ts';
import { stemOf } from './resource-names.ts';
import { type Element, type FoundCollection, isDrawing, judgeTable, type TableForm } from './table-form.ts';
import { leaveOutParts, type ParsedTable, parseTable, type Reader } from './table-reader.ts';

/** Languages whose texts are looked at whole, beside the leading one. */
const COMPARED_LANGUAGES = 3;
/** Share of the entities of a language that the leading one has, too. */
const SAME_SHARE = 0.5;

/** A collection of the leading language, and what was learned of the others. */
interface Joined {
  readonly found: FoundCollection;
  readonly learned: LearnedCollection;
  /** Ids that every language so far has. */
  keys: readonly KeyCandidate[];
  readonly tags: string[];
  readonly compared: { readonly tag: string; readonly found: FoundCollection }[];
}

/** Adds the collections of a group of files; false when they are not by language. */
export function learnLanguages(reader: Reader, group: LanguageGroup, byPath: ReadonlyMap<string, TableFile>): boolean {
  const tags = [...group.files.keys()];
  const leader = chooseLeader(tags);
  const silent: Reader = { ...reader, warnings: [], leftOut: [] };
  const parse = (tag: string, one: Reader): ParsedTable | undefined => {
    const file = byPath.get(group.files.get(tag) ?? '');
    return file && parseTable(one, file);
  };
  const leading = parse(leader, silent);
  if (leading === undefined || isDrawing(leading.value)) return false;
  const stem = stemOf(group.pattern);
  const form = judgeTable(leading.value, stem);
  const leaveOut = (why: string): true => {
    for (const path of group.files.values()) reader.leftOut.push({ path, why });
    return true;
  };
  if (form.kind === 'none') return leaveOut(`${form.why}, one file of ${counted(tags.length, 'language')}`);
  const founds = collectionsOf(form);
  const inputOf = (found: FoundCollection, own: readonly string[]) => ({
    files: own.flatMap((tag) => byPath.get(group.files.get(tag) ?? '') ?? []),
    source: sourceOf(group, leader, own),
    found,
    word: founds.length > 1 ? (found.path.at(-1) ?? stem) : wordOfPattern(group.pattern, found),
    hasRepeatedKeys: false,
    locales: own,
  });
  const reasons: string[] = [];
  const parts = [...form.aside.unused];
  const all = founds.flatMap((found): readonly Joined[] => {
    const learned = learn(inputOf(found, tags));
    if (typeof learned !== 'string') {
      return [{ found, learned, keys: learned.keys, tags: [leader], compared: [] }];
    }
    reasons.push(learned);
    parts.push({ path: found.path, why: learned });
    return [];
  });
  for (const tag of inOrder(tags, leader)) {
    reader.onRead();
    const parsed = all.length === 0 ? undefined : parse(tag, reader);
    if (parsed === undefined) continue;
    const there = judgeTable(parsed.value, stem);
    for (const one of all) addLanguage(one, tag, there.kind === 'none' ? [] : collectionsOf(there));
  }
  const used = new Set<string>();
  for (const one of all) {
    const { found, keys, tags: own, compared } = one;
    const [key] = keys;
    if (key === undefined || own.length < 2) {
      // The leading language makes a table by itself.
      const files = inputOf(found, [leader]).files;
      reader.collections.push({ ...one.learned, files, source: { kind: 'files' } });
      used.add(leader);
      continue;
    }
    const { joined, localized } = joinLanguages(leader, found, compared, key);
    const learned = learn({ ...inputOf(found, own), joined, localized });
    if (typeof learned === 'string') continue;
    for (const tag of own) used.add(tag);
    reader.collections.push({ ...learned, keys, count: key.keys.size });
  }
  if (used.size === 0)
    return leaveOut(`${reasons[0] ?? 'nothing in it has ids'}, one file of ${counted(tags.length, 'language')}`);
  leaveOutParts(reader, group.pattern, parts);
  for (const [tag, path] of group.files) {
    if (!used.has(tag))
      reader.leftOut.push({
        path,
        why: 'its form or its ids are not those of the leading language',
        of: group.files.get(leader) ?? '',
      });
  }
  return true;
}

const collectionsOf = (form: Extract<TableForm, { readonly kind: 'collections' }>): readonly FoundCollection[] =>
  form.main === undefined ? form.others : [form.main, ...form.others];

/** Languages with scripts of their own show best which texts differ. */
const inOrder = (tags: readonly string[], leader: string): readonly string[] =>
  [...new Set(['ja', 'ko', 'de', ...tags])].filter((tag) => tag !== leader && tags.includes(tag));

function sourceOf(group: LanguageGroup, leader: string, tags: readonly string[]): LearnedCollection['source'] {
  const files = new Map(tags.map((tag) => [tag, group.files.get(tag) ?? '']));
  // A pattern means all files that fit it, and knows tags of ISO 639-1.
  const isOpen =
    tags.length === group.files.size && tags.every((tag) => tag === leader || primaryLanguage(tag) !== undefined);
  return { kind: 'languages', pattern: group.pattern, leader, tags, files, isOpen };
}

function addLanguage(one: Joined, tag: string, founds: readonly FoundCollection[]): void {
  const { found, keys } = one;
  const same = founds.find(({ path, shape }) => shape === found.shape && path.join('\0') === found.path.join('\0'));
  if (same === undefined) return;
  const fit = keys.filter((key) => isIn(key, same.elements));
  const [key] = fit;
  // A language without any entity of the others is another table.
  if (key === undefined && !keys.some((candidate) => hasShared(candidate, same.elements))) return;
  one.keys = fit;
  if (key === undefined) return;
  one.tags.push(tag);
  if (one.compared.length < COMPARED_LANGUAGES) one.compared.push({ tag, found: same });
}

function rawOf({ field, id }: KeyCandidate, { key, value }: Element): unknown {
  if (field === undefined) return key;
  return idFields(id ?? field)
    .map((name) => readField(value, name))
    .find(isKeyValue);
}

/** Whether a candidate gives the entities of a language ids, and those of the leading one. */
function isIn(candidate: KeyCandidate, elements: readonly Element[]): boolean {
  const keys = new Set<string>();
  let shared = 0;
  for (const element of elements) {
    const raw = rawOf(candidate, element);
    const key = isKeyValue(raw) ? keyOf(raw, candidate.isEncoded ? 'path' : undefined) : undefined;
    if (key === undefined) return false;
    if (candidate.keys.has(key)) shared++;
    keys.add(key);
  }
  return (keys.size === elements.length || candidate.hasDuplicates) && shared >= elements.length * SAME_SHARE;
}

const hasShared = (candidate: KeyCandidate, elements: readonly Element[]): boolean =>
  elements.some((element) => candidate.raw.has(String(rawOf(candidate, element))));

/** `langs/{locale}.json` are countries if that is where they stand in the file, else `langs`. */
function wordOfPattern(pattern: string, found: FoundCollection): string {
  const last = found.path.at(-1);
  if (last !== undefined) return last;
  const parts = pattern
    .replace(/\.[^/]*$/, '')
    .split('/')
    .reverse();
  return (parts.find((part) => part !== '{locale}') ?? 'texts').replace(/[-_. ]*\{locale\}[-_. ]*/, '');
}

function joinLanguages(
  leader: string,
  found: FoundCollection,
  others: readonly { readonly tag: string; readonly found: FoundCollection }[],
  key: KeyCandidate | undefined,
): { readonly joined: readonly object[]; readonly localized: readonly string[] } {
  const collectionOf = (own: FoundCollection): Collection => ({
    shape: own.shape === 'array' || own.shape === 'rows' ? 'array' : 'object',
    entities: own.elements.flatMap(({ key: name, value }) => {
      const raw: unknown = key?.field === undefined ? name : readField(value, key.field);
      if (typeof raw !== 'string' && typeof raw !== 'number') return [];
      return [createEntity({ summary: [] }, { key: String(raw), value, location: [], file: '' })];
    }),
  });
  const editions = others.map(({ tag, found: own }) => ({ locale: tag, collection: collectionOf(own) }));
  const all = joinLocales([{ locale: leader, collection: collectionOf(found) }, ...editions], {
    declaration: { summary: [] },
    localized: undefined,
    report: () => undefined,
  });
  const joined = all.entities.flatMap(({ value }) => (isObject(value) ? [value] : []));
  return { joined, localized: [...localizedPaths(joined, new Set([leader, ...others.map(({ tag }) => tag)]))] };
}

/** Paths of objects that are texts by language after the languages were joined. */
function localizedPaths(values: readonly object[], tags: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, path);
    if (!isObject(value)) return;
    const entries = Object.entries(value);
    if (
      path.length > 0 &&
      entries.length > 0 &&
      entries.every(([key, text]) => tags.has(key) && typeof text === 'string')
    ) {
      found.add(path.map(escapeText).join('.'));
      return;
    }
    for (const [key, member] of entries) visit(member, [...path, key]);
  };
  for (const value of values) visit(value, []);
  return found;
}
