// Determines the meaning of fields from some of their values: pictures and sounds among the files, entities of other
// resources, and values with their own mark. The caller provides the lookups of files and entities.
import { isReleasePath } from '../../../kernel/names.ts';
import type { DescribedField, DescribedResource, FieldMeaning, FieldMeanings, Scalar } from './described.ts';

/** Fraction of the sampled values that must match, since some data references what no longer exists. */
const FILES_SHARE = 0.5;
const IDS_SHARE = 0.8;

/** Lookups that the values are compared with. */
export interface MeaningSources {
  /** Names of marks (`rarity-4`). */
  readonly marks: ReadonlySet<string>;
  /** Media type of the file at a release path; undefined if it does not exist. */
  mediaTypeOf(path: string): Promise<string | undefined>;
  /** Whether the collection has an entity with the id that this text becomes; undefined: no such collection. */
  hasEntity(resource: string, text: string): Promise<boolean | undefined>;
  /** Resources that the field may reference although its name does not end in "Id". */
  dependenciesOf(resource: string, field: DescribedField): Promise<ReadonlySet<string>>;
}

/** Resource → path → meaning. Fields without a meaning are omitted. */
export async function findMeanings(
  resources: readonly DescribedResource[],
  sources: MeaningSources,
): Promise<ReadonlyMap<string, FieldMeanings>> {
  const found = new Map<string, FieldMeanings>();
  for (const resource of resources) {
    const meanings = new Map<string, FieldMeaning>();
    for (const field of resource.fields) {
      const media = await findMedia(sources, field);
      const references = media === undefined ? await findReference(sources, resource.name, field) : undefined;
      const isMarked = isAnyMarked(field, sources.marks);
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
  sources: MeaningSources,
  { type, samples }: DescribedField,
): Promise<'image' | 'audio' | undefined> {
  if (type !== 'string') return undefined;
  const paths = samples.filter((sample) => typeof sample === 'string');
  const [first] = paths;
  if (first === undefined || !mayBeFile(first)) return undefined;
  const counts = { image: 0, audio: 0 };
  for (const path of paths) {
    const mediaType = mayBeFile(path) ? await sources.mediaTypeOf(path) : undefined;
    if (mediaType?.startsWith('image/')) counts.image++;
    else if (mediaType?.startsWith('audio/')) counts.audio++;
  }
  const kind = counts.image >= counts.audio ? 'image' : 'audio';
  return counts[kind] > 0 && counts[kind] >= paths.length * FILES_SHARE ? kind : undefined;
}

const mayBeFile = (text: string): boolean => /^(?:assets|runtime|objects)\//.test(text) && isReleasePath(text);

async function findReference(sources: MeaningSources, own: string, field: DescribedField): Promise<string | undefined> {
  const { segments, samples, type } = field;
  const texts = samples.filter((sample) => isKeyLike(sample)).map(String);
  if (texts.length === 0 || (type !== 'string' && type !== 'number')) return undefined;
  const dependencies = await sources.dependenciesOf(own, field);
  for (const candidate of candidateNames(segments.at(-1) ?? '', dependencies)) {
    if (candidate === own) continue;
    let there = 0;
    for (const text of texts) {
      const isThere = await sources.hasEntity(candidate, text);
      if (isThere === undefined) break;
      if (isThere) there++;
    }
    if (there > 0 && there >= texts.length * IDS_SHARE) return candidate;
  }
  return undefined;
}

/** An absent value is often written as 0 or as the empty text. */
const isKeyLike = (sample: Scalar): boolean => (typeof sample === 'string' ? sample !== '' : sample !== 0);

/** Resources that a field of this name may reference, such as `bandMemberIds`, or `rewardCards` if `cards` is a dependency. */
function candidateNames(name: string, dependencies: ReadonlySet<string>): readonly string[] {
  const stem = /^(.+?)_?[iI]ds?$/.exec(name)?.[1];
  if (stem !== undefined) return variants(stem);
  return variants(name).filter((candidate) => dependencies.has(candidate));
}

function variants(stem: string): readonly string[] {
  const name = stem
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
  const last = name.slice(name.lastIndexOf('-') + 1);
  const forms = [name, last].flatMap((word) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]);
  return [...new Set(forms)];
}

/** Whether a value has a mark such as `rarity-4` or `card-type-red`. */
function isAnyMarked({ segments, samples }: DescribedField, marks: ReadonlySet<string>): boolean {
  if (marks.size === 0) return false;
  const name = (segments.at(-1) ?? '').replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  return samples.some((sample) => marks.has(`${name}-${String(sample)}`));
}
