// Finished statements: adds each to the trace of its request, and logs slow ones. Both name a statement by a hash of its
// text and contain no values, because values are bound. The log also has a hash of the generic plan, which PostgreSQL uses
// (version 16 and later), so that a change of plan is visible. It is read afterwards, in the background.
import { createHash } from 'node:crypto';
import type { SQL } from 'bun';
import { z } from 'zod';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { currentActivity } from '../telemetry/activity.ts';
import type { Log } from '../telemetry/log.ts';
import { askRows } from './rows.ts';

/** Called for each statement that has ended. */
export type OnStatement = (text: string, startedAt: number, isError: boolean) => void;

const HASH_LENGTH = 12;
const TEXT_SHOWN = 1_000;
const HASHES_KEPT = 2_000;
/** Plans are asked for one after the other; more are left out. */
const PLANS_WAITING = 4;
const planRow = z.object({ 'QUERY PLAN': z.string() });
const WRITE = /\b(insert)\s+into\b|\b(delete)\s+from\b|\b(update)\s+\S+\s+(?:\w+\s+)?set\b/i;

/** What a statement does, by its first word; one that begins with `with` may write. */
function readVerb(text: string): string {
  const [, first = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  if (first.toLowerCase() !== 'with') return first.toLowerCase();
  return WRITE.exec(text)?.slice(1).find(Boolean)?.toLowerCase() ?? 'select';
}

const EXPLAINABLE = /^\s*(?:select|insert|update|delete|with)\b/i;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);

/** @param slowMs statements that took as long are logged; undefined: none */
export function watchStatements(slowMs: number | undefined, log: Log, pool: () => SQL | undefined): OnStatement {
  const hashes = new BoundedCache<string, string>(HASHES_KEPT);
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  const readHash = (text: string): string => {
    const known = hashes.read(text);
    if (known !== undefined) return known;
    const hash = hashOf(text);
    hashes.store(text, hash, 1);
    return hash;
  };

  async function explain(text: string): Promise<string | undefined> {
    if (!EXPLAINABLE.test(text)) return undefined;
    try {
      // Without values the simple protocol is used, in which a generic plan may be asked for.
      const sql = pool();
      const rows = sql === undefined ? [] : await askRows(sql, planRow, `explain (generic_plan, costs off) ${text}`);
      return rows.length === 0 ? undefined : hashOf(rows.map((row) => row['QUERY PLAN']).join('\n'));
    } catch {
      return undefined;
    }
  }

  return (text, startedAt, isError) => {
    const activity = currentActivity();
    const milliseconds = Math.round(performance.now() - startedAt);
    const isSlow = slowMs !== undefined && milliseconds >= slowMs;
    if (activity?.trace === undefined && !isSlow) return;
    const statement = readHash(text);
    const verb = readVerb(text);
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'livehouse.statement': statement };
    activity?.trace?.child(verb, startedAt, attributes, isError);
    if (!isSlow) return;
    const facts = { route: activity?.name ?? 'none', requestId: activity?.requestId, statement, milliseconds };
    const say = (plan: string | undefined): void =>
      log.warn('slow statement', { ...facts, plan: plan ?? 'unknown', text: text.slice(0, TEXT_SHOWN) });
    if (waiting >= PLANS_WAITING) return say(undefined);
    waiting += 1;
    before = before
      .then(() => explain(text))
      .then(say)
      .finally(() => {
        waiting -= 1;
      });
  };
}
