// Promotes, rolls back, retires and deletes as the commands do, with an audit event. Pointers are objects and events are rows, so no
// transaction covers both. The event is written first; if the pointer then does not change, a second event says so. Every
// change is therefore audited.
import { z } from 'zod';
import { type Actor, auditedToken, requireServerInScope } from '../../../http/gates/guard.ts';
import { isRefusal, Refusal, type RefusalCode, required } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { AuditState } from '../../audit/actions.ts';
import { recordAudit } from '../../audit/record.ts';
import { OperatorError } from '../../release/common/operator-error.ts';
import { deleteRelease, requireUnused } from '../../release/store/delete-release.ts';
import { type PointerMove, promoteRelease, retireServer, rollbackRelease } from '../../release/store/promote.ts';
import { requirePointer, requireReleaseId } from '../../release/store/registry.ts';
import { collectContent } from '../../release/store/retention.ts';
import { readPointer } from '../../release/store/store.ts';

export interface MoveDependencies {
  readonly objects: Objects;
  readonly database: Database;
  readonly enqueue: Jobs['enqueue'];
}

/** Removes what deleted releases leave. Idempotent: a collection removes what is there, and an interrupted one is run again. */
const sweepKind = declareJob({
  kind: 'releases.sweep-content',
  payload: z.object({}),
  plan: { retries: 10, retrySeconds: 60, retryMaxSeconds: 3600, expireSeconds: 3600 },
});
export const bindContentSweep = (objects: Objects): BoundJob =>
  bindJob(sweepKind, async () => {
    await collectContent(objects);
  });

type MoveAction = 'release.promote' | 'release.rollback' | 'release.retire' | 'release.delete';

interface Move<T> {
  readonly action: MoveAction;
  readonly server: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly run: () => Promise<T>;
}

/** Makes a stored release current. `from`: the release that the administrator saw as the current one. */
export const promote = (
  dependencies: MoveDependencies,
  actor: Actor,
  server: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<PointerMove> =>
  refusing(actor, server, async () => {
    const { objects } = dependencies;
    await requireReleaseId(objects, server, to);
    const pointer = (await readPointer(objects, server))?.value;
    requireFrom(from, pointer?.releaseId ?? null);
    const run = () => promoteRelease(objects, server, to, refuseToWait, { from });
    // It stands already.
    if (from === to && pointer?.status === 'active') return run();
    return audited(dependencies, actor, { action: 'release.promote', server, from, to, run });
  });

/** Goes back to the release before the current one; where `to` is given, only if that is it. */
export const rollBack = (
  dependencies: MoveDependencies,
  actor: Actor,
  server: string,
  { from, to }: { readonly from: string; readonly to?: string | undefined },
): Promise<PointerMove> =>
  refusing(actor, server, async () => {
    const { objects } = dependencies;
    const pointer = await requirePointer(objects, server);
    requireFrom(from, pointer.releaseId);
    const target = required(pointer.history.at(-2), 'nothing_to_roll_back');
    if (to !== undefined && to !== target) throw new Refusal('current_release_changed');
    const run = () => rollbackRelease(objects, server, refuseToWait, { from, to: target });
    return audited(dependencies, actor, { action: 'release.rollback', server, from, to: target, run });
  });

/** Removes a server from the registry. */
export const retire = (
  dependencies: MoveDependencies,
  actor: Actor,
  server: string,
  { from }: { readonly from?: string | undefined },
): Promise<PointerMove> =>
  refusing(actor, server, async () => {
    const { objects } = dependencies;
    const { releaseId, status } = await requirePointer(objects, server);
    if (from !== undefined) requireFrom(from, releaseId);
    const run = () => retireServer(objects, server, { from: releaseId });
    if (status === 'retired') return run();
    return audited(dependencies, actor, { action: 'release.retire', server, from: releaseId, to: null, run });
  });

/** Deletes a release that is not the current one. */
export const deleteStored = (
  dependencies: MoveDependencies,
  actor: Actor,
  server: string,
  releaseId: string,
): Promise<void> =>
  refusing(actor, server, async () => {
    const { objects, database, enqueue } = dependencies;
    await requireUnused(objects, server, releaseId);
    const run = () => deleteRelease(objects, server, releaseId);
    await audited(dependencies, actor, { action: 'release.delete', server, from: releaseId, to: null, run });
    await database.transaction((tx) => enqueue(tx, sweepKind, {}));
  });

function requireFrom(seen: string | null, current: string | null): void {
  if (seen !== current) throw new Refusal('current_release_changed');
}

/** A command waits for a collection, which may take minutes; a page asks again. */
function refuseToWait(): never {
  throw new Refusal('collection_running');
}

async function audited<T>({ objects, database }: MoveDependencies, actor: Actor, move: Move<T>): Promise<T> {
  const { action, server, from, to, run } = move;
  const record = <const A extends MoveAction | 'release.unchanged'>(
    name: A,
    before: AuditState<A>,
    after: AuditState<A>,
  ): Promise<void> =>
    database.transaction((tx) =>
      recordAudit(tx, {
        actorAccountId: actor.accountId,
        action: name,
        subjectKind: 'server',
        subjectId: server,
        before,
        after,
      }),
    );
  const token = auditedToken(actor);
  await record(action, { releaseId: from }, { releaseId: to, ...token });
  try {
    return await run();
  } catch (error) {
    const current = (await readPointer(objects, server))?.value?.releaseId ?? null;
    await record('release.unchanged', { wanted: action, releaseId: to }, { releaseId: current, ...token });
    throw error;
  }
}

/** Codes of OperatorError → refusals. */
const REFUSALS: Readonly<Record<string, RefusalCode>> = {
  server_not_found: 'server_not_found',
  release_not_found: 'release_not_found',
  // There is none, and so another one than the administrator saw.
  release_unavailable: 'current_release_changed',
  release_invalid: 'release_unusable',
  pointer_invalid: 'release_unusable',
  current_release_changed: 'current_release_changed',
  nothing_to_roll_back: 'nothing_to_roll_back',
  release_in_use: 'release_in_use',
};

/** Authorises the caller for this server, and turns errors for operators into refusals. */
async function refusing<T>(actor: Actor, server: string, work: () => Promise<T>): Promise<T> {
  requireServerInScope(actor, server);
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error) || !(error instanceof OperatorError)) throw error;
    const code = REFUSALS[error.findings[0]?.code ?? ''];
    throw code === undefined ? error : new Refusal(code, { cause: error });
  }
}
