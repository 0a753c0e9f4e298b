// What every query does before and around its task: the collection it names, its place, and the refusals of its process.
import type { ReadClientKey } from '../../../http/gates/client-key.ts';
import { type RequestContext, signalOf } from '../../../http/gates/context.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { ReadyFile } from '../database/files.ts';
import type { Task, TaskResult } from '../processes/messages.ts';
import type { Claim, QueryPool } from '../processes/pool.ts';
import { refusalOfFault } from './refusals.ts';

/** Refuses a resource that is not a collection. */
export async function requireCollection(reader: CatalogReader, release: OpenedRelease, name: string): Promise<void> {
  const { entry } = await reader.requireResource(release, name);
  if (entry.kind === 'document') throw new Refusal('resource_not_found');
}

/** For whom a task runs. */
export async function readClaim(clientKey: ReadClientKey, context: RequestContext): Promise<Claim> {
  const client = await clientKey(context);
  return { client, isForPage: context.outer !== undefined, signal: signalOf(context) };
}

/** Runs a task in a query process. */
export async function runTask(pool: QueryPool, file: ReadyFile, task: Task, claim: Claim): Promise<TaskResult> {
  const outcome = await pool.run({ path: file.path, fingerprint: file.fingerprint }, task, claim);
  if (outcome.ok) return outcome.result;
  throw refusalOfFault(outcome.fault);
}
