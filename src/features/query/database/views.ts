// The readable view of a resource, with its fields under their own names, for SQLite tools. Only here names of a publisher
// become quoted identifiers. SQLite's names ignore case, and a view has at most 2,000 columns. Pure.

export interface ViewField {
  readonly segments: readonly string[];
  /** Column of the table; undefined: taken from the JSON. */
  readonly column: number | undefined;
  readonly isScalar: boolean;
  readonly present: number;
}

/** Below SQLite's 2,000, to leave space for the additional columns. */
const VIEW_COLUMNS_MAX = 1_900;
const NAME_CHARACTERS_MAX = 200;

/** The statement that creates the view of a resource; `taken` are names of views, in lower case. */
export function viewSql(resource: string, number: number, fields: readonly ViewField[], taken: Set<string>): string {
  const names = new Set(['_id', '_position', 'rowid', 'oid', '_rowid_']);
  const shown = fields
    .map((field) => ({ field, expression: expressionOf(field) }))
    .filter(({ expression }) => expression !== undefined)
    .sort((a, b) => b.field.present - a.field.present)
    .slice(0, VIEW_COLUMNS_MAX);
  const columns = shown.map(
    ({ field, expression }) => `${expression} as ${quote(freeName(field.segments.join('.'), names))}`,
  );
  const list = ['e.id as "_id"', 'e.position as "_position"', ...columns].join(', ');
  return `create view ${quote(freeName(resource, taken))} as select ${list}
    from _r${number} e join _body b on b.entity = e.entity`;
}

/** The statement that creates a view of another file, as SQLite has stored it, under a name that is free. */
export const renamedView = (name: string, sql: string, taken: Set<string>): string =>
  `create view ${quote(freeName(name, taken))}${sql.slice(`create view ${quote(name)}`.length)}`;

function expressionOf({ column, segments }: ViewField): string | undefined {
  if (column !== undefined) return `e.c${column}`;
  // Older SQLite versions do not support escapes in JSON paths.
  if (segments.some((segment) => !/^[\p{L}\p{N}_ .:/-]+$/u.test(segment))) return undefined;
  const path = segments.map((segment) => `."${segment}"`).join('');
  return `json_extract(b.json, '$${path}')`;
}

/** The name, followed by a number if it is taken. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name.toWellFormed().replaceAll('\0', '\u2400').slice(0, NAME_CHARACTERS_MAX);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? plain : `${plain}_${number}`;
    const key = candidate.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return candidate;
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
