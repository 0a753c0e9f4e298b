// Which routes refuse query parameters that they do not declare, so that a misspelled filter does not answer everything. Routes
// of the interface version ignore them, as it says, and so do pages, files and feeds. Pure.
import type { Route } from './contract.ts';

/** What was added to the interface: reads of programs, and what accounts and staff call. */
const ADDED = new RegExp(
  `^/api/v1(?:${[
    '/servers/\\{server\\}/release/(?:history|changes|files)$',
    '/servers/\\{server\\}/catalog/(?:history|presentation|schema|types|query|export|database|search)\\b',
    '/publications\\b',
    '/admin/',
    '/moderation/',
    '/instance\\b',
    '/search$',
    '/me/(?!preferences)',
    '/charts/',
    '/account/(?:standing|tokens|export)\\b',
    '/community/(?:tags|me)\\b',
    '/community/users$',
    '/community/users/\\{uid\\}/(?:followers|following)$',
  ].join('|')})`,
);

/** Whether the route refuses parameters that it does not declare. */
export const refusesUnknownParameters = ({ path, dialect }: Pick<Route, 'path' | 'dialect'>): boolean =>
  dialect === 'api' && ADDED.test(path) && !/\.(?:atom|ics)$/.test(path);

/** Edits that turn one name into another, at most; beyond that they are different words. */
const EDITS_MAX = 3;

/** The declared name that is spelled most like this one; undefined when none is. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= Math.min(EDITS_MAX, Math.ceil(one.length / 2)))
    .sort((a, b) => a.edits - b.edits);
  return best?.one;
}

/** Insertions, deletions and replacements of one character (Levenshtein). Of long names the beginning counts. */
function editsBetween(a: string, b: string): number {
  const [from, to] = [a.slice(0, 64), b.slice(0, 64)];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
