// The record of a server's last publication: a fingerprint of all its inputs (descriptor, stat facts of every file, our
// own code) and its result. When the fingerprint is unchanged and the result is still stored, publishing again would
// change nothing, and nothing needs to be hashed or derived.
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  releaseIdentityKey,
  releaseIndexPrefix,
  releaseManifestKey,
  sideManifestKey,
  sourceManifestKey,
} from '../../../kernel/object-key.ts';
import { SHARD_COUNT } from '../../../kernel/partition.ts';
import { isAbsence, writeAtomically } from '../../../platform/files/durable.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Finding } from '../common/finding.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { digestPaths } from '../snapshot/walk.ts';

const FORMAT = 'livehouse-last-publication-1';
const SOURCE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface LastPublication {
  readonly fingerprint: string;
  readonly releaseId: string;
  readonly sourceId: string;
  readonly entries: number;
  readonly bytes: number;
  readonly warnings: readonly Finding[];
  /** SHA-256 (hex) of all content that the release and its source need, concatenated. */
  readonly content: string;
}

/** Fingerprint of all inputs of a publication. */
export function fingerprintOf(snapshot: Snapshot): string {
  const { files, pathsSha256, descriptorSha256 } = snapshot;
  const facts = new Float64Array(files.length * 4);
  let at = 0;
  for (const { bytes, mtimeMs, ctimeMs, inode } of files) {
    facts[at++] = bytes;
    facts[at++] = mtimeMs;
    facts[at++] = ctimeMs;
    facts[at++] = inode;
  }
  // Files named only by the descriptor are not covered by the digest of the trees.
  const named = digestPaths(files.filter(({ path }) => path.startsWith('catalog/')));
  return new Bun.CryptoHasher('sha256')
    .update(`${FORMAT}\n${codeFingerprint()}\n${descriptorSha256}\n${pathsSha256}\n${named}\n`)
    .update(facts)
    .digest('hex');
}

let code: string | undefined;

/** Digest of our code: a different version may derive different documents from the same files. */
export function codeFingerprint(): string {
  code ??= digestCode();
  return code;
}

function digestCode(): string {
  const facts: string[] = [];
  for (const name of readdirSync(SOURCE_ROOT, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const { size, mtimeMs } = statSync(join(SOURCE_ROOT, name));
    facts.push(`${name}\0${size}\0${mtimeMs}`);
  }
  return Bun.SHA256.hash(`${Bun.version}\n${facts.sort().join('\n')}`, 'hex');
}

/** The record of the last publication; undefined when there is none or it is damaged. */
export function readLastPublication(path: string): LastPublication | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const cut = text.indexOf('\n');
    const body = text.slice(cut + 1);
    if (cut < 0 || Bun.SHA256.hash(body, 'hex') !== text.slice(0, cut)) return undefined;
    return JSON.parse(body);
  } catch (error) {
    if (isAbsence(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writeLastPublication(path: string, memory: LastPublication): void {
  const body = JSON.stringify(memory);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeAtomically(path, Buffer.from(`${Bun.SHA256.hash(body, 'hex')}\n${body}`));
}

/** Whether every document and all content of that publication still exist (checked by name only). */
export async function isStillStored(objects: Objects, server: string, last: LastPublication): Promise<boolean> {
  const { releaseId, sourceId, content } = last;
  const documents = [
    releaseManifestKey(server, releaseId),
    releaseIdentityKey(server, releaseId),
    sideManifestKey(server, releaseId),
    sourceManifestKey(server, sourceId),
  ];
  for (const key of documents) if ((await objects.local(key)) === undefined) return false;
  if ((await objects.children(releaseIndexPrefix(server, releaseId))).length < SHARD_COUNT) return false;
  const digests: string[] = [];
  for (let at = 0; at < content.length; at += 64) digests.push(content.slice(at, at + 64));
  return (await objects.presentContent(digests)).size === digests.length;
}
