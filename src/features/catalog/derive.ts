// Derives the catalog of a release from the operator's JSON: manifest, summary, and (in neighbouring files) the
// documents of every resource, source metadata and UI marks. All mistakes of all resources are reported in one run. An
// unreadable resource is left out of the documents, which are not published in that case.
import { setImmediate } from 'node:timers/promises';
import { canonicalBytes } from '../../kernel/canonical-json.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { PARTITION_ALGORITHM, SHARD_COUNT } from '../../kernel/partition.ts';
import type { Finding } from '../release/common/finding.ts';
import type { Derivation, DerivationContext } from '../release/publish/derivation.ts';
import { capFindings } from '../release/snapshot/capped-findings.ts';
import { DESCRIPTOR_FILE } from '../release/snapshot/descriptor.ts';
import type { ResourceDeclaration } from '../release/snapshot/resource-declaration.ts';
import { jsonPath } from '../release/snapshot/tables/json-input.ts';
import { parseDocument } from '../release/store/formats.ts';
import type { Collection, Entity } from './derive-collection.ts';
import { deriveResource, emitJson } from './derive-resource.ts';
import { deriveSources, deriveUiMarks } from './derive-sources.ts';
import {
  CATALOG_MANIFEST_PATH,
  CATALOG_SCHEMA,
  CATALOG_SUMMARY_PATH,
  type CatalogManifest,
  catalogManifestSchema,
  type ResourceEntry,
  SUMMARY_SCHEMA,
} from './formats.ts';
import { type Member, sortedObjectText } from './json-text.ts';

/** Resource whose records are copied into the summary as `features` (reference sheet, 2.5). */
const FEATURE_RESOURCE = 'feature-status';

/** Resources with so much input are derived before the others, but for a few. */
const LARGE_BYTES = 16 * 1024 * 1024;
/** How many of the others come before them. */
const LEADING = 3;

/** Is shown the entities of a collection while they are in memory. */
export type WatchCollection = (context: DerivationContext, resource: string, entities: readonly Entity[]) => void;

/** Emits the catalog documents of a release; a release without resources gets an empty manifest. */
export const deriveCatalog: Derivation = (context) => derive(context, undefined);

/** As `deriveCatalog`; `watch` sees every collection. */
export function createCatalogDerivation(watch: WatchCollection): Derivation {
  return (context) => derive(context, watch);
}

async function derive(context: DerivationContext, watch: WatchCollection | undefined): Promise<void> {
  const { descriptor, sourceId } = context;
  let hasErrors = false;
  const findings = capFindings((finding) => {
    hasErrors ||= finding.severity === 'error';
    context.report(finding);
  });
  const resources: [string, ResourceEntry][] = [];
  let features = '{}';
  let hadLarge = false;
  for (const { resource, isLarge } of rankResources(context)) {
    if (isLarge && hadLarge) await collectGarbage();
    hadLarge ||= isLarge;
    const derived = await deriveOne(context, resource, findings.report, watch);
    if (derived === undefined) continue;
    resources.push([resource.name, derived.entry]);
    features = derived.features ?? features;
  }
  // What is wrong with a table makes it smaller, too.
  if (!hasErrors) await reportLosses(context, resources, findings.report);
  const manifest: CatalogManifest = {
    schema: CATALOG_SCHEMA,
    server: descriptor.server.id,
    sourceId,
    summary: CATALOG_SUMMARY_PATH,
    partition: { algorithm: PARTITION_ALGORITHM, shards: SHARD_COUNT },
    resources: Object.fromEntries(resources),
  };
  await context.emit({
    path: CATALOG_MANIFEST_PATH,
    bytes: canonicalBytes(JSON.parse(JSON.stringify(manifest))),
    mediaType: JSON_TYPE,
    prepared: true,
  });
  const summary = sortedObjectText([
    ['schema', JSON.stringify(SUMMARY_SCHEMA)],
    ['server', JSON.stringify(descriptor.server.id)],
    ['sourceId', JSON.stringify(sourceId)],
    ['features', features],
    [
      'resources',
      sortedObjectText(
        resources.map(([name, { count, kind }]): Member => [name, `{"count":${count},"kind":${JSON.stringify(kind)}}`]),
      ),
    ],
  ]);
  await emitJson(context, CATALOG_SUMMARY_PATH, `${summary}\n`, true);
  await deriveSources(context, findings.report);
  await deriveUiMarks(context, findings.report);
  findings.close();
}

/**
 * Reports collections that have lost more than half of the entities that the current release has. Whoever means it says so;
 * otherwise a table was moved or cut off.
 */
export async function reportLosses(
  context: DerivationContext,
  resources: readonly (readonly [string, ResourceEntry])[],
  report: (finding: Finding) => void,
): Promise<void> {
  const bytes = context.allowLoss ? undefined : await context.readCurrent(CATALOG_MANIFEST_PATH);
  const current = bytes && parseDocument(catalogManifestSchema, bytes);
  for (const [name, { kind, count }] of resources) {
    const before = current?.resources[name];
    if (before?.kind !== 'collection' || kind !== 'collection' || count * 2 >= before.count) continue;
    const path = jsonPath(['resources', name]);
    const message = `${count} entities are left of ${before.count} in the current release. If that is right, publish with --allow-loss.`;
    report({ severity: 'error', file: DESCRIPTOR_FILE, path, code: 'collection_lost', message });
  }
}

/**
 * The resources, those with much input first: whoever follows the documents then works on the largest ones while the rest is
 * derived. The largest of the others come before them, so that there is work while the first large file is parsed. The rest keep
 * their order.
 */
function rankResources(context: DerivationContext): readonly RankedResource[] {
  const ranked = context.descriptor.resources.map((resource) => {
    const bytes = resource.files.reduce((sum, path) => sum + (context.file(path)?.bytes ?? 0), 0);
    return { resource, bytes, isLarge: bytes >= LARGE_BYTES };
  });
  const bySize = ranked.toSorted((a, b) => b.bytes - a.bytes);
  const large = bySize.filter(({ isLarge }) => isLarge);
  const leading = large.length === 0 ? [] : bySize.slice(large.length, large.length + LEADING);
  const first = [...leading, ...large];
  return [...first, ...ranked.filter((one) => !first.includes(one))];
}

interface RankedResource {
  readonly resource: ResourceDeclaration;
  readonly isLarge: boolean;
}

/** Frees what a large resource left behind, before another one needs as much. In a task of its own, since frames of the current one still refer to it. */
async function collectGarbage(): Promise<void> {
  await setImmediate();
  Bun.gc(true);
}

interface DerivedOne {
  readonly entry: ResourceEntry;
  /** Of the resource of features. */
  readonly features: string | undefined;
}

/** Derives a resource. A function of its own, so that nothing keeps its entities in memory while the next one is derived. */
async function deriveOne(
  context: DerivationContext,
  resource: ResourceDeclaration,
  report: (finding: Finding) => void,
  watch: WatchCollection | undefined,
): Promise<DerivedOne | undefined> {
  const derived = await deriveResource(context, resource, report);
  if (derived === undefined) return undefined;
  const { entry, collection } = derived;
  watch?.(context, resource.name, collection?.entities ?? []);
  return { entry, features: resource.name === FEATURE_RESOURCE ? featuresText(collection) : undefined };
}

/** Records by feature, if every entity of the resource is a feature record: an object with a `status`. */
function featuresText(collection: Collection | undefined): string {
  const entities = collection?.entities ?? [];
  const isFeature = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string';
  if (!entities.every(({ value }) => isFeature(value))) return '{}';
  return sortedObjectText(entities.map(({ key, text }) => [key, text]));
}
