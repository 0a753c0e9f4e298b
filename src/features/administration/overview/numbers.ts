// Numbers of the overview: rows that are counted by one statement each, stored releases, and the disk.
import { z } from 'zod';
import { onlyOf } from '../../../kernel/page.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { listRows, readRow } from '../../../platform/database/rows.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { listReleases } from '../../release/store/registry.ts';
import type { STORAGE_KINDS } from './contract.ts';

const NEW_DAYS = 7;
const number = z.coerce.number();
const counted = z.object({
  accounts: number,
  newAccounts: number,
  posts: number,
  comments: number,
  openCases: number,
  openReports: number,
  openAppeals: number,
});
const sized = z.object({ bytes: number });
const stored = z.object({ kind: z.enum(['files', 'variants', 'avatars']), items: number, bytes: number });

export interface Storage {
  readonly kind: (typeof STORAGE_KINDS)[number];
  /** Null where nothing is counted. */
  readonly items: number | null;
  readonly bytes: number;
}

/** Counts of people, of what they wrote, and of what waits for staff. */
export async function countRows(db: Queries): Promise<z.output<typeof counted>> {
  const rows = await listRows(db, counted)`select
    (select count(*) from profile where status <> 'deleted') as accounts,
    (select count(*) from profile where status <> 'deleted' and joined_at > now() - make_interval(days => ${NEW_DAYS}))
      as "newAccounts",
    (select count(*) from post where deleted_at is null) as posts,
    (select count(*) from comment where deleted_at is null) as comments,
    (select count(*) from moderation_case where status = 'review') as "openCases",
    (select count(*) from report where status in ('pending', 'reviewing')) as "openReports",
    (select count(*) from appeal where status = 'open') as "openAppeals"`;
  return onlyOf(rows);
}

/** What the parts of the installation take. */
export async function measureStorage(db: Queries, objects: Objects): Promise<readonly Storage[]> {
  const [rows, size, servers] = await Promise.all([
    listRows(db, stored)`select 'files' as kind, count(*) as items, coalesce(sum(size), 0) as bytes from attachment
        where status in ('scanning', 'ready', 'review', 'rejected')
      union all select 'variants', count(*), coalesce(sum(bytes), 0) from attachment_variant
      union all select 'avatars', count(*), coalesce(sum(image_bytes), 0) from avatar where image_bytes is not null`,
    readRow(db, sized)`select pg_database_size(current_database()) as bytes`,
    listReleases(objects),
  ]);
  const releases = servers.flatMap((server) => server.releases);
  return [
    { kind: 'releases', items: releases.length, bytes: releases.reduce((sum, one) => sum + (one.bytes ?? 0), 0) },
    ...rows,
    { kind: 'database', items: null, bytes: size?.bytes ?? 0 },
  ];
}
