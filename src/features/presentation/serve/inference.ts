// Infers presentation, schemas and declarations from the entities of a release, once per release at first use. A worker reads
// the stored documents, so that other requests do not wait. One release is analysed at a time, and the results are cached as
// bytes up to a limit.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { SLOT_LOCALES } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { CatalogReader, CatalogResource } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { choosePresentations } from '../common/choose.ts';
import {
  type DeclaredPresentation,
  type DeclaredTable,
  NO_TABLE_DECLARED,
  NOTHING_DECLARED,
  readDeclaredPresentation,
} from '../common/declared.ts';
import type { DescribedResource, FieldMeanings } from '../common/described.ts';
import { findMeanings } from '../common/meanings.ts';
import { PRESENTATION_PATH } from '../common/paths.ts';
import { presentFields } from '../common/presented-fields.ts';
import { chooseLocales } from '../common/texts.ts';
import type { FromInference, ToInference } from './inference-messages.ts';
import { releaseMeaningSources } from './meaning-sources.ts';

export interface Inferred {
  /** JSON of the resolved presentation. */
  readonly presentation: Uint8Array<ArrayBuffer>;
  /** Resource → JSON Schema. */
  readonly schemas: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** TypeScript declarations. */
  readonly types: Uint8Array<ArrayBuffer>;
  /** Resource → path → meaning. */
  readonly meanings: ReadonlyMap<string, FieldMeanings>;
  readonly declared: DeclaredPresentation;
}

/** Maximum bytes of all results. */
const KEPT_BYTES = 32 * 1024 * 1024;

export class Inferences {
  readonly #reader: CatalogReader;
  readonly #verified: VerifiedObjects;
  readonly #cache = new BoundedCache<string, Inferred>(KEPT_BYTES);
  readonly #flights = new SingleFlight<string, Inferred>();
  readonly #working = new Set<InferenceWorker>();
  #before: Promise<unknown> = Promise.resolve();

  constructor(reader: CatalogReader, verified: VerifiedObjects) {
    this.#reader = reader;
    this.#verified = verified;
  }

  /** The result for a release. Refuses with the same code as its catalog. */
  async require(release: OpenedRelease): Promise<Inferred> {
    const key = `${release.server} ${release.releaseId}`;
    const cached = this.#cache.read(key);
    if (cached !== undefined) return cached;
    return this.#flights.run(key, async () => {
      const turn = this.#before.then(
        () => this.#infer(release),
        () => this.#infer(release),
      );
      this.#before = turn.catch(() => undefined);
      const inferred = await turn;
      this.#cache.store(key, inferred, weightOf(inferred));
      return inferred;
    });
  }

  close(): void {
    for (const worker of this.#working) worker.close();
  }

  async #infer(release: OpenedRelease): Promise<Inferred> {
    const catalog = await this.#reader.open(release);
    const declared = await this.#readDeclared(release);
    const slots = (declared.locales ?? SLOT_LOCALES).length;
    const worker = new InferenceWorker();
    this.#working.add(worker);
    try {
      await worker.ask({ kind: 'open', slots, declared });
      for (const resource of catalog.values()) await this.#teach(worker, release, resource);
      const described = await worker.ask({ kind: 'describe' });
      if (described.kind !== 'described') throw new Error('a description was asked for');
      const sources = await releaseMeaningSources(release, this.#reader, this.#verified);
      const meanings = await findMeanings(described.resources, sources, declared.tables);
      const locales = chooseLocales(declared.locales, SLOT_LOCALES, hasSlots(described.resources));
      const order = { server: release.server, releaseId: release.releaseId, locales, meanings };
      const written = await worker.ask({ kind: 'write', order });
      if (written.kind !== 'written') throw new Error('a text was asked for');
      const { schemas, types } = written;
      const presentation = presentationBytes(described.resources, declared, meanings, locales);
      return { presentation, schemas, types, meanings, declared };
    } finally {
      this.#working.delete(worker);
      worker.close();
    }
  }

  async #teach(worker: InferenceWorker, release: OpenedRelease, resource: CatalogResource): Promise<void> {
    const { name, entry, entities } = resource;
    await worker.ask({ kind: 'begin', name, resource: entry.kind });
    const paths =
      entry.kind === 'document'
        ? [entry.index]
        : [...(entities?.shards ?? [])].sort().map((shard) => `${entities?.prefix}${shard}.json`);
    // The next document is read while the worker processes the previous one.
    let looking: Promise<unknown> = Promise.resolve();
    for (const path of paths) {
      const { identity } = await this.#reader.requireDocument(release, path);
      const bytes = await this.#verified.readWhole(identity);
      await looking;
      looking = worker.ask({ kind: 'piece', bytes });
      looking.catch(() => undefined);
    }
    await looking;
  }

  async #readDeclared(release: OpenedRelease): Promise<DeclaredPresentation> {
    const file = await release.readFile(PRESENTATION_PATH, 'catalog_missing');
    if (file === undefined) return NOTHING_DECLARED;
    const declared = readDeclaredPresentation(await this.#verified.readWhole(file.identity));
    if (declared === undefined) throw new Refusal('catalog_missing');
    return declared;
  }
}

/** A worker that answers one message at a time. */
class InferenceWorker {
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<FromInference> | undefined;
  #failure: Error | undefined;

  constructor() {
    this.#worker = new Worker(new URL('./inference-worker.ts', import.meta.url), { smol: true });
    this.#worker.unref();
    this.#worker.addEventListener('message', (event: MessageEvent<FromInference>) => {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (event.data.kind !== 'failed') waiting?.resolve(event.data);
      // The digests of the documents match, so a malformed document was published malformed.
      else waiting?.reject(new Refusal('catalog_missing', { cause: new Error(event.data.message) }));
    });
    this.#worker.addEventListener('error', (event) => this.#fail(new Error(event.message)));
  }

  ask(word: ToInference): Promise<FromInference> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const waiting = Promise.withResolvers<FromInference>();
    this.#waiting = waiting;
    this.#worker.postMessage(word, word.kind === 'piece' ? [word.bytes.buffer] : []);
    return waiting.promise;
  }

  close(): void {
    this.#worker.terminate();
    this.#fail(new Error('the service is closing'));
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

const hasSlots = (resources: readonly DescribedResource[]): boolean =>
  resources.some(({ fields }) => fields.some(({ isSlotted }) => isSlotted));

function presentationBytes(
  resources: readonly DescribedResource[],
  declared: DeclaredPresentation,
  meanings: ReadonlyMap<string, FieldMeanings>,
  locales: readonly string[],
): Uint8Array<ArrayBuffer> {
  const inputs = resources.map((resource) => ({
    resource: withoutHidden(resource, declared.tables.get(resource.name)),
    declared: declared.resources.get(resource.name),
    meanings: meanings.get(resource.name) ?? new Map(),
  }));
  const described = new Map(inputs.map((input) => [input.resource.name, input]));
  const presented = choosePresentations(inputs).map(([name, chosen]) => {
    const input = described.get(name);
    const table = declared.tables.get(name) ?? NO_TABLE_DECLARED;
    const fields = input === undefined ? {} : presentFields(input.resource, input.meanings, table);
    const more = { ...(Object.keys(fields).length > 0 && { fields }), ...(table.isOfFiles && { files: true }) };
    return [name, { ...chosen, ...more }] as const;
  });
  const { groups } = declared;
  const document = { locales, resources: Object.fromEntries(presented), ...(groups.length > 0 && { groups }) };
  return new TextEncoder().encode(JSON.stringify(document));
}

/** What is chosen for pages is none of what they omit. */
function withoutHidden(resource: DescribedResource, table: DeclaredTable = NO_TABLE_DECLARED): DescribedResource {
  const fields = resource.fields.filter(({ path }) => table.fields.get(path)?.hidden !== true);
  return { ...resource, fields };
}

function weightOf({ presentation, schemas, types }: Inferred): number {
  let bytes = presentation.byteLength + types.byteLength;
  for (const schema of schemas.values()) bytes += schema.byteLength;
  return bytes;
}
