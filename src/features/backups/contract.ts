import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok } from '../../http/routing/declarations.ts';
import { personName } from '../../http/routing/person-name.ts';
import { isBackupName } from './layout.ts';

const count = z.int().min(0);

const backupView = z
  .object({
    id: z.string().describe('Its folder below `BACKUP_TO`: when it began'),
    startedAt: milliseconds,
    madeAt: milliseconds.nullable().describe('The time of its rows; null if the manifest is damaged'),
    state: z
      .enum(['verified', 'unverified', 'damaged'])
      .describe('`damaged`: the target lost or altered a file of it. `unverified`: it was not read back'),
    checkedAt: milliseconds.nullable().describe('When it was read back'),
    rows: count.nullable(),
    objects: count.nullable(),
    bytes: count.nullable().describe('Of the objects that it needs; backups share them'),
    isEncrypted: z.boolean().nullable(),
    livehouse: z.string().nullable().describe('Version of the software that made it'),
  })
  .meta({ id: 'Backup' });

const runView = z
  .object({
    id: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    cause: z.enum(['schedule', 'request', 'command']),
    by: personName.nullable().describe('Who asked for it'),
    backupId: z.string().nullable(),
    createdAt: milliseconds,
    startedAt: milliseconds.nullable(),
    endedAt: milliseconds.nullable(),
    sentObjects: count.nullable().describe('Objects that were new in the target'),
    sentBytes: count.nullable(),
    checkedObjects: count.nullable().describe('Old objects that were read back'),
    lostObjects: count.nullable().describe('Old objects that the target lost or altered'),
    problems: count.nullable().describe('Objects that were missing or damaged in the instance itself'),
    removed: count.nullable().describe('Backups that were removed because they are not kept any more'),
    failure: z.string().nullable().describe('Why it failed, such as `backup_target_full`; docs/backups.md lists them'),
    message: z.string().nullable(),
  })
  .meta({ id: 'BackupRun' });

const id = {
  schema: z.string().refine(isBackupName).describe('Backup').meta({ example: '2026-11-27T03-30-00Z' }),
  refusal: 'backup_not_found',
} as const;

export const backupsContract = defineContract({
  adminBackupList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/backups',
    summary: 'Backups in `BACKUP_TO`, newest first, with the last 20 runs',
    answers: ok('Both', {
      target: z.string().describe('Where backups are written'),
      isReachable: z.boolean().describe('Whether the target can be read now; if not, `backups` is empty'),
      schedule: z.object({ cron: z.string(), timeZone: z.string(), nextAt: milliseconds }).nullable(),
      keep: z.object({ days: count, weeks: count, months: count }),
      backups: z.array(backupView),
      runs: z.array(runView),
    }),
    refusals: ['backups_off'],
  },
  adminBackupCreate: {
    ...administratorRoute,
    method: 'POST',
    path: '/api/v1/admin/backups',
    summary: 'Make a backup now',
    description: 'It begins within seconds; the list says how it went.',
    limit: 'write',
    answers: { 202: { description: 'The run, which waits', schema: z.object({ run: runView }) } },
    refusals: ['backups_off', 'backup_running'],
  },
  adminBackupDownload: {
    ...administratorRoute,
    needsProof: true,
    method: 'GET',
    path: '/api/v1/admin/backups/{id}/download',
    summary: 'A backup with the objects that it needs, as one zip file',
    description:
      'Only within ten minutes of a sign-in or a confirmation (`accountConfirm`). Unpacked, `livehouse import` takes the folder ' +
      'of the backup in it. Encrypted rows stay encrypted.',
    params: { id },
    limit: 'export',
    answers: { 200: { description: 'The files, streamed', mediaType: 'application/zip' } },
    refusals: ['backups_off', 'backup_target_unavailable'],
  },
});
