// The program that builds a query file in a separate process, so that it runs on another core during a publication and does
// not block the service. It reads the documents itself. Arguments: the path of the file, the number of slots of localized texts, and
// the part of the file, if several processes build it.
import { closeSync, fdatasync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { openBlocks } from '../../../platform/objects/ingest/block-hasher.ts';
import { CATALOG_MANIFEST_PATH } from '../../catalog/paths.ts';
import { NO_TABLE_DECLARED, NOTHING_DECLARED, readDeclaredPresentation } from '../../presentation/common/declared.ts';
import { PRESENTATION_PATH } from '../../presentation/common/paths.ts';
import { type FromBuilder, resourceOf, type SentDocument, type ToBuilder } from './build-messages.ts';
import { QueryFileBuilder } from './builder.ts';
import { chooseSearched } from './searched-fields.ts';

const [, , path = '', slots = '5', part = '0'] = process.argv;
/**
 * How much lower than the publisher's its priority is, by part. The publisher goes first: when it has derived all documents, each part
 * has a core for itself. The second part goes last, since the first one adds the file of the second at the end.
 */
const NICENESS = [5, 10];
// Relative, since only root may raise the priority that the service was started with.
setPriority(Math.min(getPriority() + (NICENESS[Number(part)] ?? 0), constants.priority.PRIORITY_LOW));

/** What the snapshot declares; its document comes before those of the resources. */
let declared = NOTHING_DECLARED;
const file = new QueryFileBuilder({
  path,
  part: Number(part),
  get slots() {
    return declared.locales?.length ?? Number(slots);
  },
  declaredOf: (resource) => ({
    locales: declared.locales,
    fields: declared.tables.get(resource)?.fields ?? NO_TABLE_DECLARED.fields,
  }),
  chooseSearched: (resource, count, fields) =>
    chooseSearched(resource, count, fields, declared.resources.get(resource)),
});
/** Indexes whose first shard has not arrived yet. Documents and empty collections have none. */
const indexes = new Map<string, Uint8Array>();
let open: { readonly resource: string; readonly builder: ReturnType<QueryFileBuilder['begin']> } | undefined;

function take({ path: document, sizes, isLast }: SentDocument, bytes: Uint8Array): void {
  if (document === CATALOG_MANIFEST_PATH) {
    finishResource();
    for (const resource of emptyCollections(bytes)) {
      const index = indexes.get(resource);
      // Another process has the others.
      if (index !== undefined) file.begin(resource, index).finish();
    }
    return;
  }
  if (document === PRESENTATION_PATH) {
    declared = readDeclaredPresentation(bytes) ?? NOTHING_DECLARED;
    file.keepDeclared(bytes);
    return;
  }
  const resource = resourceOf(document);
  if (resource === undefined) return;
  if (document.endsWith('/index.json')) {
    indexes.set(resource, bytes.slice());
    return;
  }
  if (open?.resource !== resource) {
    finishResource();
    open = { resource, builder: file.begin(resource, indexes.get(resource) ?? EMPTY) };
    indexes.delete(resource);
  }
  open.builder.addShard(bytes, sizes);
  if (isLast) finishResource();
}

/** Starts to make the file durable on another thread. Whether that succeeds is found out by who relies on it. */
function writeBack(): void {
  const descriptor = openSync(path, 'r');
  fdatasync(descriptor, () => closeSync(descriptor));
}

const EMPTY = new TextEncoder().encode('{}');

function finishResource(): void {
  if (open === undefined) return;
  open.builder.finish();
  open = undefined;
}

/** Collections of a catalog manifest that have no shards. */
function emptyCollections(manifest: Uint8Array): readonly string[] {
  const { resources }: CountedManifest = JSON.parse(new TextDecoder().decode(manifest));
  return Object.entries(resources).flatMap(([name, { kind, count }]) =>
    kind === 'collection' && count === 0 ? [name] : [],
  );
}

interface CountedManifest {
  readonly resources: Readonly<Record<string, { readonly kind: string; readonly count: number }>>;
}

/** Holds one document after another: memory that was never used costs more than reading into it. */
let buffer = new Uint8Array(1024 * 1024);

/** The bytes of a file, until the next one is read. */
function readBytes(file: string): Uint8Array {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > buffer.byteLength) buffer = new Uint8Array(size * 2);
    let end = 0;
    while (end < size) {
      const count = readSync(descriptor, buffer, end, size - end, null);
      if (count === 0) break;
      end += count;
    }
    return buffer.subarray(0, end);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a document, until the next one is read. Throws if its bytes differ from the announced ones. */
function readDocument({ file, sha256, checksum }: SentDocument): Uint8Array {
  const bytes = readBytes(file);
  const isSame = checksum === undefined ? sha256Hex(bytes) === sha256 : Bun.hash.xxHash3(bytes) === checksum;
  if (!isSame) throw new Error(`the document ${sha256} is altered`);
  return bytes;
}

function tell(word: FromBuilder): void {
  process.send?.(word);
}

// Only the parent sends messages here, and the compiler checks them there.
process.on('message', (order: ToBuilder) => {
  try {
    if (order.kind === 'finish') {
      file.finish(order.merged);
      // The parent takes the digest of the whole file meanwhile, and may move it.
      const opened = openBlocks(path);
      writeBack();
      tell({ kind: 'done' });
      tell({ kind: 'blocks', blocks: opened.digests() });
      return;
    }
    for (const document of order.documents) {
      take(document, readDocument(document));
      if (!document.isHandedOver) continue;
      rmSync(document.file);
      tell({ kind: 'taken' });
    }
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
