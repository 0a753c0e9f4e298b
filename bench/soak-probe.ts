// What a long run reads of the service: memory and descriptors of its processes, connections and size of its database, and the
// size of its objects.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { readChildren, readMemory, sumOf } from './machine.ts';

export interface SoakSample {
  /** Since the start of the run. */
  readonly atMs: number;
  /** MiB of the service itself. */
  readonly resident: number;
  /** MiB, proportional, of the processes that it started: database, queries, decoders. */
  readonly children: number;
  /** Open files of the service. */
  readonly descriptors: number;
  /** Connections of the service to the database. */
  readonly connections: number;
  /** MiB. */
  readonly database: number;
  readonly objects: number;
}

const MEBIBYTE = 1024 ** 2;

function descendantsOf(pid: number): readonly number[] {
  try {
    return readChildren(pid).flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

function shareOf(pid: number): number {
  try {
    return readMemory(pid).shareMebibytes;
  } catch {
    // Ended meanwhile.
    return 0;
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const text = await new Response(Bun.spawn(['du', '-sb', folder], { stderr: 'ignore' }).stdout).text();
  return Number(text.split('\t')[0]);
}

/** Reads one sample. */
export async function readSample(atMs: number, data: string, pid: number, sql: SQL): Promise<SoakSample> {
  const rows: { connections: number; bytes: number }[] = await sql`
    select (select count(*)::int from pg_stat_activity where application_name = 'livehouse') as connections,
      pg_database_size(current_database())::float8 as bytes`;
  return {
    atMs,
    resident: readMemory(pid).residentMebibytes,
    children: sumOf(descendantsOf(pid).map(shareOf)),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0]?.connections ?? 0,
    database: (rows[0]?.bytes ?? 0) / MEBIBYTE,
    objects: (await bytesBelow(join(data, 'objects'))) / MEBIBYTE,
  };
}
