// Who changed the current release of a server, as the audit trail knows it: the account, and the API token where a program did
// it. The record of promotions itself names nobody, because processes of other versions read it.
import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { apiToken, profile } from '../../../platform/database/schema/accounts.ts';
import { auditEvent } from '../../../platform/database/schema/audit.ts';
import type { AuditAction } from '../../audit/actions.ts';
import type { Promotion } from '../../release/store/formats.ts';

interface PromotionActor {
  readonly uid: number;
  readonly displayName: string;
  /** Null: in the browser. The name is null once the token is revoked. */
  readonly token: { readonly id: string; readonly name: string | null } | null;
}

/** What an event says that matters here. */
const DETAILS = z
  .object({ releaseId: z.string().optional().catch(undefined), tokenId: z.uuid().optional().catch(undefined) })
  .catch({});

const EVENTS_MAX = 2_000;
/** Events are written before a change in the browser, and after a publication that a program sent. */
const NEAR_MS = 15 * 60_000;
const ACTIONS: Readonly<Record<Promotion['kind'], readonly AuditAction[]>> = {
  promote: ['release.publish', 'release.promote'],
  rollback: ['release.rollback'],
  retire: ['release.retire'],
};

export type FindPromotionActor = (server: string, promotion: Promotion) => PromotionActor | undefined;

/** Reads the latest events of all servers. */
export async function readPromotionActors({ db }: Pick<Database, 'db'>): Promise<FindPromotionActor> {
  const { at, action, subjectId, actorAccountId, before, after } = auditEvent;
  const events = await db
    .select({ server: subjectId, action, at, uid: profile.uid, displayName: profile.displayName, before, after })
    .from(auditEvent)
    .innerJoin(profile, eq(profile.accountId, actorAccountId))
    .where(and(eq(auditEvent.subjectKind, 'server'), inArray(action, Object.values(ACTIONS).flat())))
    .orderBy(desc(at), desc(auditEvent.id))
    .limit(EVENTS_MAX);
  const rows = events.map(({ before, after, ...rest }) => {
    const [was, is] = [DETAILS.parse(before), DETAILS.parse(after)];
    return { ...rest, releaseId: is.releaseId ?? was.releaseId, tokenId: is.tokenId };
  });
  const tokenIds = [...new Set(rows.flatMap(({ tokenId }) => tokenId ?? []))];
  const tokens = await db
    .select({ id: apiToken.id, name: apiToken.name })
    .from(apiToken)
    .where(inArray(apiToken.id, tokenIds));
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  return (server, { kind, releaseId, at }) => {
    const distance = (row: (typeof rows)[number]): number => Math.abs(row.at.getTime() - at);
    const near = rows.filter(
      (row) =>
        row.server === server &&
        ACTIONS[kind].some((action) => action === row.action) &&
        row.releaseId === releaseId &&
        distance(row) < NEAR_MS,
    );
    const found = near.toSorted((a, b) => distance(a) - distance(b))[0];
    if (found === undefined) return undefined;
    const { uid, displayName, tokenId } = found;
    return {
      uid,
      displayName,
      token: tokenId === undefined ? null : { id: tokenId, name: names.get(tokenId) ?? null },
    };
  };
}
