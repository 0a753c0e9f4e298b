// Compares the outcomes that tests have seen with those that the contract declares, or that follow from its declarations
// (parameters, body, caller). A refusal or success that nobody reached fails, unless tests/outcomes-excused.txt names it; an
// excuse that is no longer needed fails as well, so that the list can only shrink. What a gate refuses has to be reached once
// for each of its rules (a policy, a limit, a kind of body), not on every route.
import { existsSync, readFileSync } from 'node:fs';
import { listRoutes } from '../src/app/surface.ts';
import { gateRefusals, refusalsOf } from '../src/http/openapi/refusals.ts';
import type { Parameter, Route } from '../src/http/routing/contract.ts';
import { hasRest } from '../src/http/routing/pattern.ts';

/** What any page may be answered with that grew too large, or whose queries took too long on a busy machine. */
const PAGE_BUSY = ['page_too_large', 'query_timeout'];
/** What any route may be answered with when the machine, the network or a caller fails; reached by tests of their own. */
const ANYWHERE: ReadonlySet<string> = new Set(['internal_error', 'request_timeout', 'storage_full']);

/** What only a machine reaches that is too slow for a time limit; a test cannot, and may by chance. */
const ONLY_SLOW: ReadonlySet<string> = new Set([
  'removalUndo 202',
  'catalogExportParquet query_busy',
  'catalogExportParquet query_timeout',
]);

/** Refusals of parameters that take any text. */
function impossibleOf({ params, query }: Route): ReadonlySet<string> {
  const parameters = [...Object.values(params ?? {}), ...Object.values(query ?? {})];
  const takesAny = ({ schema }: Parameter): boolean =>
    ['', 'a'.repeat(10_000)].every((text) => schema.safeParse(text).success);
  const possible = new Set(parameters.filter((parameter) => !takesAny(parameter)).map(({ refusal }) => refusal));
  return new Set(parameters.map(({ refusal }) => refusal).filter((refusal) => !possible.has(refusal)));
}

/** Problems in words; none is good. */
export function checkOutcomes(seenFile: string, excusesFile: string): readonly string[] {
  const seen = readLines(seenFile);
  const excused = readLines(excusesFile);
  const problems: string[] = [];
  const wanted = new Map<string, boolean>();
  for (const route of listRoutes()) {
    const gates: ReadonlyMap<string, string> = gateRefusals(route);
    const declared = [...Object.keys(route.answers), ...refusalsOf(route)];
    const impossible = impossibleOf(route);
    for (const outcome of declared) {
      if (ANYWHERE.has(outcome) || impossible.has(outcome) || ONLY_SLOW.has(`${route.id} ${outcome}`)) continue;
      const outcomeOf = `${gates.get(outcome) ?? route.id} ${outcome}`;
      wanted.set(outcomeOf, wanted.get(outcomeOf) === true || seen.has(`${route.id} ${outcome}`));
    }
    const known = new Set([...declared, 'method_not_allowed', '204', 'request_aborted']);
    if (route.dialect === 'page' || hasRest(route)) known.add('308');
    if (route.dialect === 'page') for (const code of PAGE_BUSY) known.add(code);
    for (const pair of seen) {
      const [id, outcome = ''] = pair.split(' ');
      if (id === route.id && !known.has(outcome)) problems.push(`seen, but not declared: ${pair}`);
    }
  }
  for (const [outcome, wasSeen] of wanted) {
    if (wasSeen && excused.has(outcome)) problems.push(`excused, but seen: ${outcome}`);
    if (!wasSeen && !excused.has(outcome)) problems.push(`declared, but never seen: ${outcome}`);
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
