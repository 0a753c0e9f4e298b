// Compares the outcomes that tests have seen with those that the contract declares, or that follow from its declarations
// (parameters, body, caller). A declared refusal or success that
// nobody reached fails, unless tests/outcomes-excused.txt names it; an excuse that is no longer needed fails as well,
// so that the list can only shrink.
import { existsSync, readFileSync } from 'node:fs';
import { listRoutes } from '../src/app/surface.ts';
import { refusalsOf } from '../src/http/openapi/refusals.ts';
import { hasRest } from '../src/http/routing/pattern.ts';

/** What any page may be answered with that grew too large, or whose queries took too long on a busy machine. */
const PAGE_BUSY = ['page_too_large', 'query_timeout'];

/** Problems in words; none is good. */
export function checkOutcomes(seenFile: string, excusesFile: string): readonly string[] {
  const seen = readLines(seenFile);
  const excused = readLines(excusesFile);
  const problems: string[] = [];
  for (const route of listRoutes()) {
    const declared = [...Object.keys(route.answers), ...new Set(route.refusals)];
    for (const outcome of declared) {
      const pair = `${route.id} ${outcome}`;
      if (seen.has(pair) && excused.has(pair)) problems.push(`excused, but seen: ${pair}`);
      if (!seen.has(pair) && !excused.has(pair)) problems.push(`declared, but never seen: ${pair}`);
    }
    const known = new Set([...declared, ...refusalsOf(route), 'method_not_allowed', '204', 'request_aborted']);
    if (route.dialect === 'page' || hasRest(route)) known.add('308');
    if (route.dialect === 'page') for (const code of PAGE_BUSY) known.add(code);
    for (const pair of seen) {
      const [id, outcome = ''] = pair.split(' ');
      if (id === route.id && !known.has(outcome)) problems.push(`seen, but not declared: ${pair}`);
    }
  }
  return problems;
}

function readLines(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  return new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split('#')[0]?.trim() ?? '')
      .filter((line) => line !== ''),
  );
}
