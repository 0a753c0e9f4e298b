// Reads the tables of a folder one after another and keeps what a draft needs of each: its form, its ids, and what its
// fields look like. The entities themselves are dropped again, so that memory is bounded by the largest table.
import { readFileSync } from 'node:fs';
import { SLOT_LOCALES } from '../../kernel/names.ts';
import { isKeyValue, keyOf } from '../catalog/entity-key.ts';
import type { DescribedField } from '../presentation/common/described.ts';
import { Shape } from '../presentation/common/shape.ts';
import { listFields } from '../presentation/common/shape-fields.ts';
import type { Finding } from '../release/common/finding.ts';
import { systemCode } from '../release/snapshot/mounts.ts';
import { JSON_BYTES_MAX, parseJsonInput } from '../release/snapshot/tables/json-input.ts';
import { findCharts } from './charts.ts';
import type { ListedFolder, TableFile } from './folder.ts';
import { type ChosenIds, chooseIds } from './ids.ts';
import { code, counted, type LeftOut } from './reason.ts';
import { stemOf } from './resource-names.ts';
import { type Element, type FoundCollection, judgeTable } from './table-form.ts';

interface LearnedView {
  readonly path: readonly string[];
  readonly ids: ChosenIds;
}

export interface LearnedCollection {
  readonly path: readonly string[];
  readonly ids: ChosenIds;
  readonly count: number;
  readonly fields: readonly DescribedField[];
  /** Top fields whose values can be the keys of a relation, and how they become keys. */
  readonly relationFields: ReadonlyMap<string, 'plain' | 'path'>;
  readonly views: readonly LearnedView[];
  /** Field with charts of levels. */
  readonly charts: string | undefined;
  readonly why: readonly string[];
}

export interface LearnedTable {
  readonly files: readonly TableFile[];
  readonly bytes: number;
  /** Undefined: a document. */
  readonly collection: LearnedCollection | undefined;
  /** Why it is a document. */
  readonly why: string;
  /** Texts by key, of a document that is nothing else: it may be a table of marks. */
  readonly texts: ReadonlyMap<string, string> | undefined;
  /** Whether some key of an object stands twice in a file. */
  readonly hasRepeatedKeys: boolean;
}

export interface LearnedTables {
  readonly tables: readonly LearnedTable[];
  readonly warnings: readonly Finding[];
  readonly leftOut: readonly LeftOut[];
}

/** Places of values that are told apart in one table. */
const TABLE_PLACES = 20_000;
const TEXTS_MAX = 10_000;
const NUMBERED = /^(.*?)[-_ ]?\d+$/;

interface ParsedTable {
  readonly file: TableFile;
  readonly value: unknown;
  readonly hasRepeatedKeys: boolean;
}

/** Reads all tables. Files that are no JSON are left out with a warning. */
export function learnTables(folder: ListedFolder, onProgress: (done: number, total: number) => void): LearnedTables {
  const warnings: Finding[] = [];
  const leftOut: LeftOut[] = [];
  const tables: LearnedTable[] = [];
  let done = 0;
  for (const group of groupNumbered(folder.tables)) {
    const parsed = group.flatMap((file) => {
      onProgress(done++, folder.tables.length);
      const table = parseTable(folder.root, file, warnings, leftOut);
      return table === undefined ? [] : [table];
    });
    const joined = parsed.length > 1 ? learnJoined(parsed) : undefined;
    tables.push(...(joined === undefined ? parsed.map(learnSingle) : [joined]));
  }
  return { tables, warnings, leftOut };
}

/** Files of one folder whose names differ by a number at the end are read together. */
function groupNumbered(files: readonly TableFile[]): readonly (readonly TableFile[])[] {
  const groups = new Map<string, TableFile[]>();
  for (const file of files) {
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const stem = stemOf(file.path);
    const word = NUMBERED.exec(stem)?.[1] ?? '';
    const key = word === '' ? `file ${file.path}` : `group ${folder}${word}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [file]);
    else known.push(file);
  }
  return [...groups.values()];
}

function parseTable(root: string, file: TableFile, warnings: Finding[], leftOut: LeftOut[]): ParsedTable | undefined {
  let hasRepeatedKeys = false;
  const refuse = (finding: Finding): undefined => {
    warnings.push({ ...finding, severity: 'warning', message: `Left out. ${finding.message}` });
    leftOut.push({ path: file.local, why: finding.message.replace(/\.$/, '') });
    return undefined;
  };
  const findings: Finding[] = [];
  try {
    if (file.bytes > JSON_BYTES_MAX) {
      const message = 'The file is over 1 GiB.';
      return refuse({ severity: 'error', file: file.local, path: '', code: 'file_too_large', message });
    }
    const parsed = parseJsonInput(readFileSync(`${root}/${file.local}`), {
      file: file.local,
      report: (finding) => {
        if (finding.code === 'duplicate_key') hasRepeatedKeys = true;
        if (finding.severity === 'error') findings.push(finding);
      },
      checkNumbers: false,
    });
    const [failure] = findings;
    if (failure !== undefined || parsed === undefined) return failure && refuse(failure);
    const { value } = parsed;
    if (isSchema(value)) {
      leftOut.push({ path: file.local, why: 'it is a JSON Schema' });
      return undefined;
    }
    return { file, value, hasRepeatedKeys };
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    const message = `The file cannot be read (${reason}).`;
    return refuse({ severity: 'error', file: file.local, path: '', code: 'unreadable', message });
  }
}

function isSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const schema: unknown = Reflect.get(value, '$schema');
  return typeof schema === 'string' && schema.includes('json-schema.org');
}

/** Several files as one collection; undefined when they are none together. */
function learnJoined(parsed: readonly ParsedTable[]): LearnedTable | undefined {
  const [first] = parsed;
  if (first === undefined) return undefined;
  const word = NUMBERED.exec(stemOf(first.file.path))?.[1] ?? '';
  const mains: FoundCollection[] = [];
  for (const { value } of parsed) {
    const form = judgeTable(value, word);
    if (form.kind === 'document' || form.others.length > 0) return undefined;
    mains.push(form.main);
  }
  const [main] = mains;
  const isSame = (other: FoundCollection): boolean =>
    other.shape === main?.shape && other.path.join('\0') === main.path.join('\0');
  if (main === undefined || !mains.every(isSame)) return undefined;
  const elements = mains.flatMap((found) => found.elements);
  const ids = chooseIds(elements, word);
  if (ids === undefined || ids.hasDuplicates) return undefined;
  const names = parsed.map(({ file }) => code(file.local)).join(', ');
  return {
    ...tableOf(parsed),
    collection: learn(main.path, elements, ids, [], [`${names} differ by a number and have the same form`, main.why]),
  };
}

function learnSingle(parsed: ParsedTable): LearnedTable {
  const table = tableOf([parsed]);
  const stem = stemOf(parsed.file.path);
  const form = judgeTable(parsed.value, stem);
  if (form.kind === 'document') return { ...table, why: form.why, texts: textsOf(parsed.value) };
  const { main, others } = form;
  const ids = chooseIds(main.elements, stem);
  if (ids === undefined) {
    const why = `${main.why}, but no field gives every one of them an id: 1 to 256 characters that differ`;
    return { ...table, why };
  }
  const views = others.flatMap(({ path, elements }) => {
    const own = chooseIds(elements, path.at(-1) ?? '');
    return own === undefined ? [] : [{ path, ids: own }];
  });
  return { ...table, collection: learn(main.path, main.elements, ids, views, [main.why]) };
}

const tableOf = (parsed: readonly ParsedTable[]): LearnedTable => ({
  files: parsed.map(({ file }) => file),
  bytes: parsed.reduce((sum, { file }) => sum + file.bytes, 0),
  collection: undefined,
  why: '',
  texts: undefined,
  hasRepeatedKeys: parsed.some(({ hasRepeatedKeys }) => hasRepeatedKeys),
});

function learn(
  path: readonly string[],
  elements: readonly Element[],
  ids: ChosenIds,
  views: readonly LearnedView[],
  why: readonly string[],
): LearnedCollection {
  const shape = new Shape();
  const budget = { places: TABLE_PLACES };
  const relations = new Map<string, 'plain' | 'path' | 'none'>();
  for (const { value } of elements) {
    shape.add(value, SLOT_LOCALES.length, budget);
    for (const [field, member] of Object.entries(value)) judgeRelation(relations, field, member);
  }
  const fields = listFields(shape);
  return {
    path,
    ids,
    count: ids.keys.size,
    fields,
    relationFields: new Map([...relations].flatMap(([field, how]) => (how === 'none' ? [] : [[field, how]]))),
    views,
    charts: findCharts(elements),
    why: [...why, ...(elements.length > ids.keys.size ? [repeated(elements.length - ids.keys.size)] : [])],
  };
}

const repeated = (count: number): string => `${counted(count, 'entity repeats', 'entities repeat')} an id`;

/** Remembers whether all values so far may be keys of a relation, which publishing demands. */
function judgeRelation(relations: Map<string, 'plain' | 'path' | 'none'>, field: string, member: unknown): void {
  const known = relations.get(field) ?? 'plain';
  if (known === 'none') return;
  const values: readonly unknown[] = Array.isArray(member) ? member : [member];
  let how: 'plain' | 'path' | 'none' = known;
  for (const value of values) {
    if (value === null || value === '') continue;
    if (how === 'plain' && !(isKeyValue(value) && keyOf(value, undefined) !== undefined)) how = 'path';
    if (how === 'path' && !(isKeyValue(value) && keyOf(value, 'path') !== undefined)) {
      how = 'none';
      break;
    }
  }
  relations.set(field, how);
}

function textsOf(value: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string' || texts.size === TEXTS_MAX) return undefined;
    texts.set(key, text);
  }
  return texts.size > 0 ? texts : undefined;
}
