// Serialises the documents of a release: manifest and index shards. They are written directly as canonical text, since
// a second object tree of 60,000 entries would cost more than all hashing of a publication. Pure.
import { PARTITION_ALGORITHM, SHARD_NAMES, shardOf } from '../../../kernel/partition.ts';
import { INDEX_SCHEMA, RELEASE_SCHEMA, type ReleaseEntry } from './formats.ts';

const encoder = new TextEncoder();
const BATCH = 8192;

/** Canonical bytes of `release.json`. `entries` must be sorted by path. */
export function releaseManifestBytes(
  server: string,
  sourceId: string,
  releaseId: string,
  entries: readonly ReleaseEntry[],
): Uint8Array {
  const totalBytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const parts: Uint8Array[] = [];
  let text = '{"entries":[';
  entries.forEach((entry, i) => {
    text += `${i === 0 ? '' : ','}{"bytes":${entry.bytes},"mediaType":${JSON.stringify(entry.mediaType)},"path":${JSON.stringify(entry.path)},"role":"${entry.role}","sha256":"${entry.sha256}"}`;
    if (i % BATCH !== BATCH - 1) return;
    parts.push(encoder.encode(text));
    text = '';
  });
  text += `],"entryCount":${entries.length},"releaseId":"${releaseId}","schema":"${RELEASE_SCHEMA}",`;
  text += `"server":${JSON.stringify(server)},"sourceId":${JSON.stringify(sourceId)},"totalBytes":${totalBytes}}\n`;
  parts.push(encoder.encode(text));
  return Buffer.concat(parts);
}

/** Canonical bytes of all 256 index shards, by shard name. `entries` must be sorted by path. */
export function indexShardBytes(
  server: string,
  releaseId: string,
  entries: readonly ReleaseEntry[],
): ReadonlyMap<string, Uint8Array> {
  const lines = new Map<string, string[]>(SHARD_NAMES.map((shard) => [shard, []]));
  for (const { path, sha256, bytes, mediaType } of entries) {
    const type = JSON.stringify(mediaType);
    lines.get(shardOf(path))?.push(`${JSON.stringify(path)}:["${sha256}",${bytes},${type}]`);
  }
  const shards = new Map<string, Uint8Array>();
  for (const [shard, own] of lines) {
    shards.set(
      shard,
      encoder.encode(
        `{"algorithm":"${PARTITION_ALGORITHM}","entries":{${own.join(',')}},"releaseId":"${releaseId}","schema":"${INDEX_SCHEMA}","server":${JSON.stringify(server)},"shard":"${shard}"}\n`,
      ),
    );
  }
  return shards;
}
