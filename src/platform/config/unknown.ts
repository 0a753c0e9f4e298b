// Keys of the `.env` file that look like variables of Livehouse and are none, such as misspelled ones. Pure.
import { isOidcVariable } from './oidc.ts';
import { VARIABLES } from './variables.ts';

const NAMES = Object.keys(VARIABLES);
/** Families of names that other programs have variables of, too. */
const SHARED = new Set(['AWS', 'OTEL', 'DATABASE', 'LOG', 'AUTH', 'MAIL', 'BASE']);
const familyOf = (name: string): string => name.split('_', 1)[0] ?? '';
const FAMILIES = new Set(
  NAMES.filter((name) => name.includes('_'))
    .map(familyOf)
    .filter((family) => !SHARED.has(family)),
).add('OIDC');
/** Letters that may be wrong in a misspelled name. */
const WRONG_MAX = 2;

/** What to say about each key that looks like a variable and is none. */
export function describeUnknown(keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    if (NAMES.includes(key) || isOidcVariable(key)) return [];
    const name = key.toUpperCase();
    const [near] = NAMES.map((known) => ({ known, distance: distanceOf(name, known) })).toSorted(
      (a, b) => a.distance - b.distance,
    );
    // Two letters apart are many names of three or four.
    if (near !== undefined && near.distance <= Math.min(WRONG_MAX, Math.floor(near.known.length / 3))) {
      return [`${key} in .env is no variable of Livehouse; ${near.known} is`];
    }
    return key.includes('_') && FAMILIES.has(familyOf(name)) ? [`${key} in .env is no variable of Livehouse`] : [];
  });
}

/** Letters to add, remove, replace or swap with their neighbour. */
function distanceOf(one: string, other: string): number {
  let [before, last]: [readonly number[], readonly number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, i) => i),
  ];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
