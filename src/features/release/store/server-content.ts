// Lists the content that the releases of one server contain. Reads only the documents of this server and not the store, so
// that a publisher from elsewhere learns nothing about the content of other servers.
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { inputRecordKey, releaseManifestKey, sourceManifestKey } from '../../../kernel/object-key.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { readInputRecord } from './input-record.ts';
import { listReleaseIds, readPointer, readSideManifest, readSourceManifest } from './store.ts';

/** Releases that are looked at, beside the current one. */
const RELEASES_MAX = 4;

/** The proven documents of the newest releases of a server that name its content. */
export async function readServerDocuments(objects: Objects, server: string): Promise<readonly Uint8Array[]> {
  const documents: Uint8Array[] = [];
  for (const releaseId of await chooseReleases(objects, server)) {
    const side = await readSideManifest(objects, server, releaseId);
    const manifest = side && (await objects.read(releaseManifestKey(server, releaseId)));
    if (side === undefined || manifest === undefined || sha256Hex(manifest) !== side.manifest.sha256) continue;
    documents.push(manifest);
    if ((await readSourceManifest(objects, server, side.sourceId))?.value !== undefined) {
      documents.push((await objects.read(sourceManifestKey(server, side.sourceId))) ?? new Uint8Array());
    }
    if ((await readInputRecord(objects, server, releaseId))?.value !== undefined) {
      documents.push((await objects.read(inputRecordKey(server, releaseId))) ?? new Uint8Array());
    }
  }
  return documents;
}

async function chooseReleases(objects: Objects, server: string): Promise<ReadonlySet<string>> {
  const pointer = (await readPointer(objects, server))?.value;
  const history = [...(pointer?.history ?? [])].reverse().slice(0, RELEASES_MAX);
  const others = await listReleaseIds(objects, server);
  // A server with few releases: also those that were never current.
  return new Set([...history, ...(others.length <= RELEASES_MAX ? others : [])]);
}

/** The digests that such a document names. */
export function listDigests(document: Uint8Array): readonly string[] {
  const text = Buffer.from(document).toString('latin1');
  const single = text.match(/(?<="sha256":")[0-9a-f]{64}(?=")/g) ?? [];
  const joined = /"inputs":"([0-9a-f]*)"/.exec(text)?.[1] ?? '';
  return [...single, ...(joined.match(/[0-9a-f]{64}/g) ?? [])];
}
