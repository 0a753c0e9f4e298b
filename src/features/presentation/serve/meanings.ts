// What the values of fields stand for in this release: pictures and sounds among its files, entities of other resources,
// values that have a mark of their own. Judged by some values of each field.
import { z } from 'zod';
import { isReleasePath } from '../../../kernel/names.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import { keyOf } from '../../catalog/entity-key.ts';
import { UI_MARKS_PATH } from '../../catalog/formats.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { parseDocument } from '../../release/store/formats.ts';
import type { DescribedField, DescribedResource, FieldMeaning, FieldMeanings, Scalar } from '../common/described.ts';

/** Share of the looked-up values that must be what the field is said to hold: some data names what it no longer has. */
const FILES_SHARE = 0.5;
const IDS_SHARE = 0.8;

/** Resource → path → meaning; fields without any are left out. */
export async function findMeanings(
  release: OpenedRelease,
  reader: CatalogReader,
  verified: VerifiedObjects,
  resources: readonly DescribedResource[],
): Promise<ReadonlyMap<string, FieldMeanings>> {
  const marks = await readMarks(release, verified);
  const found = new Map<string, FieldMeanings>();
  for (const resource of resources) {
    const meanings = new Map<string, FieldMeaning>();
    for (const field of resource.fields) {
      const media = await findMedia(release, field);
      const references = media === undefined ? await findReference(release, reader, resource.name, field) : undefined;
      const isMarked = isAnyMarked(field, marks);
      if (media !== undefined || references !== undefined || isMarked) {
        meanings.set(field.path, {
          ...(media !== undefined && { media }),
          ...(references !== undefined && { references }),
          ...(isMarked && { isMarked }),
        });
      }
    }
    found.set(resource.name, meanings);
  }
  return found;
}

async function findMedia(
  release: OpenedRelease,
  { type, samples }: DescribedField,
): Promise<'image' | 'audio' | undefined> {
  if (type !== 'string') return undefined;
  const paths = samples.filter((sample) => typeof sample === 'string');
  const [first] = paths;
  if (first === undefined || !mayBeFile(first)) return undefined;
  const counts = { image: 0, audio: 0 };
  for (const path of paths) {
    const mediaType = mayBeFile(path) ? (await release.readFile(path))?.mediaType : undefined;
    if (mediaType?.startsWith('image/')) counts.image++;
    else if (mediaType?.startsWith('audio/')) counts.audio++;
  }
  const kind = counts.image >= counts.audio ? 'image' : 'audio';
  return counts[kind] > 0 && counts[kind] >= paths.length * FILES_SHARE ? kind : undefined;
}

const mayBeFile = (text: string): boolean => /^(?:assets|runtime|objects)\//.test(text) && isReleasePath(text);

async function findReference(
  release: OpenedRelease,
  reader: CatalogReader,
  own: string,
  { segments, samples, type }: DescribedField,
): Promise<string | undefined> {
  const keys = samples.filter((sample) => isKeyLike(sample)).map(String);
  if (keys.length === 0 || (type !== 'string' && type !== 'number')) return undefined;
  const catalog = await reader.open(release);
  const dependencies = new Set(catalog.get(own)?.entry.dependencies);
  for (const candidate of candidateNames(segments.at(-1) ?? '', dependencies)) {
    const target = catalog.get(candidate);
    if (target === undefined || candidate === own || target.entities === undefined) continue;
    let there = 0;
    for (const key of keys) {
      const id = keyOf(key, undefined) ?? keyOf(key, 'path') ?? '';
      if ((await reader.readValue(release, target.entities, id)) !== undefined) there++;
    }
    if (there > 0 && there >= keys.length * IDS_SHARE) return candidate;
  }
  return undefined;
}

/** Nothing and none are often written as 0 and as the empty text. */
const isKeyLike = (sample: Scalar): boolean => (typeof sample === 'string' ? sample !== '' : sample !== 0);

/** Resources that a field of this name may name: `bandMemberIds`, and `rewardCards` where `cards` are depended on. */
function candidateNames(name: string, dependencies: ReadonlySet<string>): readonly string[] {
  const stem = /^(.+?)_?[iI]ds?$/.exec(name)?.[1];
  if (stem !== undefined) return variants(stem);
  return variants(name).filter((candidate) => dependencies.has(candidate));
}

function variants(stem: string): readonly string[] {
  const name = stem
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
  const last = name.slice(name.lastIndexOf('-') + 1);
  const forms = [name, last].flatMap((word) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]);
  return [...new Set(forms)];
}

const marksSchema = z.record(z.string(), z.string());

async function readMarks(release: OpenedRelease, verified: VerifiedObjects): Promise<ReadonlySet<string>> {
  const file = await release.readFile(UI_MARKS_PATH, 'catalog_missing');
  const marks = file && parseDocument(marksSchema, await verified.readWhole(file.identity));
  return new Set(Object.keys(marks ?? {}));
}

/** Whether a value has a mark such as `rarity-4` or `card-type-red`. */
function isAnyMarked({ segments, samples }: DescribedField, marks: ReadonlySet<string>): boolean {
  if (marks.size === 0) return false;
  const name = (segments.at(-1) ?? '').replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return samples.some((sample) => marks.has(`${name}-${String(sample)}`));
}
