// The rows of publications from elsewhere: who began one, which objects are missing, and how it ended. Owns `publication`
// and `publication_object`. A publication belongs to an account, and only a token for its server can access it.
import { and, count, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../http/gates/guard.ts';
import { type ExportFile, jsonFile } from '../../kernel/export-file.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { RETENTION } from '../../kernel/retention.ts';
import type { Database, Queries, Transaction } from '../../platform/database/database.ts';
import { publication, publicationObject } from '../../platform/database/schema/publications.ts';
import { recordAudit } from '../audit/record.ts';
import type { PublicationChoices, PublicationOutcome } from './process-messages.ts';

export type Publication = typeof publication.$inferSelect;

/** An open publication ends so long after the last object; an ended one is kept as long. */
const KEPT_HOURS = RETENTION.publication.amount;
/** Unfinished publications of one account. */
const OPEN_MAX = 16;
/** Objects per statement. */
const BATCH = 5_000;

/** Digests as an array of PostgreSQL. */
const digestArray = (digests: readonly string[]): string => `{${digests.join(',')}}`;

const expiry = sql`now() + make_interval(hours => ${KEPT_HOURS})`;
const isUnfinished = inArray(publication.state, ['open', 'committing']);
const isLive = gt(publication.expiresAt, sql`now()`);

export interface BegunPublication {
  readonly accountId: string;
  readonly server: string;
  readonly inputSha256: string;
  readonly files: number;
  readonly bytes: number;
}

/** Servers that the caller's token names. */
const serversOf = ({ via }: Actor): readonly string[] => (via.kind === 'token' ? via.servers : []);

/** A publication of the caller. Refuses those of others like those that never were. */
export async function requirePublication(db: Queries, actor: Actor, id: string): Promise<Publication> {
  const [row] = await db
    .select()
    .from(publication)
    .where(and(eq(publication.id, id), eq(publication.accountId, actor.accountId), isLive));
  if (row === undefined || !serversOf(actor).includes(row.server)) throw new Refusal('publication_not_found');
  return row;
}

const isUnfinishedOf = ({ accountId, server, inputSha256 }: BegunPublication): SQL | undefined =>
  and(
    eq(publication.accountId, accountId),
    eq(publication.server, server),
    eq(publication.inputSha256, inputSha256),
    isUnfinished,
  );

/** The unfinished publication of the same input, renewed; undefined when there is none. */
export async function renewPublication(db: Queries, begun: BegunPublication): Promise<Publication | undefined> {
  const [row] = await db
    .update(publication)
    .set({ expiresAt: expiry, updatedAt: sql`now()` })
    .where(and(isUnfinishedOf(begun), isLive))
    .returning();
  return row;
}

/** Adds a publication that waits for these objects; undefined when the same one was begun at the same moment. */
export async function insertPublication(
  database: Database,
  id: string,
  begun: BegunPublication,
  missing: readonly { readonly sha256: string; readonly bytes: number }[],
): Promise<Publication | undefined> {
  return database.transaction(async (tx) => {
    await requireRoomForAnother(tx, begun);
    const [row] = await tx
      .insert(publication)
      .values({ id, ...begun, state: 'open', expiresAt: expiry })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) return undefined;
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      const sizes = `{${batch.map(({ bytes }) => bytes).join(',')}}`;
      await tx.execute(sql`
        insert into ${publicationObject} (publication_id, sha256, bytes)
        select ${id}::uuid, sha256, bytes
        from unnest(${digestArray(batch.map(({ sha256 }) => sha256))}::text[], ${sizes}::bigint[]) as given(sha256, bytes)`);
    }
    return row;
  });
}

async function requireRoomForAnother(tx: Transaction, begun: BegunPublication) {
  // One that has expired and was not swept yet is out of the way.
  await tx
    .update(publication)
    .set({ state: 'failed' })
    .where(and(isUnfinishedOf(begun), lt(publication.expiresAt, sql`now()`)));
  const [open] = await tx
    .select({ n: count() })
    .from(publication)
    .where(and(eq(publication.accountId, begun.accountId), isUnfinished, isLive));
  if ((open?.n ?? 0) >= OPEN_MAX) throw new Refusal('publication_limit');
}

/** Bytes that unfinished publications of all accounts still wait for. */
export async function countAwaitedBytes(db: Queries): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${publicationObject.bytes}), 0)::float8` })
    .from(publicationObject)
    .innerJoin(publication, eq(publication.id, publicationObject.publicationId))
    .where(and(isUnfinished, isLive, isNull(publicationObject.receivedAt)));
  return row?.bytes ?? 0;
}

const ofPublication = (id: string) => eq(publicationObject.publicationId, id);

export async function listMissing(db: Queries, id: string): Promise<readonly string[]> {
  const rows = await db
    .select({ sha256: publicationObject.sha256 })
    .from(publicationObject)
    .where(and(ofPublication(id), isNull(publicationObject.receivedAt)));
  return rows.map(({ sha256 }) => sha256);
}

export async function countMissing(db: Queries, id: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(publicationObject)
    .where(and(ofPublication(id), isNull(publicationObject.receivedAt)));
  return row?.n ?? 0;
}

/** Digests that were sent for a publication. */
export async function listSent(db: Queries, id: string): Promise<readonly string[]> {
  const rows = await db.select({ sha256: publicationObject.sha256 }).from(publicationObject).where(ofPublication(id));
  return rows.map(({ sha256 }) => sha256);
}

export interface AwaitedObject {
  readonly sha256: string;
  readonly bytes: number;
  readonly isReceived: boolean;
}

/** Those of the objects that a publication asked for, by digest. */
export async function readAwaited(
  db: Queries,
  id: string,
  digests: readonly string[],
): Promise<ReadonlyMap<string, AwaitedObject>> {
  const rows = await db
    .select({
      sha256: publicationObject.sha256,
      bytes: publicationObject.bytes,
      isReceived: sql<boolean>`${publicationObject.receivedAt} is not null`,
    })
    .from(publicationObject)
    .where(and(ofPublication(id), sql`${publicationObject.sha256} = any(${digestArray(digests)}::text[])`));
  return new Map(rows.map((row) => [row.sha256, row]));
}

/** Counts objects that are stored and verified. Refuses if the publication takes none any more. */
export async function countReceived(db: Queries, id: string, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  const counted = await db.execute(sql`
    update ${publicationObject} set received_at = now()
    where publication_id = ${id}::uuid and sha256 = any(${digestArray(digests)}::text[])
      and exists (select 1 from ${publication} where id = ${id}::uuid and state = 'open' and expires_at > now())
    returning sha256`);
  if (counted.length === 0) throw new Refusal('publication_closed');
}

/** Objects that proved lost are asked for again, and the publication takes objects again. */
export async function reopenPublication(db: Database, id: string, digests: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (let at = 0; at < digests.length; at += BATCH) {
      const batch = digestArray(digests.slice(at, at + BATCH));
      await tx.execute(sql`
        update ${publicationObject} set received_at = null
        where publication_id = ${id}::uuid and sha256 = any(${batch}::text[])`);
    }
    await tx.update(publication).set({ state: 'open', progress: null }).where(isCommitting(id));
  });
}

const isCommitting = (id: string) => and(eq(publication.id, id), eq(publication.state, 'committing'));

/** Takes an open publication whose objects have all arrived into its commit; false when it is not open. */
export async function beginCommit(
  tx: Transaction,
  id: string,
  { tokenId, ...choices }: PublicationChoices & { readonly tokenId: string | undefined },
): Promise<boolean> {
  const [row] = await tx
    .update(publication)
    .set({ state: 'committing', ...choices, tokenId: tokenId ?? null, expiresAt: expiry, updatedAt: sql`now()` })
    .where(and(eq(publication.id, id), eq(publication.state, 'open')))
    .returning({ id: publication.id });
  if (row !== undefined && (await countMissing(tx, id)) > 0) throw new Refusal('objects_missing');
  return row !== undefined;
}

export async function noteProgress(
  db: Queries,
  id: string,
  progress: { readonly step: string; readonly done: number; readonly total: number },
): Promise<void> {
  await db.update(publication).set({ progress, updatedAt: sql`now()` }).where(isCommitting(id));
}

/** Records how a commit ended. With `isWork` something was published, which is audited. The list of objects is not needed any more. */
export async function endPublication(
  database: Database,
  id: string,
  outcome: Exclude<PublicationOutcome, { kind: 'lost' }>,
  isWork: boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    const ended =
      outcome.kind === 'done'
        ? { state: 'done' as const, result: { ...outcome.result } }
        : { state: 'failed' as const, findings: outcome.findings.map((one) => ({ ...one })) };
    const [row] = await tx
      .update(publication)
      .set({ ...ended, progress: null, expiresAt: expiry, updatedAt: sql`now()` })
      .where(isCommitting(id))
      .returning();
    if (row === undefined) return;
    await tx.delete(publicationObject).where(ofPublication(id));
    if (outcome.kind !== 'done' || !isWork) return;
    const { releaseId, promoted } = outcome.result;
    await recordAudit(tx, {
      actorAccountId: row.accountId,
      action: 'release.publish',
      subjectKind: 'server',
      subjectId: row.server,
      after: { releaseId, promoted, ...(row.tokenId !== null && { tokenId: row.tokenId }) },
    });
  });
}

export async function readPublication(db: Queries, id: string): Promise<Publication | undefined> {
  const [row] = await db.select().from(publication).where(eq(publication.id, id));
  return row;
}

/** Removes a publication; false while it is being committed. */
export async function removePublication(db: Queries, id: string): Promise<boolean> {
  const gone = await db
    .delete(publication)
    .where(and(eq(publication.id, id), ne(publication.state, 'committing')))
    .returning({ id: publication.id });
  return gone.length > 0;
}

/** Publications that have expired. */
export async function listExpired(db: Queries): Promise<readonly Pick<Publication, 'id' | 'server'>[]> {
  return db
    .select({ id: publication.id, server: publication.server })
    .from(publication)
    .where(and(lt(publication.expiresAt, sql`now()`), ne(publication.state, 'committing')));
}

/** Ids of publications among these that have a row. */
export async function listStanding(db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: publication.id })
    .from(publication)
    .where(inArray(publication.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Lets everything that a deleted account has begun expire. */
export async function forgetPublisher(db: Queries, accountId: string): Promise<void> {
  await db
    .update(publication)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(publication.accountId, accountId), eq(publication.state, 'open')));
}

/** What an account has begun lately, for its export. */
export async function* exportPublications(db: Queries, accountId: string): AsyncGenerator<ExportFile> {
  const rows = await db
    .select({ server: publication.server, state: publication.state, createdAt: publication.createdAt })
    .from(publication)
    .where(eq(publication.accountId, accountId));
  if (rows.length > 0) yield jsonFile('publications.json', rows);
}
