// The list of files with which a publication from elsewhere begins: parsed from the body of the request, checked, and
// written in one canonical form, which is stored and whose digest identifies the publication. Pure; runs in a worker
// (plan-worker.ts), because the body of a large snapshot has a hundred megabytes.
import { isRecord } from '../../kernel/is-object.ts';
import { isReleasePath, isServerId, isSha256 } from '../../kernel/names.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import { DESCRIPTOR_BYTES_MAX } from '../release/snapshot/descriptor.ts';
import { SNAPSHOT_TREES } from '../release/snapshot/descriptor-schema.ts';
import type { ListedFile } from '../release/snapshot/received-snapshot.ts';

const FILES_MAX = 500_000;
/** Room for 500,000 files with paths of 150 characters. */
export const PLAN_BYTES_MAX = 144 * 1024 * 1024;

/** The stored form. `files` is sorted by path. */
export interface Plan {
  readonly descriptor: unknown;
  readonly files: readonly ListedFile[];
}

/** Facts about a plan, and its bytes. */
export interface PlannedPublication {
  readonly server: string;
  /** UTF-8 JSON of the plan. */
  readonly bytes: Uint8Array;
  readonly inputSha256: string;
  readonly fileCount: number;
  readonly fileBytes: number;
  /** Distinct SHA-256 digests, concatenated, and the size of each object. */
  readonly digests: string;
  readonly sizes: Float64Array;
}

export type PlanOutcome = { readonly planned: PlannedPublication } | { readonly refusal: RefusalCode };

const TREES: ReadonlySet<string> = new Set(SNAPSHOT_TREES);

/** Plans a publication of at most `bytesMax` bytes from the body of a request. */
export function planPublication(body: Uint8Array, bytesMax: number): PlanOutcome {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { refusal: 'invalid_json' };
  }
  if (!isRecord(value)) return { refusal: 'invalid_body' };
  const { descriptor, files, ...unknown } = value;
  if (!isRecord(descriptor) || !Array.isArray(files) || Object.keys(unknown).length > 0) {
    return { refusal: 'invalid_publication' };
  }
  const server = isRecord(descriptor.server) ? descriptor.server.id : undefined;
  if (typeof server !== 'string' || !isServerId(server)) return { refusal: 'invalid_publication' };
  if (descriptor.mounts !== undefined) return { refusal: 'mounts_not_allowed' };
  if (files.length > FILES_MAX) return { refusal: 'too_many_files' };
  const listed: ListedFile[] = [];
  const sizes = new Map<string, number>();
  let fileBytes = 0;
  for (const file of files) {
    const entry = readFile(file);
    if (typeof entry === 'string') return { refusal: entry };
    const known = sizes.get(entry.sha256);
    if (known !== undefined && known !== entry.bytes) return { refusal: 'invalid_publication' };
    if (known === undefined) fileBytes += entry.bytes;
    sizes.set(entry.sha256, entry.bytes);
    listed.push(entry);
  }
  if (fileBytes > bytesMax) return { refusal: 'publication_too_large' };
  listed.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  if (listed.some(({ path }, index) => path === listed[index - 1]?.path)) return { refusal: 'invalid_file_path' };
  const text = describe(descriptor);
  if (text === undefined) return { refusal: 'invalid_publication' };
  const bytes = Buffer.from(`{"descriptor":${text},"files":${JSON.stringify(listed)}}`);
  return {
    planned: {
      server,
      bytes,
      inputSha256: Bun.SHA256.hash(bytes, 'hex'),
      fileCount: listed.length,
      fileBytes,
      digests: [...sizes.keys()].join(''),
      sizes: Float64Array.from(sizes.values()),
    },
  };
}

/** One file of the list, with its fields in the stored order; or why there is no such file. */
function readFile(value: unknown): ListedFile | RefusalCode {
  if (!isRecord(value)) return 'invalid_publication';
  const { path, sha256, bytes, ...unknown } = value;
  const isTyped = typeof path === 'string' && typeof sha256 === 'string' && typeof bytes === 'number';
  if (!isTyped || Object.keys(unknown).length > 0) return 'invalid_publication';
  if (!isSha256(sha256) || !Number.isSafeInteger(bytes) || bytes < 0) return 'invalid_publication';
  const slash = path.indexOf('/');
  if (slash < 0 || !TREES.has(path.slice(0, slash)) || !isReleasePath(path)) return 'invalid_file_path';
  return { path, sha256, bytes };
}

/** Text of a descriptor; undefined when it is too large or too deep. */
function describe(descriptor: Readonly<Record<string, unknown>>): string | undefined {
  try {
    const text = JSON.stringify(descriptor);
    return Buffer.byteLength(text) > DESCRIPTOR_BYTES_MAX ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A stored plan whose digest was verified. */
export function parsePlan(bytes: Uint8Array): Plan {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
