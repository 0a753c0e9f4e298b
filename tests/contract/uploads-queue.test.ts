// The order in which files are examined: pictures and videos of one account and of several.
import { expect, test } from 'bun:test';
import { enqueueScan } from '../../src/features/uploads/examination/queue.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { EnqueueOptions, JobKind } from '../../src/platform/jobs/jobs.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { reserve } from '../fixtures/uploads.ts';

const MEBIBYTE = 1024 * 1024;

test('small pictures and the first files of an account come first, and videos have a queue of their own', async () => {
  await using livehouse = await openAccountsWorld({ LIMITS: 'off' });
  const [busy, other] = await livehouse.people(2);
  await using database = closing(
    openDatabase({ databaseUrl: livehouse.databaseUrl, dataDirectory: '/nonexistent' }, openLog('silent')),
  );
  await database.ready();
  const promised: { kind: string; group: string | undefined; priority: number | undefined }[] = [];
  const enqueue = async <P>(_: unknown, { kind }: JobKind<P>, _payload: P, options: EnqueueOptions = {}) =>
    void promised.push({ kind, group: options.group, priority: options.priority });
  const arrive = async (person: typeof busy, size: number, mediaType: string): Promise<void> => {
    const { id } = await reserve(person, size, mediaType);
    // A waiting file without a job that would examine it.
    await livehouse.sql`update attachment set status = 'scanning', processing = 'queued',
        lease_token = null where id = ${id}`;
    await database.transaction((tx) => enqueueScan(enqueue, tx, { id, ownerAccountId: person.id, mediaType, size }));
  };
  await arrive(busy, 100, 'image/png');
  await arrive(busy, 4 * MEBIBYTE, 'image/jpeg');
  await arrive(busy, 120 * MEBIBYTE, 'image/jpeg');
  await arrive(busy, 100, 'image/png');
  await arrive(other, 100, 'image/png');
  await arrive(other, 20 * MEBIBYTE, 'video/mp4');
  expect(promised).toEqual([
    { kind: 'attachment.scan', group: busy.id, priority: -1 },
    { kind: 'attachment.scan', group: busy.id, priority: -6 },
    { kind: 'attachment.scan', group: busy.id, priority: -11 },
    { kind: 'attachment.scan', group: busy.id, priority: -4 },
    { kind: 'attachment.scan', group: other.id, priority: -1 },
    { kind: 'attachment.film', group: other.id, priority: -10 },
  ]);
}, 60_000);
