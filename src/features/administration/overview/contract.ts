// The route that says how the instance is doing, in numbers.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok } from '../../../http/routing/declarations.ts';

export const STORAGE_KINDS = ['releases', 'files', 'variants', 'avatars', 'database'] as const;

const count = z.int().min(0);
const bytes = count.describe('Bytes');

export const overviewAdministration = defineContract({
  adminOverviewRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/overview',
    summary: 'Counts, storage, queues, engines and version',
    description:
      'Counts and storage are kept for ten seconds. `releases` adds up what every stored release names; files that several releases share are stored once. `files` are uploads as they came, `variants` what was made of them.',
    answers: ok('How it is doing', {
      version: z.string().describe('Of the software'),
      update: z
        .object({ version: z.string(), notes: z.string().nullable().describe('A text, or an address') })
        .nullable()
        .describe('A newer version that `UPDATE_CHECK` names; null: none is known'),
      startedAt: milliseconds.describe('When the process that answers started'),
      engines: z.array(z.object({ name: z.enum(['objects', 'database', 'jobs']), isAvailable: z.boolean() })),
      counts: z.object({
        accounts: count.describe('Deleted ones are not counted'),
        newAccounts: count.describe('Of the last seven days'),
        posts: count,
        comments: count,
        openCases: count,
        openReports: count,
        openAppeals: count,
      }),
      storage: z.array(z.object({ kind: z.enum(STORAGE_KINDS), items: count.nullable(), bytes })),
      quotas: z.object({
        account: bytes.nullable().describe('`STORAGE_QUOTA`: uploaded files of one account; null: no limit'),
        publication: bytes.describe('`PUBLISH_BYTES`: one publication from elsewhere'),
        cache: bytes.describe('`CACHE_BYTES`: the cache folder'),
      }),
      disk: z
        .object({
          freeBytes: bytes,
          totalBytes: bytes,
          isFull: z.boolean().describe('Nothing can be written: writes are refused with `storage_full`'),
        })
        .nullable()
        .describe('Where the data directory is; null: unknown'),
      sharedAddress: z
        .string()
        .nullable()
        .describe(
          'A private address from which 90 % of the requests of a minute came while `TRUSTED_PROXIES` is empty: probably a ' +
            'proxy, behind which all strangers share the limits of one client',
        ),
      jobs: z.object({
        waiting: count,
        active: count,
        failed: count.describe('Failed for good: dead letters'),
      }),
    }),
  },
});
