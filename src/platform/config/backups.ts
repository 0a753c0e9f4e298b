// Parsers and cross-checks for the configuration of backups: the schedule, the target, how many are kept, the key. config.ts
// reads the environment and passes the text in.

import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type * as CronParser from 'cron-parser';
import { z } from 'zod';
import { isTimeZone } from '../../kernel/local-days.ts';
import { readObjectsUrl, type S3Config, type S3Location } from './objects.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { reader } from './values.ts';

/** Where backups are written. */
export type BackupLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly s3: S3Config };

/** How many backups are kept: the newest of each of so many days, weeks and months that have one. */
export interface BackupKeep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

export interface BackupConfig {
  /** Undefined: no backups are made. */
  readonly to: BackupLocation | undefined;
  /** Cron expression. Undefined: backups are made on request only. */
  readonly schedule: string | undefined;
  /** Time zone of the schedule, and of the days, weeks and months of `keep`. */
  readonly timeZone: string;
  readonly keep: BackupKeep;
  /** 32 bytes that rows are encrypted with. Undefined: they are not. */
  readonly key: Uint8Array | undefined;
  /** Access key of a backup store, also of one that an import names. */
  readonly accessKey: Pick<S3Config, 'accessKeyId' | 'secretAccessKey'> | undefined;
}

const KEY_BYTES = 32;
const CRON_ERROR =
  'must be a cron expression with five fields (minute, hour, day of the month, month, day of the week), such as 30 3 * * *';
const KEEP_ERROR =
  'must be such as 7d4w6m: numbers of days, weeks and months, at least one in all and at most 999 each';

/**
 * Times of a schedule from `after` on. Throws when the expression never fires. The parser is loaded for the first one, since commands
 * start without it.
 */
export function nextBackupTime(schedule: string, timeZone: string, after: Date): Date {
  const library: typeof CronParser = createRequire(import.meta.url)('cron-parser');
  return library.CronExpressionParser.parse(schedule, { tz: timeZone, currentDate: after }).next().toDate();
}

export const readBackupSchedule = reader(
  z
    .string()
    .transform((text) => text.split(/\s+/).join(' '))
    .refine((text) => text.split(' ').length === 5, CRON_ERROR)
    .superRefine((text, context) => {
      try {
        nextBackupTime(text, 'UTC', new Date());
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        context.addIssue({ code: 'custom', message: `${CRON_ERROR}, that fires at some time (${reason})` });
      }
    })
    .optional(),
);

export const readTimeZone = reader(
  z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin or UTC').default('UTC'),
);

type Named = { readonly kind: 'folder'; readonly folder: string } | { readonly kind: 's3'; readonly place: S3Location };

/** A folder, or an address in the form of OBJECTS_URL. */
export function readBackupTo(text: string | undefined): Named | undefined {
  if (text === undefined) return undefined;
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { kind: 'folder', folder: resolve(PACKAGE_ROOT, text) };
  const place = readObjectsUrl(text);
  return place && { kind: 's3', place };
}

export const readBackupKeep = reader(
  z
    .string()
    .default('7d4w6m')
    .transform((text): BackupKeep => {
      const found = /^(?:(\d{1,3})d)?(?:(\d{1,3})w)?(?:(\d{1,3})m)?$/.exec(text);
      const [days, weeks, months] = [1, 2, 3].map((group) => Number(found === null ? 0 : (found[group] ?? 0)));
      return { days: days ?? 0, weeks: weeks ?? 0, months: months ?? 0 };
    })
    .refine(({ days, weeks, months }) => days + weeks + months > 0, KEEP_ERROR),
);

export const readBackupKey = reader(
  z
    .string()
    .transform((text): Uint8Array => Buffer.from(text, 'base64'))
    .refine((key) => key.byteLength === KEY_BYTES, 'must be 32 bytes in base64; `openssl rand -base64 32` makes one')
    .optional(),
);

interface Surroundings {
  readonly dataDirectory: string;
  readonly s3: S3Config | undefined;
}

interface BackupVariables extends Omit<BackupConfig, 'to' | 'accessKey'> {
  readonly to: Named | undefined;
  readonly accessKeyId: string | undefined;
  readonly accessKeySecret: string | undefined;
}

/** The whole group. An incomplete one, and a target that is lost together with the instance, is a mistake. */
export function readBackups(
  { to, accessKeyId, accessKeySecret, ...rest }: BackupVariables,
  around: Surroundings,
  report: (mistake: string) => void,
): BackupConfig {
  const { schedule, key } = rest;
  if (schedule !== undefined && to === undefined) report('BACKUP_TO is missing: BACKUP_SCHEDULE is set');
  if (accessKeyId === undefined && accessKeySecret !== undefined) {
    report('BACKUP_ACCESS_KEY_ID is missing: BACKUP_ACCESS_KEY_SECRET is set');
  }
  if (accessKeyId !== undefined && accessKeySecret === undefined) {
    report('BACKUP_ACCESS_KEY_SECRET is missing: BACKUP_ACCESS_KEY_ID is set');
  }
  const accessKey =
    accessKeyId === undefined || accessKeySecret === undefined
      ? undefined
      : { accessKeyId, secretAccessKey: accessKeySecret };
  if (to?.kind === 'folder') {
    if (isInside(to.folder, around.dataDirectory)) {
      report('BACKUP_TO must not be inside LIVEHOUSE_DATA: a backup must not be lost with the data');
    }
    return { ...rest, accessKey, to };
  }
  if (to === undefined) return { ...rest, accessKey, to: undefined };
  const { place } = to;
  if (accessKeyId === undefined && accessKeySecret === undefined) {
    report('BACKUP_ACCESS_KEY_ID and BACKUP_ACCESS_KEY_SECRET are missing: BACKUP_TO is an address');
  }
  if (key === undefined) report('BACKUP_KEY is missing: BACKUP_TO is an address, where rows are always encrypted');
  if (around.s3 !== undefined && isSameStore(place, around.s3)) {
    report('BACKUP_TO must not be in the bucket and prefix of OBJECTS_URL: a backup must not be lost with the objects');
  }
  const s3 = { ...place, accessKeyId: accessKeyId ?? '', secretAccessKey: accessKeySecret ?? '' };
  return { ...rest, accessKey, to: { kind: 's3', s3 } };
}

/** Whether one prefix contains the other, in one bucket. */
function isSameStore(one: S3Location, other: S3Location): boolean {
  if (one.bucket !== other.bucket || hostOf(one) !== hostOf(other)) return false;
  const [a, b] = [`${one.prefix}/`, `${other.prefix}/`];
  return one.prefix === '' || other.prefix === '' || a.startsWith(b) || b.startsWith(a);
}

const hostOf = ({ endpoint }: S3Location): string => new URL(endpoint).host;

function isInside(folder: string, parent: string): boolean {
  const path = relative(resolveLinks(parent), resolveLinks(folder));
  return path === '' || (!path.startsWith('..') && !path.startsWith('/'));
}

/** The path without symbolic links, also where its end does not exist yet. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveLinks(parent), basename(path));
  }
}
