// Prepared codings: br and gzip forms of stored documents, created at publication, stored as content and referenced by
// the side manifest. A form that is not smaller is omitted. Holds at most two documents in memory.
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { encodeBytes } from '../../../platform/files/codings.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { SideManifest } from './formats.ts';

export type Codings = SideManifest['codings'];
type Coding = Codings[string];

const AT_ONCE = 2;

/** A document to compress. `read` is called on demand. */
export interface PreparedDocument {
  readonly sha256: string;
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Stores the codings of all documents. Those in `known` (from an earlier release) are reused if their objects still
 * exist. `onWritten` is called for each newly stored object.
 */
export async function prepareCodings(
  objects: Objects,
  documents: readonly PreparedDocument[],
  known: ReadonlyMap<string, Coding>,
  onWritten: (sha256: string) => void,
): Promise<Codings> {
  const present =
    known.size === 0 ? new Set() : await objects.presentContent([...known.values()].flatMap(codingDigests));
  const codings: Record<string, Coding> = {};
  const queue = [...new Map(documents.map((document) => [document.sha256, document])).values()];
  queue.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const next = queue.values();
  const work = async (): Promise<void> => {
    for (const document of next) {
      const earlier = known.get(document.sha256);
      codings[document.sha256] =
        earlier !== undefined && codingDigests(earlier).every((digest) => present.has(digest))
          ? earlier
          : await prepareOne(objects, await document.read(), onWritten);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return codings;
}

/** Digests of the objects that a coding references. */
export function codingDigests(coding: Coding): string[] {
  return [coding.br, coding.gzip].flatMap((form) => (form === undefined ? [] : [form.sha256]));
}

async function prepareOne(objects: Objects, bytes: Uint8Array, onWritten: (sha256: string) => void): Promise<Coding> {
  const store = async (form: Uint8Array | undefined) => {
    if (form === undefined) return undefined;
    const sha256 = sha256Hex(form);
    if (await objects.writeContent(sha256, form)) onWritten(sha256);
    return { sha256, bytes: form.byteLength };
  };
  const codings = await encodeBytes(bytes);
  const br = await store(codings.br);
  const gzip = await store(codings.gzip);
  return { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) };
}
