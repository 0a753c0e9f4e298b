// The tables in an export: all tables of the schema except the record of imports, with their columns, ordered by
// foreign keys. A newly declared table is included automatically, unless it is in a new schema file (a test compares
// this list with the database).
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as accounts from '../../platform/database/schema/accounts.ts';
import * as audit from '../../platform/database/schema/audit.ts';
import * as community from '../../platform/database/schema/community.ts';
import * as about from '../../platform/database/schema/community-about.ts';
import * as lists from '../../platform/database/schema/community-lists.ts';
import * as people from '../../platform/database/schema/community-people.ts';
import * as removals from '../../platform/database/schema/community-removals.ts';
import * as threads from '../../platform/database/schema/community-threads.ts';
import * as instance from '../../platform/database/schema/instance.ts';
import * as moderation from '../../platform/database/schema/moderation.ts';
import * as deletions from '../../platform/database/schema/moderation-deletions.ts';
import * as desk from '../../platform/database/schema/moderation-desk.ts';
import * as uploads from '../../platform/database/schema/uploads.ts';
import * as webhooks from '../../platform/database/schema/webhooks.ts';

export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Identity columns. */
  readonly identities: readonly string[];
}

const OWNERS = [
  accounts,
  audit,
  instance,
  moderation,
  desk,
  deletions,
  uploads,
  community,
  people,
  about,
  lists,
  removals,
  threads,
  webhooks,
];

/** Tables that describe this installation, which no export has. */
export const OWN_TABLES: ReadonlySet<string> = new Set([
  'migration',
  'import_record',
  'publication',
  'publication_object',
  'backup_run',
  'idempotency_key',
]);

/** Tables in order: referenced tables come first. */
export const CARRIED_TABLES: readonly CarriedTable[] = orderTables();

/** Quotes a name for SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]): string => columns.map(quote).join(', ');

function orderTables(): readonly CarriedTable[] {
  const tables = OWNERS.flatMap((owner) => Object.values(owner).filter((value) => is(value, PgTable))).map((table) =>
    getTableConfig(table),
  );
  const ordered: CarriedTable[] = [];
  let waiting = tables.map(({ name, columns, foreignKeys }) => ({
    names: foreignKeys
      .map((key) => getTableConfig(key.reference().foreignTable).name)
      .filter((other) => other !== name),
    table: {
      name,
      columns: columns.filter(({ generated }) => generated === undefined).map((column) => column.name),
      identities: columns
        .filter(({ generatedIdentity }) => generatedIdentity !== undefined)
        .map((column) => column.name),
    },
  }));
  while (waiting.length > 0) {
    const open = new Set(waiting.map(({ table }) => table.name));
    const ready = waiting.filter(({ names }) => !names.some((name) => open.has(name)));
    if (ready.length === 0) throw new Error(`tables name each other in a circle: ${[...open].join(', ')}`);
    ordered.push(...ready.map(({ table }) => table));
    waiting = waiting.filter((one) => !ready.includes(one));
  }
  return ordered;
}
