// Finds collections that repeat another one: the same entities with the same values, in another file, format or selection of
// fields. Pure.
import { formatOf } from '../release/snapshot/tables/formats.ts';
import type { LearnedCollection } from './learn.ts';
import type { LeftOut } from './reason.ts';
import { stemOf } from './resource-names.ts';

const SHARED_MIN = 3;
const SIDE_SHARE = 0.6;
const ENTITIES_SHARE = 0.9;
const FIELDS_SHARE = 0.6;
const EQUAL_SHARE = 0.9;
/** What a table has more than one of this many times smaller is no data, such as drawings. */
const MUCH_LARGER = 4;
/** More collections with one id in common are no copies of each other, but tables of the same things. */
const SAME_MAX = 64;

/** The collections without those that repeat others. */
export function dropRepeats(
  collections: readonly LearnedCollection[],
  leftOut: LeftOut[],
): readonly LearnedCollection[] {
  const sampled = collections.flatMap(({ sample, source }, at) => {
    // What a language lacks is filled by the others, so that files by language are compared with each other only.
    const kind = source.kind === 'languages' ? 'languages' : '';
    return [...sample.keys()].map((id) => ({ key: `${kind}\0${id}`, at }));
  });
  const shared = new Map<string, number>();
  for (const members of Map.groupBy(sampled, ({ key }) => key).values()) {
    const same = members.map(({ at }) => at);
    if (same.length < 2 || same.length > SAME_MAX) continue;
    for (const [at, first] of same.entries()) {
      for (const second of same.slice(at + 1)) {
        const pair = `${first} ${second}`;
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
      }
    }
  }
  const dropped = new Map<LearnedCollection, LearnedCollection>();
  const pairs = [...shared].filter(([, count]) => count >= SHARED_MIN);
  for (const [pair] of pairs) {
    const [a, b] = pair.split(' ').map((at) => collections[Number(at)]);
    if (a === undefined || b === undefined || dropped.has(a) || dropped.has(b) || !isRepeat(a, b)) continue;
    const keep = prefer(a, b);
    dropped.set(keep === a ? b : a, keep);
  }
  for (const [collection, kept] of dropped) {
    let last = kept;
    for (let next = dropped.get(last); next !== undefined; next = dropped.get(last)) last = next;
    for (const { local } of collection.files) {
      const path = collection.path.length > 0 ? `${local} (${collection.path.join('.')})` : local;
      leftOut.push({ path, why: 'it has the entities of another table again', of: placeOf(last) });
    }
  }
  return collections.filter((collection) => !dropped.has(collection));
}

const placeOf = ({ files, source, path }: LearnedCollection): string => {
  const file = source.kind === 'files' ? (files[0]?.local ?? '') : source.pattern;
  return path.length > 0 ? `${file} (${path.join('.')})` : file;
};

function isRepeat(a: LearnedCollection, b: LearnedCollection): boolean {
  const [less, more] = a.count <= b.count ? [a, b] : [b, a];
  const [lessKeys, moreKeys] = [less.keys[0]?.raw, more.keys[0]?.raw];
  if (lessKeys === undefined || moreKeys === undefined) return false;
  let same = 0;
  for (const id of lessKeys) if (moreKeys.has(id)) same++;
  if (same < less.count * ENTITIES_SHARE || less.count < more.count * ENTITIES_SHARE) return false;
  if (isOtherFormat(a, b)) return true;
  const counts = new Map<string, { all: number; equal: number }>();
  let entities = 0;
  let fields = 0;
  for (const [id, own] of less.sample) {
    const other = more.sample.get(id);
    if (other === undefined) continue;
    entities++;
    fields += Math.min(own.size, other.size);
    for (const [field, hash] of own) {
      const there = other.get(field);
      if (there === undefined) continue;
      const count = counts.get(field) ?? { all: 0, equal: 0 };
      count.all++;
      if (there === hash) count.equal++;
      counts.set(field, count);
    }
  }
  const all = [...counts.values()];
  const compared = sumOf(all.map((count) => count.all));
  const equal = sumOf(all.map((count) => count.equal));
  // The id alone is what tables of the same things have in common. One with the same fields and other values is another
  // version.
  const hasMore = less.shape === 'pairs' || compared > entities;
  if (!hasMore || compared < fields * FIELDS_SHARE) return false;
  const isSameForm = hasFields(a, b) && hasFields(b, a);
  return isSameForm ? equal === compared && a.count === b.count : equal >= compared * EQUAL_SHARE;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const topsOf = ({ fields, elements }: LearnedCollection): ReadonlySet<string> =>
  new Set([...fields, ...elements].map(({ segments: [top = ''] }) => top));

/** Whether all top fields of one are those of the other, too. */
function hasFields(less: LearnedCollection, more: LearnedCollection): boolean {
  const there = topsOf(more);
  return [...topsOf(less)].every((name) => there.has(name));
}

/** Whether one is the other table in CSV or YAML. */
function isOtherFormat(a: LearnedCollection, b: LearnedCollection): boolean {
  const [first, second] = [a.files[0]?.local ?? '', b.files[0]?.local ?? ''];
  if (a.files.length > 1 || b.files.length > 1 || a.count !== b.count) return false;
  return formatOf(first) !== formatOf(second) && stemOf(first) === stemOf(second);
}

/** JSON before other formats, then more fields, then the smaller files. */
function prefer(a: LearnedCollection, b: LearnedCollection): LearnedCollection {
  const isJson = ({ files }: LearnedCollection): boolean => formatOf(files[0]?.local ?? '') === 'json';
  if (isOtherFormat(a, b) && isJson(a) !== isJson(b)) return isJson(a) ? a : b;
  const [isLess, isMore] = [hasFields(a, b), hasFields(b, a)];
  if (isLess !== isMore) return isLess ? b : a;
  if (a.source.kind !== b.source.kind && a.count !== b.count) return a.count > b.count ? a : b;
  if (!isLess) {
    const [small, large] = a.bytes <= b.bytes ? [a, b] : [b, a];
    return large.bytes > small.bytes * MUCH_LARGER || topsOf(small).size >= topsOf(large).size ? small : large;
  }
  const depthOf = (collection: LearnedCollection): number => placeOf(collection).split('/').length;
  return depthOf(a) !== depthOf(b) ? (depthOf(a) < depthOf(b) ? a : b) : placeOf(a).length <= placeOf(b).length ? a : b;
}

/** Collections of a file that have facts about the entities of another one in it, under the same name. */
export function dropSides(collections: readonly LearnedCollection[], leftOut: LeftOut[]): readonly LearnedCollection[] {
  return collections.filter((collection) => {
    const [own] = collection.keys;
    const file = collection.files[0]?.local ?? '';
    if (own === undefined || collection.path.length === 0) return true;
    if (namesIn(collection) > 0) return true;
    const main = collections.find((other) => {
      if (other.files[0]?.local !== file || other.path.at(-1) !== collection.path.at(-1)) return false;
      return namesIn(other) > 0 && other.keys.some(({ raw }) => shareIn(own.raw, raw) >= SIDE_SHARE);
    });
    if (
      main === undefined &&
      isOfNumbers(collection) &&
      collections.some(
        (other) =>
          other !== collection && other.files[0]?.local === file && other.path.at(-1) === collection.path.at(-1),
      )
    ) {
      leftOut.push({
        path: `${file} (${collection.path.join('.')})`,
        why: 'it has numbers only, under the name of another table',
      });
      return false;
    }
    if (main === undefined) return true;
    const why = 'it has more about the entities of another table; `merge` can put it there';
    leftOut.push({ path: `${file} (${collection.path.join('.')})`, why, of: placeOf(main) });
    return false;
  });
}

const isOfNumbers = ({ fields }: LearnedCollection): boolean =>
  fields.every(({ type }) => type !== 'string' && type !== 'localized');
/** Fields of entities that name them. */
const namesIn = ({ fields }: LearnedCollection): number =>
  fields.filter(({ segments, type }) => {
    const last = segments.at(-1) ?? '';
    const isNamed = segments.length <= 2 && /name$|title$|label$/i.test(last) && !/file/i.test(last);
    return isNamed && (type === 'string' || type === 'localized');
  }).length;

function shareIn(some: ReadonlySet<string>, all: ReadonlySet<string>): number {
  let count = 0;
  for (const text of some) if (all.has(text)) count++;
  return some.size === 0 ? 0 : count / some.size;
}
