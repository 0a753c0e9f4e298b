// Reads the tables of a folder, one after another or a group at a time, and learns of each what a draft needs. Entities are
// dropped again, so that memory is bounded by the largest table or group.
import { isObject } from '../../kernel/is-object.ts';
import { keyOf } from '../catalog/entity-key.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { dropCopies } from './copies.ts';
import type { ListedFolder, TableFile } from './folder.ts';
import { type FileGroup, folderOf, groupFiles, groupNumbered, TABLES_OF_ONE_FORM, wordBefore } from './group-files.ts';
import type { KeyCandidate } from './ids.ts';
import { groupByLanguage } from './language-names.ts';
import { type LearnedCollection, type LearnedView, learn } from './learn.ts';
import { learnLanguages } from './read-languages.ts';
import { learnLarge, WHOLE_BYTES_MAX } from './read-large.ts';
import { code, counted } from './reason.ts';
import { kebabOf, stemOf } from './resource-names.ts';
import {
  asCollection,
  type Element,
  type FoundCollection,
  isDrawing,
  judgeTable,
  type TableForm,
  type UnusedPart,
  wordsOfPairs,
} from './table-form.ts';
import { leaveOutParts, type ParsedTable, parseTable, type Reader, readBytes } from './table-reader.ts';
import { dropVersions } from './versions.ts';

export type { LearnedDocument } from './table-reader.ts';

const TEXTS_MAX = 10_000;
/** Files of one form that become one resource by a glob. */
const GLOB_FILES_MIN = 4;
const ALIKE_SHARE = 0.8;
/** Collections of a file of this size or less may be views of one resource. */
const VIEWS_BYTES_MAX = 4 * 1024 * 1024;
/** An object with more keys is a table by key. */
const ENTITY_KEYS_MAX = 200;

/** Reads all tables. Files that cannot be parsed are left out with a warning. */
export function learnTables(folder: ListedFolder, onProgress: (done: number, total: number) => void) {
  let done = 0;
  const reader: Reader = {
    root: folder.root,
    hasCatalog: folder.hasCatalog,
    media: folder.files,
    collections: [],
    documents: [],
    warnings: [],
    leftOut: [],
    onRead: () => onProgress(done++, folder.tables.length),
  };
  const files = dropCopies(folder.root, dropVersions(folder.tables, reader.leftOut), reader.leftOut);
  const byPath = new Map(files.map((file) => [file.local, file]));
  const taken = new Set<string>();
  for (const group of groupByLanguage(files.map(({ local }) => local))) {
    if (learnLanguages(reader, group, byPath)) for (const path of group.files.values()) taken.add(path);
  }
  const single = files.filter(({ local }) => !taken.has(local));
  for (const group of groupFiles(single)) learnGroup(reader, group);
  const { collections, documents, warnings, leftOut } = reader;
  return { collections, documents, warnings, leftOut };
}

function learnGroup(reader: Reader, group: FileGroup): void {
  const { files, parts } = group;
  if (files.length >= GLOB_FILES_MIN && learnGlob(reader, group)) return;
  if (parts !== undefined) {
    for (const part of parts) learnGroup(reader, part);
    return;
  }
  const lists = groupNumbered(files);
  const single: TableFile[] = [];
  for (const list of lists) {
    if (list.length === 1 || !learnJoined(reader, list)) single.push(...list);
  }
  if (single.length > TABLES_OF_ONE_FORM && learnMany(reader, single)) return;
  for (const file of single) learnFile(reader, file);
}

function isSchema(value: unknown): boolean {
  if (!isObject(value)) return false;
  const schema: unknown = Reflect.get(value, '$schema');
  return typeof schema === 'string' && schema.includes('json-schema.org');
}

/** Many files with one entity each; false when they are none. */
function learnGlob(reader: Reader, { folder, ending, files, name, parts = [] }: FileGroup): boolean {
  // Signs of globs in the name of a folder would mean others.
  if (/[?[\]{}\\]/.test(folder + ending)) return false;
  // A few of them, from the whole list, show whether the rest needs to be read.
  const step = Math.max(1, Math.floor(files.length / 8));
  const firsts = parts.flatMap(({ files: [first] }) => first ?? []).slice(0, 24);
  const probe = [...new Set([...firsts, ...files.filter((_, at) => at % step === 0).slice(0, 12)])];
  const silent: Reader = { ...reader, collections: [], documents: [], warnings: [], leftOut: [] };
  const probed = probe.flatMap((file) => parseTable(silent, file) ?? []);
  if (probed.length < probe.length * ALIKE_SHARE || probed.length === 0) return false;
  const isMap = files.length > TABLES_OF_ONE_FORM && probed.every(({ value }) => isDrawing(value));
  if (!isMap && !areEntities(probed.map(({ value }) => value))) return false;
  const pattern = name === undefined ? `${folder}*${ending}` : `${folder}${name}`;
  if (isMap) {
    for (const { local } of files)
      reader.leftOut.push({ path: local, why: 'it is a map to draw, one of many of one form' });
    return true;
  }
  const parsed = files.flatMap((file) => {
    reader.onRead();
    return parseTable(reader, file) ?? [];
  });
  const entities = parsed.filter((table) => isObject(table.value));
  const elements = entities.map(({ value }): Element => ({ key: undefined, value: isObject(value) ? value : {} }));
  const found: FoundCollection = {
    path: [],
    shape: 'array',
    elements,
    why: `${counted(elements.length, 'file')} of one form hold one entity each`,
  };
  const learned = learn({
    files: entities.map(({ file }) => file),
    source: { kind: 'glob', pattern },
    found,
    word: wordOfFolder(folder, ending),
    hasRepeatedKeys: false,
    ownKeys: keysOfNames(
      entities.map(({ file }) => file.local),
      folder,
    ),
  });
  if (typeof learned === 'string') return false;
  // A glob takes every file that it matches, so what is broken needs to be repaired first.
  reader.collections.push(learned);
  return true;
}

const wordOfFolder = (folder: string, ending: string): string => {
  const names = folder.split('/').filter((name) => name !== '' && !name.includes('*'));
  return names.at(-1) ?? stemOf(`x${ending}`);
};

/** The names of the files as ids, where they differ; else their paths. */
function keysOfNames(paths: readonly string[], folder: string): readonly KeyCandidate[] {
  const fixed = folder.slice(0, folder.indexOf('*') < 0 ? folder.length : folder.indexOf('*'));
  const pathOf = (path: string): string => path.slice(fixed.length).replace(/(?<=[^/])\.[^./]+$/, '');
  const nameOf = (path: string): string => pathOf(path).slice(pathOf(path).lastIndexOf('/') + 1);
  for (const [field, textOf] of [
    ['$name', nameOf],
    ['$path', pathOf],
  ] as const) {
    const raw = new Set(paths.map(textOf));
    for (const encode of [undefined, 'path'] as const) {
      const keys = new Set([...raw].flatMap((text) => keyOf(text, encode) ?? []));
      if (keys.size < paths.length) continue;
      return [
        {
          field: undefined,
          id: encode === undefined ? field : { field, encode },
          keys,
          raw,
          isEncoded: encode !== undefined,
          hasDuplicates: false,
          isNamed: true,
          why: field === '$name' ? 'the name of the file is the id' : 'the path of the file is the id',
        },
      ];
    }
  }
  return [];
}

/** Whether each of these values is one entity: objects that have fields with values in common, and are no tables. */
function areEntities(values: readonly unknown[]): boolean {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (!isObject(value) || isSchema(value) || asCollection(value, []) !== undefined || isWrapper(value)) return false;
    if (Object.keys(value).length > ENTITY_KEYS_MAX) return false;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'object' || member === null) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const shared = [...counts].filter(([, count]) => count >= values.length * ALIKE_SHARE);
  return (
    shared.length >= 2 ||
    (shared.length === 1 && values.every((value) => isObject(value) && Object.keys(value).length <= 4))
  );
}

/** Whether nearly all of an object is one list, such as `{"version": 1, "cards": […]}`. */
function isWrapper(value: object): boolean {
  const members: readonly unknown[] = Object.values(value);
  const lists = members.filter((member) => asCollection(member, []) !== undefined);
  return lists.length === 1 && members.length <= 3;
}

/** Several files as one collection; false when they are none together. */
function learnJoined(reader: Reader, files: readonly TableFile[]): boolean {
  const [first] = files;
  if (first === undefined || files.reduce((sum, { bytes }) => sum + bytes, 0) > WHOLE_BYTES_MAX * 4) return false;
  const silent: Reader = { ...reader, warnings: [], leftOut: [] };
  const parsed = files.flatMap((file) => parseTable(silent, file) ?? []);
  if (parsed.length < files.length) return false;
  const word = wordBefore(first.local);
  return joinParsed(
    reader,
    parsed,
    word,
    `${files
      .map(({ local }) => code(local))
      .slice(0, 5)
      .join(', ')}${files.length > 5 ? ' and others' : ''} differ by a number and have the same form`,
  );
}

function joinParsed(reader: Reader, parsed: readonly ParsedTable[], word: string, why: string): boolean {
  const mains: FoundCollection[] = [];
  for (const { value } of parsed) {
    const form = judgeTable(value, word);
    if (form.kind === 'none' || form.main === undefined || form.others.length > 0) return false;
    mains.push(form.main);
  }
  const [main] = mains;
  const isSame = (other: FoundCollection): boolean =>
    other.shape === main?.shape && other.path.join('\0') === main.path.join('\0');
  if (main === undefined || main.shape === 'rows' || main.shape === 'pairs' || !mains.every(isSame)) return false;
  const found = { ...main, elements: mains.flatMap(({ elements }) => elements) };
  const learned = learn({
    files: parsed.map(({ file }) => file),
    source: { kind: 'files' },
    found,
    word,
    hasRepeatedKeys: parsed.some(({ hasRepeatedKeys }) => hasRepeatedKeys),
    why: [why],
  });
  if (typeof learned === 'string' || learned.keys[0]?.hasDuplicates !== false || !learned.keys[0].isNamed) return false;
  for (const { file, value } of parsed) {
    reader.onRead();
    leaveOutParts(reader, file.local, judgeTable(value, word).aside.unused);
  }
  reader.collections.push(learned);
  return true;
}

/** More files of one form than there should be resources: one resource of all of them, or none. */
function learnMany(reader: Reader, files: readonly TableFile[]): boolean {
  const silent: Reader = { ...reader, warnings: [], leftOut: [] };
  const probe = files.slice(0, 6).flatMap((file) => parseTable(silent, file) ?? []);
  if (probe.every(({ value }) => keyedEntityOf(value) !== undefined) && learnKeyed(reader, files)) return true;
  const forms = new Set(
    probe.map(({ value }) => {
      const form = judgeTable(value, '');
      return form.kind === 'none' ? 'none' : `${form.main?.shape} ${form.main?.path.join('.')}`;
    }),
  );
  if (forms.size !== 1) return false;
  if (forms.has('none')) return false;
  const parsed = files.flatMap((file) => parseTable(silent, file) ?? []);
  const word = wordOfFolder(folderOf(files[0]?.local ?? ''), '');
  const why = `${counted(files.length, 'file')} of one folder have the same form`;
  if (parsed.length === files.length && joinParsed(reader, parsed, word, why)) return true;
  const reason = `it is one of ${counted(files.length, 'table')} of one form whose ids repeat: as many resources would help nobody`;
  for (const { local } of files) reader.leftOut.push({ path: local, why: reason });
  return true;
}

/** The entity of a file that is a table by key with this entity alone. */
function keyedEntityOf(value: unknown): Element | undefined {
  if (!isObject(value)) return undefined;
  const [entry, second] = Object.entries(value);
  return entry !== undefined && second === undefined && isObject(entry[1]) && asCollection(entry[1], []) === undefined
    ? { key: entry[0], value: entry[1] }
    : undefined;
}

/** Files that each hold one entity under its key, as one resource. */
function learnKeyed(reader: Reader, files: readonly TableFile[]): boolean {
  const parsed = files.flatMap((file) => parseTable({ ...reader, warnings: [], leftOut: [] }, file) ?? []);
  const elements = parsed.flatMap(({ value }) => keyedEntityOf(value) ?? []);
  const keys = new Set(elements.map(({ key }) => key));
  if (elements.length < files.length || keys.size < files.length) return false;
  const why = `${counted(files.length, 'file')} hold one entity each, by its key`;
  const learned = learn({
    files,
    source: { kind: 'files' },
    found: { path: [], shape: 'object', elements, why },
    word: wordOfFolder(folderOf(files[0]?.local ?? ''), ''),
    hasRepeatedKeys: false,
  });
  if (typeof learned === 'string') return false;
  for (const _ of files) reader.onRead();
  reader.collections.push(learned);
  return true;
}

function learnFile(reader: Reader, file: TableFile): void {
  reader.onRead();
  const bytes = readBytes(reader, file);
  if (bytes === undefined) return;
  const isLarge = bytes.byteLength > WHOLE_BYTES_MAX && /^(?:nd)?json$/.test(formatOf(file.local) ?? '');
  if (isLarge) {
    const found = learnLarge(reader, file, bytes, {
      learnForm: (form) => learnForm(reader, file, form, false),
      leaveOut: (why) => leaveOut(reader, file, why),
    });
    if (found) return;
  }
  const parsed = parseTable(reader, file, bytes);
  if (parsed !== undefined) learnParsed(reader, parsed);
}

function learnParsed(reader: Reader, { file, value, hasRepeatedKeys }: ParsedTable): void {
  if (isSchema(value)) {
    reader.leftOut.push({ path: file.local, why: 'it is a JSON Schema' });
    return;
  }
  const texts = textsOf(value);
  if (texts !== undefined && [...texts.values()].every((path) => reader.media.get(path)?.startsWith('image/'))) {
    reader.documents.push({ file, why: 'it gives pictures of the release by name', marks: texts });
    return;
  }
  learnForm(reader, file, judgeTable(value, stemOf(file.local)), hasRepeatedKeys);
}

function learnForm(reader: Reader, file: TableFile, form: TableForm, hasRepeatedKeys: boolean): void {
  if (form.kind === 'none') {
    leaveOut(reader, file, form.why);
    if (!reader.hasCatalog) leaveOutParts(reader, file.local, form.aside.unused);
    return;
  }
  for (const branch of form.aside.branches) {
    reader.leftOut.push({
      path: `${file.local} (${branch})`,
      why: 'it is another language of the same tables; a descriptor joins languages by file',
    });
  }
  const { main, others } = leadingOf(reader, file, form);
  const base = { files: [file], source: { kind: 'files' }, hasRepeatedKeys } as const;
  const word = (found: FoundCollection): string => (found === main ? stemOf(file.local) : (found.path.at(-1) ?? ''));
  const asViews = main !== undefined && others.length > 0 && file.bytes <= VIEWS_BYTES_MAX;
  const parts: UnusedPart[] = [...form.aside.unused];
  const views = asViews ? viewsOf(others, (found) => learn({ ...base, found, word: word(found) }), parts) : [];
  const wanted = main === undefined ? others : asViews ? [main] : [main, ...others];
  const reasons: string[] = [];
  let isUsed = false;
  for (const found of wanted) {
    const learned =
      !reader.hasCatalog && areSettings(found)
        ? 'it has a few objects of numbers, which are settings'
        : learn({ ...base, found, word: word(found), views: found === main ? views : [] });
    if (typeof learned === 'string') {
      reasons.push(learned);
      parts.push({ path: found.path, why: learned });
      continue;
    }
    isUsed = true;
    reader.collections.push(learned);
  }
  if (!isUsed) leaveOut(reader, file, reasons[0] ?? 'nothing in it has ids');
  else leaveOutParts(reader, file.local, parts);
}

/** Further collections of a file as views of its main one. Adds to the parts what cannot be one. */
function viewsOf(
  others: readonly FoundCollection[],
  learnPart: (found: FoundCollection) => LearnedCollection | string,
  parts: UnusedPart[],
): readonly LearnedView[] {
  const names = new Set<string>();
  return others.flatMap((found): readonly LearnedView[] => {
    const { path, shape, elements } = found;
    if (shape === 'pairs' || shape === 'rows') {
      const keys = elements.flatMap(({ key }) => key ?? []);
      const what = `it has ${counted(elements.length, 'value')} by key; ${wordsOfPairs(path, keys)}`;
      parts.push({ path, why: shape === 'pairs' ? what : 'it is a list of lists, which cannot be a view' });
      return [];
    }
    const learned = learnPart(found);
    const key = typeof learned === 'string' ? undefined : learned.keys[0];
    const name = kebabOf(path.at(-1) ?? '');
    if (key === undefined || names.has(name)) {
      parts.push({ path, why: typeof learned === 'string' ? learned : 'another collection of the file is called so' });
      return [];
    }
    names.add(name);
    return [{ path, key }];
  });
}

/** In a folder that is a snapshot already, the largest collection of a file leads, and the others are its views. */
function leadingOf(
  { hasCatalog }: Reader,
  { bytes }: TableFile,
  { main, others }: Extract<TableForm, { readonly kind: 'collections' }>,
): { readonly main: FoundCollection | undefined; readonly others: readonly FoundCollection[] } {
  if (main !== undefined || !hasCatalog || bytes > VIEWS_BYTES_MAX) return { main, others };
  const [largest] = others
    .filter(({ shape }) => shape === 'array' || shape === 'object')
    .sort((a, b) => b.elements.length - a.elements.length);
  if (largest === undefined) return { main, others };
  const why = `the collection at ${code(largest.path.join('.'))} is the largest one of the file, and ${largest.why}`;
  return { main: { ...largest, why }, others: others.filter((other) => other !== largest) };
}

const FEW = 8;

/** A few objects by key without any text tell a program something, and people nothing. */
const areSettings = ({ shape, elements }: FoundCollection): boolean =>
  shape === 'object' &&
  elements.length < FEW &&
  !elements.some(({ value }) => Object.values(value).some((member) => typeof member === 'string'));

/** A table without entities: a document where the folder is a snapshot already, else left out. */
function leaveOut(reader: Reader, file: TableFile, why: string): void {
  if (reader.hasCatalog && formatOf(file.local) === 'json') reader.documents.push({ file, why, marks: undefined });
  else reader.leftOut.push({ path: file.local, why });
}

function textsOf(value: unknown): ReadonlyMap<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string' || texts.size === TEXTS_MAX) return undefined;
    texts.set(key, text);
  }
  return texts.size > 0 ? texts : undefined;
}
