// Reads a JSON file that is too large to be in memory whole: its members are parsed one after another.
import { isObject } from '../../kernel/is-object.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { hasByteOrderMark } from '../release/snapshot/tables/table-bytes.ts';
import { type JsonPart, kindOf, membersOf, parsePart, walkLines, walkMembers } from './big-json.ts';
import type { TableFile } from './folder.ts';
import { type LargeTable, learnLargeTable } from './large-table.ts';
import { stemOf } from './resource-names.ts';
import {
  asCollection,
  chooseCollections,
  type FoundCollection,
  findCollections,
  leadingBranch,
  type PartsAside,
  type TableForm,
  wordsOfUnused,
} from './table-form.ts';
import { leaveOutParts, type Reader } from './table-reader.ts';

/** Larger files are read in parts. */
export const WHOLE_BYTES_MAX = 48 * 1024 * 1024;
const MEMBERS_MAX = 200;

/** What is done with what was found: a form of tables, or why there is none. */
export interface LargeFindings {
  learnForm(form: TableForm): void;
  leaveOut(why: string): void;
}

/** Learns the tables of a large file; false when it is no JSON. */
export function learnLarge(
  reader: Reader,
  file: TableFile,
  bytes: Uint8Array,
  { learnForm, leaveOut }: LargeFindings,
): boolean {
  const aside: PartsAside = { branches: [], unused: [] };
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
        aside.branches.push(below.join('.'));
        continue;
      }
      const isLarge = member.end - member.start > WHOLE_BYTES_MAX / 2;
      if (isLarge && below.length <= 3 && kindOf(bytes, member) !== undefined) {
        visit(member, below);
        continue;
      }
      const value = parsePart(bytes, member);
      const own = asCollection(value, below);
      const why = wordsOfUnused(value, below);
      if (own !== undefined) found.push(own);
      else if (why !== undefined) aside.unused.push({ path: below, why });
      else if (isObject(value)) found.push(...findCollections(value, below, 3 - path.length, aside));
    }
  };
  try {
    const whole = { start: hasByteOrderMark(bytes) ? 3 : 0, end: bytes.byteLength };
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
    if (found.length > 0) learnForm(chooseCollections(found, stemOf(file.local), aside));
    else if (reasons.length === large.length) leaveOut(reasons[0] ?? 'it has no tables');
    else leaveOutParts(reader, file.local, aside.unused);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    // The parser of the whole says where the mistake is.
    return false;
  }
}

function countMembers(bytes: Uint8Array, part: JsonPart): number {
  let count = 0;
  for (const _ of walkMembers(bytes, part)) if (++count > MEMBERS_MAX) break;
  return count;
}
