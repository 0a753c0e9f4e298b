// Determines the meaning of fields from some of their values: pictures and sounds among the files, entities of other
// resources, and values with their own mark. The caller provides the lookups of files and entities.
import { mediaTypeOf } from '../../../kernel/media-type.ts';
import { isFilePath, isReleasePath } from '../../../kernel/names.ts';
import type { FieldDeclaration, ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';
import type { DeclaredTable } from './declared.ts';
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
  declared: ReadonlyMap<string, DeclaredTable> = new Map(),
): Promise<ReadonlyMap<string, FieldMeanings>> {
  const found = new Map<string, FieldMeanings>();
  const names = new Set(resources.map(({ name }) => name));
  for (const resource of resources) {
    const meanings = new Map<string, FieldMeaning>();
    const { fields = new Map<string, FieldDeclaration>() } = declared.get(resource.name) ?? {};
    for (const field of [...resource.fields, ...(resource.elements ?? [])]) {
      const meaning = await findMeaning(sources, resource.name, field, fields.get(field.path), names);
      if (meaning !== undefined) meanings.set(field.path, meaning);
    }
    found.set(resource.name, meanings);
  }
  return found;
}

async function findMeaning(
  sources: MeaningSources,
  own: string,
  field: DescribedField,
  declared: FieldDeclaration | undefined,
  names: ReadonlySet<string>,
): Promise<FieldMeaning | undefined> {
  const media =
    declared?.template === undefined ? await findMedia(sources, field) : mediaOf(mediaTypeOf(declared.template));
  const refersTo =
    declared?.references === undefined
      ? media === undefined && mayRefer(declared)
        ? await findReferences(sources, own, field)
        : []
      : [declared.references].flat().filter(({ resource }) => names.has(resource));
  const isMarked = isAnyMarked(field, sources.marks);
  const isFile = refersTo.length === 0 && (await areFiles(sources, field));
  const [first] = refersTo;
  const references = first?.key === undefined ? first?.resource : undefined;
  if (media === undefined && refersTo.length === 0 && !isMarked && !isFile) return undefined;
  return {
    ...(media !== undefined && { media }),
    ...(isFile && { isFile }),
    ...(references !== undefined && { references }),
    ...(refersTo.length > 0 && { refersTo }),
    ...(isMarked && { isMarked }),
  };
}

/** Whether a field may refer to entities, as far as its declared type tells. */
const mayRefer = (declared: FieldDeclaration | undefined): boolean =>
  declared?.type === undefined || declared.type === 'reference';

const mediaOf = (mediaType: string): 'image' | 'audio' | undefined =>
  mediaType.startsWith('image/') ? 'image' : mediaType.startsWith('audio/') ? 'audio' : undefined;

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

async function areFiles(sources: MeaningSources, { type, samples }: DescribedField): Promise<boolean> {
  if (type !== 'string' || samples.length === 0) return false;
  for (const sample of samples) {
    if (typeof sample !== 'string' || !sample.includes('/') || !isReleasePath(sample)) return false;
    if ((await sources.mediaTypeOf(sample)) === undefined) return false;
  }
  return true;
}

const mayBeFile = (text: string): boolean => isFilePath(text) && isReleasePath(text);

async function findReferences(
  sources: MeaningSources,
  own: string,
  field: DescribedField,
): Promise<readonly ReferenceDeclaration[]> {
  const { segments, samples, type } = field;
  const texts = samples.filter((sample) => isKeyLike(sample)).map(String);
  if (texts.length === 0 || (type !== 'string' && type !== 'number')) return [];
  for (const resource of candidateNames(segments.at(-1) ?? '', await sources.dependenciesOf(own, field))) {
    if (resource === own) continue;
    const there = await countThere(texts, (text) => sources.hasEntity(resource, text));
    if (there > 0 && there >= texts.length * IDS_SHARE) return [{ resource }];
  }
  return [];
}

/** How many of the texts are there; 0 when there is nothing to look them up in. */
async function countThere(
  texts: readonly string[],
  look: (text: string) => Promise<boolean | undefined>,
): Promise<number> {
  let there = 0;
  for (const text of texts) {
    const isThere = await look(text);
    if (isThere === undefined) return 0;
    if (isThere) there++;
  }
  return there;
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
