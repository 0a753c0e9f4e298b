// Reads the tables of a folder, one after another or a group at a time, and learns of each what a draft needs. Entities are
// dropped again, so that memory is bounded by the largest table or group.
import { readFileSync } from 'node:fs';
import type { Collection } from '../catalog/derive-collection.ts';
import { createEntity } from '../catalog/derive-collection.ts';
import { keyOf } from '../catalog/entity-key.ts';
import { joinLocales } from '../catalog/join-locales.ts';
import type { Finding } from '../release/common/finding.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { JSON_BYTES_MAX } from '../release/snapshot/json-input.ts';
import { systemCode } from '../release/snapshot/mounts.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { parseTableInput } from '../release/snapshot/tables/table-input.ts';
import { type JsonPart, kindOf, membersOf, parsePart, walkLines, walkMembers } from './big-json.ts';
import { dropCopies } from './copies.ts';
import type { ListedFolder, TableFile } from './folder.ts';
import type { KeyCandidate } from './ids.ts';
import { chooseLeader, groupByLanguage, type LanguageGroup } from './language-names.ts';
import { type LargeTable, learnLargeTable } from './large-table.ts';
import { type LearnedCollection, type LearnedView, learn } from './learn.ts';
import { code, counted, type LeftOut } from './reason.ts';
import { stemOf } from './resource-names.ts';
import {
  asCollection,
  chooseCollections,
  type Element,
  type FoundCollection,
  findCollections,
  isDrawing,
  isObject,
  judgeTable,
  leadingBranch,
  type TableForm,
} from './table-form.ts';
import { dropVersions } from './versions.ts';

/** A file of a folder `catalog` that is no collection. */
export interface LearnedDocument {
  readonly file: TableFile;
  readonly why: string;
  /** Texts by key, of a document that is nothing else: it may be a table of marks. */
  readonly texts: ReadonlyMap<string, string> | undefined;
}

export interface LearnedTables {
  readonly collections: readonly LearnedCollection[];
  readonly documents: readonly LearnedDocument[];
  readonly warnings: readonly Finding[];
  readonly leftOut: readonly LeftOut[];
}

const TEXTS_MAX = 10_000;
const NUMBERED = /^(.*?)[-_ ]?\d+$/;
/** Files of one form that become one resource by a glob. */
const GLOB_FILES_MIN = 4;
const ALIKE_SHARE = 0.8;
/** Folders of one form whose files become one resource. */
const GLOB_FOLDERS_MIN = 3;
/** Files of one form, each with a table of its own, that become as many resources. */
const TABLES_OF_ONE_FORM = 48;
/** Larger files are read in parts. */
const WHOLE_BYTES_MAX = 48 * 1024 * 1024;
/** Collections of a file of this size or less may be views of one resource. */
const VIEWS_BYTES_MAX = 4 * 1024 * 1024;
const COMPARED_LANGUAGES = 3;
const MEMBERS_MAX = 200;
/** An object with more keys is a table by key. */
const ENTITY_KEYS_MAX = 200;

interface ParsedTable {
  readonly file: TableFile;
  readonly value: unknown;
  readonly hasRepeatedKeys: boolean;
}

interface Reader {
  readonly root: string;
  readonly hasCatalog: boolean;
  /** Release path → media type. */
  readonly media: ReadonlyMap<string, string>;
  readonly collections: LearnedCollection[];
  readonly documents: LearnedDocument[];
  readonly warnings: Finding[];
  readonly leftOut: LeftOut[];
  readonly onRead: () => void;
}

/** Reads all tables. Files that cannot be parsed are left out with a warning. */
export function learnTables(folder: ListedFolder, onProgress: (done: number, total: number) => void): LearnedTables {
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

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
/** What follows the first dot of a name: `.min.json`. */
const endingOf = (path: string): string =>
  /\.[^/]*$/.exec(path.slice(path.lastIndexOf('/') + 1).replace(/^\.+/, ''))?.[0] ?? '';
const suffixesOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = /(?:\.[A-Za-z][A-Za-z0-9-]*)+$/.exec(name);
  return found === null ? endingOf(path) : found[0];
};

interface FileGroup {
  /** Groups of single folders, where several folders are one group. */
  readonly parts?: readonly FileGroup[];
  /** Name of the files, where all have the same one. */
  readonly name?: string;
  readonly folder: string;
  readonly ending: string;
  readonly files: readonly TableFile[];
}

function groupFiles(files: readonly TableFile[]): readonly FileGroup[] {
  const groups = new Map<string, TableFile[]>();
  for (const file of files) {
    const key = `${folderOf(file.local)}\0${suffixesOf(file.local)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [file]);
    else known.push(file);
  }
  const own = [...groups].map(([key, members]): FileGroup => {
    const [folder = '', ending = ''] = key.split('\0');
    return { folder, ending, files: members };
  });
  return joinFolders(own);
}

/** Groups of folders beside each other that hold files with names that say nothing, such as one folder an entity. */
function joinFolders(groups: readonly FileGroup[]): readonly FileGroup[] {
  const byParent = new Map<string, FileGroup[]>();
  for (const group of groups) {
    const parent = folderOf(group.folder.slice(0, -1));
    const key = `${group.folder === '' ? '\0' : parent}\0${group.ending}`;
    byParent.set(key, [...(byParent.get(key) ?? []), group]);
  }
  return [...byParent.values()].flatMap((siblings) => {
    const [first] = siblings;
    if (first === undefined || first.folder === '' || siblings.length < GLOB_FOLDERS_MIN) return siblings;
    const parent = folderOf(first.folder.slice(0, -1));
    const total = siblings.reduce((sum, { files }) => sum + files.length, 0);
    // Different tables in each folder are no entities.
    const names = new Map<string, number>();
    for (const { files } of siblings)
      for (const { local } of files) names.set(stemOf(local), (names.get(stemOf(local)) ?? 0) + 1);
    const repeated = [...names.values()].filter((count) => count >= siblings.length / 2).length;
    if (total < siblings.length || (repeated > 1 && repeated * 2 > names.size)) {
      return siblings.length > TABLES_OF_ONE_FORM ? byStem(siblings) : siblings;
    }
    return [
      { folder: `${parent}*/`, ending: first.ending, files: siblings.flatMap(({ files }) => files), parts: siblings },
    ];
  });
}

/** The same tables in many folders: a group for each table. */
function byStem(siblings: readonly FileGroup[]): readonly FileGroup[] {
  const groups = new Map<string, TableFile[]>();
  for (const { files, folder } of siblings) {
    for (const file of files) {
      const name = file.local.slice(folder.length);
      const known = groups.get(name);
      if (known === undefined) groups.set(name, [file]);
      else known.push(file);
    }
  }
  const parent = folderOf((siblings[0]?.folder ?? '').slice(0, -1));
  return [...groups].map(([name, files]) => ({ folder: `${parent}*/`, ending: name, files, name }));
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

/** Files of one folder whose names differ by a number at the end are read together. */
function groupNumbered(files: readonly TableFile[]): readonly (readonly TableFile[])[] {
  const groups = new Map<string, TableFile[]>();
  for (const file of files) {
    const word = NUMBERED.exec(stemOf(file.local))?.[1] ?? '';
    const key = word === '' ? `file ${file.local}` : `group ${folderOf(file.local)}${word}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [file]);
    else known.push(file);
  }
  return [...groups.values()];
}

function refuseFile({ warnings, leftOut }: Reader, file: TableFile, finding: Finding): undefined {
  warnings.push({ ...finding, severity: 'warning', message: `Left out. ${finding.message}` });
  leftOut.push({ path: file.local, why: finding.message.replace(/\.$/, '') });
  return undefined;
}

function readBytes(reader: Reader, file: TableFile): Uint8Array | undefined {
  const refuse = (code: string, message: string): undefined =>
    refuseFile(reader, file, { severity: 'error', file: file.local, path: '', code, message });
  if (file.bytes > JSON_BYTES_MAX) return refuse('file_too_large', 'The file is over 1 GiB.');
  try {
    return readFileSync(`${reader.root}/${file.local}`);
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    return refuse('unreadable', `The file cannot be read (${reason}).`);
  }
}

function parseTable(reader: Reader, file: TableFile, given?: Uint8Array): ParsedTable | undefined {
  const bytes = given ?? readBytes(reader, file);
  if (bytes === undefined) return undefined;
  let hasRepeatedKeys = false;
  const findings: Finding[] = [];
  const parsed = parseTableInput(bytes, {
    file: file.local,
    report: (finding) => {
      if (finding.code === 'duplicate_key') hasRepeatedKeys = true;
      if (finding.severity === 'error') findings.push(finding);
    },
    format: formatOf(file.local) ?? 'json',
    checkNumbers: false,
  });
  const [failure] = findings;
  if (failure !== undefined) return refuseFile(reader, file, failure);
  return parsed === undefined ? undefined : { file, value: parsed.value, hasRepeatedKeys };
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
  const word = NUMBERED.exec(stemOf(first.local))?.[1] ?? '';
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
  for (const _ of parsed) reader.onRead();
  reader.collections.push(learned);
  return true;
}

/** More files of one form than there should be resources: one resource of all of them, or none. */
function learnMany(reader: Reader, files: readonly TableFile[]): boolean {
  const silent: Reader = { ...reader, warnings: [], leftOut: [] };
  const probe = files.slice(0, 6).flatMap((file) => parseTable(silent, file) ?? []);
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

function learnFile(reader: Reader, file: TableFile): void {
  reader.onRead();
  const bytes = readBytes(reader, file);
  if (bytes === undefined) return;
  const isLarge = bytes.byteLength > WHOLE_BYTES_MAX && /^(?:nd)?json$/.test(formatOf(file.local) ?? '');
  if (isLarge && learnLarge(reader, file, bytes)) return;
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
    reader.documents.push({ file, why: 'it gives pictures of the release by name', texts });
    return;
  }
  learnForm(reader, file, judgeTable(value, stemOf(file.local)), value, hasRepeatedKeys);
}

function learnForm(reader: Reader, file: TableFile, form: TableForm, value: unknown, hasRepeatedKeys: boolean): void {
  if (form.kind === 'none') {
    leaveOut(reader, file, form.why, value);
    return;
  }
  for (const branch of form.branches) {
    reader.leftOut.push({
      path: `${file.local} (${branch})`,
      why: 'it is another language of the same tables; a descriptor joins languages by file',
    });
  }
  const { main, others } = leadingOf(reader, file, form);
  const base = { files: [file], source: { kind: 'files' }, hasRepeatedKeys } as const;
  const word = (found: FoundCollection): string => (found === main ? stemOf(file.local) : (found.path.at(-1) ?? ''));
  const asViews = main !== undefined && others.length > 0 && file.bytes <= VIEWS_BYTES_MAX;
  const views = !asViews
    ? []
    : others.flatMap((found): readonly LearnedView[] => {
        if (found.shape === 'pairs' || found.shape === 'rows') return [];
        const learned = learn({ ...base, found, word: word(found) });
        const key = typeof learned === 'string' ? undefined : learned.keys[0];
        return key === undefined ? [] : [{ path: found.path, key }];
      });
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
      if (found.path.length > 0 && wanted.length > 1)
        reader.leftOut.push({ path: `${file.local} (${found.path.join('.')})`, why: learned });
      continue;
    }
    isUsed = true;
    reader.collections.push(learned);
  }
  if (!isUsed) leaveOut(reader, file, reasons[0] ?? 'nothing in it has ids', value);
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
function leaveOut(reader: Reader, file: TableFile, why: string, value: unknown): void {
  if (reader.hasCatalog && formatOf(file.local) === 'json') reader.documents.push({ file, why, texts: textsOf(value) });
  else reader.leftOut.push({ path: file.local, why });
}

/** A file that is too large to be in memory whole: its members are parsed one after another. */
function learnLarge(reader: Reader, file: TableFile, bytes: Uint8Array): boolean {
  const branches: string[] = [];
  const found: FoundCollection[] = [];
  const large: LargeTable[] = [];
  const visit = (part: JsonPart, path: readonly string[]): void => {
    const size = part.end - part.start;
    const isList = kindOf(bytes, part) === 'list';
    if (isList || countMembers(bytes, part) > MEMBERS_MAX) {
      // An object with many members is a table itself.
      large.push({ bytes, walk: () => walkMembers(bytes, part), size, path, shape: isList ? 'array' : 'object' });
      return;
    }
    const members = membersOf(bytes, part) ?? new Map<string, JsonPart>();
    const leader = leadingBranch([...members.keys()]);
    for (const [key, member] of members) {
      const below = [...path, key];
      if (leader !== undefined && key !== leader) {
        branches.push(below.join('.'));
        continue;
      }
      const isLarge = member.end - member.start > WHOLE_BYTES_MAX / 2;
      if (isLarge && below.length <= 3 && kindOf(bytes, member) !== undefined) {
        visit(member, below);
        continue;
      }
      const value = parsePart(bytes, member);
      const own = asCollection(value, below);
      if (own !== undefined) found.push(own);
      else if (isObject(value)) found.push(...findCollections(value, below, 3 - path.length, branches));
    }
  };
  try {
    const whole = { start: hasMark(bytes) ? 3 : 0, end: bytes.byteLength };
    if (formatOf(file.local) === 'ndjson') {
      large.push({
        bytes,
        walk: () => walkLines(bytes.subarray(whole.start)),
        size: whole.end,
        path: [],
        shape: 'array',
      });
    } else visit(whole, []);
    const reasons: string[] = [];
    for (const table of large) {
      const word = table.path.at(-1) ?? stemOf(file.local);
      const learned = learnLargeTable(table, {
        files: [file],
        source: { kind: 'files' },
        word,
        hasRepeatedKeys: false,
      });
      if (typeof learned === 'string') reasons.push(learned);
      else reader.collections.push(learned);
    }
    if (found.length > 0)
      learnForm(reader, file, chooseCollections(found, stemOf(file.local), branches), undefined, false);
    else if (reasons.length === large.length) leaveOut(reader, file, reasons[0] ?? 'it has no tables', undefined);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    // The parser of the whole says where the mistake is.
    return false;
  }
}

const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function countMembers(bytes: Uint8Array, part: JsonPart): number {
  let count = 0;
  for (const _ of walkMembers(bytes, part)) if (++count > MEMBERS_MAX) break;
  return count;
}

/** Files by language as collections that join them; false when they are none. */
function learnLanguages(reader: Reader, group: LanguageGroup, byPath: ReadonlyMap<string, TableFile>): boolean {
  const tags = [...group.files.keys()];
  const leader = chooseLeader(tags);
  const silent: Reader = { ...reader, warnings: [], leftOut: [] };
  const parse = (tag: string): ParsedTable | undefined => {
    const file = byPath.get(group.files.get(tag) ?? '');
    return file === undefined ? undefined : parseTable(silent, file);
  };
  const leading = parse(leader);
  if (leading === undefined || isDrawing(leading.value)) return false;
  const stem = stemOf(group.pattern);
  const form = judgeTable(leading.value, stem);
  if (form.kind === 'none') {
    const why = `${form.why}, one file of ${counted(tags.length, 'language')}`;
    for (const path of group.files.values()) reader.leftOut.push({ path, why });
    return true;
  }
  const compared = ['ja', 'ko', 'de', ...tags]
    .filter((tag, at, all) => tag !== leader && tags.includes(tag) && all.indexOf(tag) === at)
    .slice(0, COMPARED_LANGUAGES)
    .flatMap((tag) => {
      const parsed = parse(tag);
      return parsed === undefined ? [] : [{ tag, form: judgeTable(parsed.value, stem) }];
    });
  const founds = form.main === undefined ? form.others : [form.main, ...form.others];
  const files = [...group.files.values()].flatMap((path) => byPath.get(path) ?? []);
  let isUsed = false;
  const reasons: string[] = [];
  for (const found of founds) {
    const others = compared.flatMap(({ tag, form: other }) => {
      if (other.kind === 'none') return [];
      const all = other.main === undefined ? other.others : [other.main, ...other.others];
      const same = all.find(({ path, shape }) => shape === found.shape && path.join('\0') === found.path.join('\0'));
      return same === undefined ? [] : [{ tag, found: same }];
    });
    const input = {
      files,
      source: { kind: 'languages', pattern: group.pattern, leader, tags } as const,
      found,
      word: founds.length > 1 ? (found.path.at(-1) ?? stem) : wordOfPattern(group.pattern, found),
      hasRepeatedKeys: false,
      locales: tags,
    };
    const plain = learn(input);
    if (typeof plain === 'string') {
      reasons.push(plain);
      continue;
    }
    const { joined, localized } = joinLanguages(leader, found, others, plain.keys[0]);
    const learned = learn({ ...input, joined, localized });
    if (typeof learned === 'string') continue;
    isUsed = true;
    reader.collections.push(learned);
  }
  for (const _ of tags) reader.onRead();
  if (!isUsed) {
    const why = `${reasons[0] ?? 'nothing in it has ids'} (one file of ${counted(tags.length, 'language')})`;
    for (const path of group.files.values()) reader.leftOut.push({ path, why });
  }
  return true;
}

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
      found.add(path.map((key) => key.replace(/[.,=!<>~\\]/g, '\\$&')).join('.'));
      return;
    }
    for (const [key, member] of entries) visit(member, [...path, key]);
  };
  for (const value of values) visit(value, []);
  return found;
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
