// Lists as files: CSV for spreadsheets and JSON, written and read back. An import adds and changes entries, and removes none.
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { requireSubject, type SubjectName, subjectName } from '../common/subject.ts';
import {
  type EntryRow,
  insertEntries,
  judgeNotes,
  keyOf,
  listAllEntries,
  type NewEntry,
  noteChange,
  updateEntries,
} from './entries.ts';
import { type ListRow, lockOwnList, presentList, requireOwnList } from './lists.ts';
import { entryCount, entryNote, type IMPORT_FORMATS } from './shapes.ts';

const COLUMNS = ['server', 'resource', 'id', 'title', 'count', 'note'] as const;
const BYTE_ORDER_MARK = '\ufeff';
/** Cells that a spreadsheet may interpret as a formula, and those that were marked because of that. */
const FORMULA = /^[=+\-@\t\r]/;
const MARKED = /^'[=+\-@\t\r']/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) || MARKED.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A list as CSV, with the lines of spreadsheets. */
export function writeCsv(entries: readonly EntryRow[]): string {
  const lines = entries.map(({ server, resource, entityId, title, count, note }) =>
    [server, resource, entityId, title, count === null ? '' : String(count), note ?? ''].map(cell).join(','),
  );
  return `${BYTE_ORDER_MARK}${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** A list as JSON. */
export function writeJson(list: ListRow, entries: readonly EntryRow[]): string {
  const { kind, server, resource, title, description } = presentList(list);
  const written = entries.map(({ entityId: id, server: of, resource: from, title: shown, count, note }) => ({
    server: of,
    resource: from,
    id,
    title: shown,
    count,
    note,
  }));
  return `${JSON.stringify({ kind, server, resource, title, description, entries: written }, null, 2)}\n`;
}

/** An entry of a file. Undefined: the file does not say it, so it stays. */
interface ReadEntry {
  readonly line: number;
  readonly name: SubjectName;
  readonly count: number | null | undefined;
  readonly note: string | null | undefined;
}

const invalid = (reason: string): Refusal => new Refusal('invalid_list', { message: reason });
const at = (line: number, reason: string): Refusal => invalid(`Line ${line}: ${reason}`);

const entrySchema = z.object({
  server: subjectName.shape.server.optional(),
  resource: subjectName.shape.resource.optional(),
  id: subjectName.shape.id,
  count: entryCount.nullable().optional(),
  note: entryNote.nullable().optional(),
});
const fileSchema = z.object({ entries: z.array(z.unknown()) });

/** The entries of a file. Refuses with `invalid_list`, which names the line. */
function readFile(
  format: (typeof IMPORT_FORMATS)[number],
  text: string,
  collection: Pick<ListRow, 'server' | 'resource'>,
): readonly ReadEntry[] {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const rows = format === 'csv' ? readCsv(plain) : readJson(plain);
  return rows.map(({ line, row }) => {
    const read = entrySchema.safeParse(row);
    if (!read.success) throw at(line, `${read.error.issues[0]?.path.join('.') || 'the entry'} is invalid`);
    const { server = collection.server, resource = collection.resource, id, count, note } = read.data;
    if (server === null || resource === null) throw at(line, 'server and resource are missing');
    if (collection.server !== null && (server !== collection.server || resource !== collection.resource)) {
      throw at(line, 'the list takes entities of another collection');
    }
    return { line, name: { server, resource, id }, count, note: note === '' ? null : note };
  });
}

interface FileRow {
  readonly line: number;
  readonly row: unknown;
}

function readJson(text: string): readonly FileRow[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Refusal('invalid_list', { message: 'The text is no JSON', cause: error });
  }
  const file = fileSchema.safeParse(Array.isArray(parsed) ? { entries: parsed } : parsed);
  if (!file.success) throw invalid('The file has no entries');
  return file.data.entries.map((row, index) => ({ line: index + 1, row }));
}

const DELIMITERS = [',', ';', '\t'] as const;
/** The separator of which a header has the most. */
const delimiterOf = (header: string): string =>
  DELIMITERS.reduce((best, one) => (header.split(one).length > header.split(best).length ? one : best));

function readCsv(text: string): readonly FileRow[] {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const [names, ...records] = parseRecords(text, delimiterOf(header));
  const columns = names?.record.map((name) => name.trim().toLowerCase()) ?? [];
  if (!columns.includes('id')) throw at(1, 'there is no column id');
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined) throw at(1, `there are two columns ${twice}`);
  return records.map(({ line, record }) => {
    const value = (name: (typeof COLUMNS)[number]): string | undefined => {
      const index = columns.indexOf(name);
      const found = index < 0 ? undefined : record[index];
      return found !== undefined && MARKED.test(found) ? found.slice(1) : found;
    };
    const count = value('count')?.trim();
    return {
      line,
      row: {
        server: value('server')?.trim() || undefined,
        resource: value('resource')?.trim() || undefined,
        id: value('id')?.trim(),
        count: count === undefined ? undefined : count === '' ? null : /^\d{1,4}$/.test(count) ? Number(count) : count,
        note: value('note'),
      },
    };
  });
}

const recordSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** Records with the line on which each ends. A record of a spreadsheet may have fewer cells, or empty ones at its end. */
function parseRecords(
  text: string,
  delimiter: string,
): readonly { readonly line: number; readonly record: readonly string[] }[] {
  try {
    const parsed: unknown = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
    return recordSchema.parse(parsed).map(({ record, info }) => ({ line: info.lines, record }));
  } catch (error) {
    if (error instanceof CsvError)
      throw new Refusal('invalid_list', { message: `The CSV is malformed: ${error.message}`, cause: error });
    throw error;
  }
}

interface Imported {
  readonly added: number;
  readonly changed: number;
  readonly unknown: readonly number[];
}

/** Adds and changes what a file says, all or nothing. The last line of an entity counts. With `isTrial` nothing is written. */
export async function importEntries(
  dependencies: Pick<CommunityDependencies, 'database' | 'describeEntity' | 'submitText'>,
  actor: Actor,
  listId: string,
  file: { readonly format: (typeof IMPORT_FORMATS)[number]; readonly text: string; readonly isTrial: boolean },
): Promise<Imported> {
  const { database, describeEntity } = dependencies;
  const collection = await requireOwnList(database.db, actor, listId);
  const read = new Map(readFile(file.format, file.text, collection).map((entry) => [keyOf(entry.name), entry]));
  // Releases are read before the transaction, which then holds no lock while it waits for storage.
  const standing = new Set((await listAllEntries(database.db, listId)).map(nameOfEntry).map(keyOf));
  const known = new Map<string, NewEntry>();
  const unknown: number[] = [];
  for (const [key, { name, line, count, note }] of read) {
    if (standing.has(key)) continue;
    if ((await describeEntity(name)) === undefined) unknown.push(line);
    else known.set(key, { ...(await requireSubject(describeEntity, name)), count, note });
  }
  class Trial extends Error {}
  const done: { result?: Imported } = {};
  try {
    await database.transaction(async (tx) => {
      const list = await lockOwnList(tx, actor, listId);
      const before = new Map((await listAllEntries(tx, listId)).map((entry) => [keyOf(nameOfEntry(entry)), entry]));
      const added = [...known].flatMap(([key, entry]) => (before.has(key) ? [] : [entry]));
      const changed = [...read].flatMap(([key, { count, note }]) => {
        const entry = before.get(key);
        if (entry === undefined) return [];
        const now = {
          id: entry.id,
          count: count === undefined ? entry.count : count,
          note: note === undefined ? entry.note : note,
        };
        return now.count === entry.count && now.note === entry.note
          ? []
          : [{ ...now, isOther: now.note !== entry.note }];
      });
      const count = added.length === 0 ? 0 : await insertEntries(tx, list, added);
      await updateEntries(tx, changed);
      done.result = { added: count, changed: changed.length, unknown: unknown.toSorted((a, b) => a - b) };
      if (file.isTrial) throw new Trial();
      if (count === 0 && changed.length === 0) return;
      await noteChange(tx, listId, count);
      const notes = [...added, ...changed.filter(({ isOther }) => isOther)].flatMap(({ note }) => note ?? []);
      await judgeNotes(dependencies, tx, actor, list, notes);
    });
  } catch (error) {
    if (!(error instanceof Trial)) throw error;
  }
  if (done.result === undefined) throw new Error('an import ends with a result');
  return done.result;
}

const nameOfEntry = ({ server, resource, entityId: id }: EntryRow): SubjectName => ({ server, resource, id });
