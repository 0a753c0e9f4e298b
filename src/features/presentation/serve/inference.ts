// Infers presentation, schemas and declarations from the entities of a release, once per release at first use. A worker reads
// the stored documents, so that other requests do not wait. One release is analysed at a time, and the results are cached as
// bytes up to a limit.
import { BoundedCache, SingleFlight } from '../../../kernel/bounded-cache.ts';
import { SLOT_LOCALES } from '../../../kernel/names.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import { AskedWorker } from '../../../platform/files/asked-worker.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { CatalogReader, CatalogResource, ShardSet } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { choosePresentations } from '../common/choose.ts';
import {
  type DeclaredPresentation,
  type DeclaredTable,
  NO_TABLE_DECLARED,
  NOTHING_DECLARED,
  readDeclaredPresentation,
} from '../common/declared.ts';
import type { DescribedResource, FieldMeanings, ShownPaths } from '../common/described.ts';
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
  /** Of all collections, in the order in which overviews list them. */
  readonly shown: readonly ShownPaths[];
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
    const worker = startInferenceWorker();
    this.#working.add(worker);
    try {
      await worker.ask({ kind: 'open', slots, declared });
      for (const resource of catalog.values()) await this.#teach(worker, release, resource);
      for (const resource of catalog.values()) {
        for (const [view, { entities }] of resource.views) {
          await worker.ask({ kind: 'view', name: resource.name, view });
          await this.#teachDocuments(worker, release, shardPaths(entities));
        }
      }
      const described = await worker.ask({ kind: 'describe' });
      if (described.kind !== 'described') throw new Error('a description was asked for');
      const sources = await releaseMeaningSources(release, this.#reader, this.#verified);
      const meanings = await findMeanings(described.resources, sources, declared.tables);
      const locales = chooseLocales(declared.locales, SLOT_LOCALES, hasSlots(described.resources));
      const order = { server: release.server, releaseId: release.releaseId, locales, meanings };
      const written = await worker.ask({ kind: 'write', order });
      if (written.kind !== 'written') throw new Error('a text was asked for');
      const { schemas, types } = written;
      const presented = presentResources(described.resources, declared, meanings);
      const { groups } = declared;
      const document = { locales, resources: Object.fromEntries(presented), ...(groups.length > 0 && { groups }) };
      const presentation = new TextEncoder().encode(JSON.stringify(document));
      const shown = presented.flatMap(([resource, { kind, title, subtitle, image }]) =>
        kind === 'collection' ? [{ resource, title, subtitle, image }] : [],
      );
      return { presentation, schemas, types, meanings, declared, shown };
    } finally {
      this.#working.delete(worker);
      worker.close();
    }
  }

  async #teach(worker: InferenceWorker, release: OpenedRelease, resource: CatalogResource): Promise<void> {
    const { name, entry, entities } = resource;
    const relations = [...resource.relations].map(([relation, { entry }]) => [relation, entry.valueMode] as const);
    await worker.ask({ kind: 'begin', name, resource: entry.kind, relations });
    await this.#teachDocuments(worker, release, entry.kind === 'document' ? [entry.index] : shardPaths(entities));
  }

  async #teachDocuments(worker: InferenceWorker, release: OpenedRelease, paths: readonly string[]): Promise<void> {
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
    return required(readDeclaredPresentation(await this.#verified.readWhole(file.identity)), 'catalog_missing');
  }
}

type InferenceWorker = AskedWorker<ToInference, FromInference>;

const startInferenceWorker = (): InferenceWorker =>
  new AskedWorker(new Worker(new URL('./inference-worker.ts', import.meta.url), { smol: true }), {
    failureOf: (message) =>
      // The digests of the documents match, so a malformed document was published malformed.
      new Refusal('catalog_missing', { cause: new Error(message) }),
    transferOf: (question) => (question.kind === 'piece' ? [question.bytes.buffer] : []),
  });

/** Paths of the shards of a partition, sorted. */
const shardPaths = (set: ShardSet | undefined): readonly string[] =>
  set === undefined ? [] : [...set.shards].sort().map((shard) => `${set.prefix}${shard}.json`);

const hasSlots = (resources: readonly DescribedResource[]): boolean =>
  resources.some(({ fields }) => fields.some(({ isSlotted }) => isSlotted));

/** How the resources are shown, in the order in which overviews list them. */
function presentResources(
  resources: readonly DescribedResource[],
  declared: DeclaredPresentation,
  meanings: ReadonlyMap<string, FieldMeanings>,
) {
  const inputs = resources.map((resource) => ({
    resource: withoutHidden(resource, declared.tables.get(resource.name)),
    declared: declared.resources.get(resource.name),
    meanings: meanings.get(resource.name) ?? new Map(),
  }));
  const described = new Map(inputs.map((input) => [input.resource.name, input]));
  return choosePresentations(inputs).map(([name, chosen]) => {
    const input = described.get(name);
    const table = declared.tables.get(name) ?? NO_TABLE_DECLARED;
    const fields = input === undefined ? {} : presentFields(input.resource, input.meanings, table);
    const more = { ...(Object.keys(fields).length > 0 && { fields }), ...(table.isOfFiles && { files: true }) };
    return [name, { ...chosen, ...more }] as const;
  });
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
