// Holds the earlier copies of a text that somebody has sent too often, so that the whole series is in the queue. A job,
// because the request that sends the last copy must not lock the earlier ones. Idempotent: a copy whose revision has a case
// is left as it is, so that what staff decided stays.
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { textFingerprint } from '../../../platform/database/schema/moderation.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import type { ContentContexts } from '../common/content-context.ts';
import type { Cases } from './cases.ts';
import type { Series } from './fingerprints.ts';

const payload = z.object({
  authorAccountId: z.uuid(),
  fingerprint: z.string(),
  withinSeconds: z.number(),
  reasons: z.array(z.string()).readonly(),
});

const flag = declareJob({
  kind: 'moderation.flag-series',
  payload,
  plan: { retries: 6, retrySeconds: 5, retryMaxSeconds: 120, expireSeconds: 120, concurrency: 1 },
  singleton: ({ authorAccountId, fingerprint }) => `${authorAccountId} ${fingerprint}`,
});

/** A longer series is not spam of a person but a mistake of a rule. */
const COPIES_MAX = 500;

/** Enqueues it, in the transaction of the copy that was too many. */
export const enqueueSeries = (enqueue: Jobs['enqueue'], tx: Transaction, series: Series): Promise<void> =>
  enqueue(tx, flag, series);

export interface SeriesDependencies {
  readonly database: Database;
  readonly cases: Pick<Cases, 'holdText'>;
  readonly contexts: Pick<ContentContexts, 'readSubmitted'>;
}

export const bindSeriesJob = (dependencies: SeriesDependencies): BoundJob =>
  bindJob(flag, (series) => flagSeries(dependencies, series));

async function flagSeries({ database, cases, contexts }: SeriesDependencies, series: Series): Promise<void> {
  const { authorAccountId, fingerprint, withinSeconds, reasons } = series;
  const copies = await database.db
    .select({ kind: textFingerprint.kind, subjectId: textFingerprint.subjectId })
    .from(textFingerprint)
    .where(
      and(
        eq(textFingerprint.authorAccountId, authorAccountId),
        eq(textFingerprint.fingerprint, fingerprint),
        sql`${textFingerprint.at} > now() - make_interval(secs => ${withinSeconds})`,
      ),
    )
    .limit(COPIES_MAX);
  for (const { kind, subjectId } of copies) {
    // A profile has one name and one set of links, so there are no earlier copies.
    if (kind === 'profile-name' || kind === 'profile-links') continue;
    await database.transaction(async (tx) => {
      const found = await contexts.readSubmitted(tx, kind, subjectId);
      if (found?.verdict !== 'allow' || found.authorAccountId !== authorAccountId) return;
      await cases.holdText(tx, { ...found, kind, subjectId }, reasons);
    });
  }
}
