// Finds how values lead to the pictures of a folder: by file name, by path, or by the id of the entity in the name of a file. What
// it finds are templates of release paths. Pure.
import { pathText } from '../../kernel/field-path.ts';
import type { FieldValues } from './field-values.ts';
import type { ListedFolder } from './folder.ts';
import type { KeyCandidate } from './ids.ts';
import type { LearnedCollection } from './learn.ts';
import { wordsOf } from './words.ts';

export interface FoundPicture {
  /** Field with the template; undefined: it is one of its own. */
  readonly field: string | undefined;
  readonly template: string;
  readonly why: string;
}

/** Share of values, or of entities, that have a picture. */
const SHARE = 0.5;
const NEARLY_ALL = 0.9;
/** Share of the pictures of a folder that belong to the entities. */
const FILES_SHARE = 0.3;
const NAMED_PICTURE = /icon|image|img|picture|portrait|avatar|thumb|cover|jacket|sprite|art|flag|logo|banner|photo/i;
const PICTURE_SUFFIX = /\.(?:png|jpe?g|webp|gif|svg)$/i;

interface PictureFolder {
  /** With a slash. */
  readonly path: string;
  readonly ending: string;
  readonly stems: ReadonlySet<string>;
}

export interface PictureIndex {
  readonly folders: readonly PictureFolder[];
  /** Name of a file → folders that have it. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** Name without suffix → folder and suffix. */
  readonly byStem: ReadonlyMap<string, readonly PictureFolder[]>;
  /** Path inside the folder → release path. */
  readonly byPath: ReadonlyMap<string, string>;
  /** Release path → media type. */
  readonly files: ReadonlyMap<string, string>;
}

/** The pictures of a folder, by folder and name. */
export function indexPictures({ files, paths }: Pick<ListedFolder, 'files' | 'paths'>): PictureIndex {
  const folders = new Map<string, { path: string; ending: string; stems: Set<string> }>();
  const byName = new Map<string, string[]>();
  for (const [path, type] of files) {
    if (!type.startsWith('image/')) continue;
    const cut = path.lastIndexOf('/') + 1;
    const dot = path.lastIndexOf('.');
    const [folder, name] = [path.slice(0, cut), path.slice(cut)];
    byName.set(name, [...(byName.get(name) ?? []), folder]);
    const key = `${folder}\0${path.slice(dot)}`;
    const known = folders.get(key) ?? { path: folder, ending: path.slice(dot), stems: new Set<string>() };
    known.stems.add(path.slice(cut, dot));
    folders.set(key, known);
  }
  const all = [...folders.values()].sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  const byStem = new Map<string, PictureFolder[]>();
  for (const folder of all) {
    for (const stem of folder.stems) {
      const known = byStem.get(stem);
      if (known === undefined) byStem.set(stem, [folder]);
      else known.push(folder);
    }
  }
  return { folders: all, byName, byStem, byPath: paths, files };
}

/** The templates that lead from an entity to its pictures, the best first. */
export function findPictures(
  collection: LearnedCollection,
  id: KeyCandidate,
  index: PictureIndex,
): readonly FoundPicture[] {
  if (index.folders.length === 0) return [];
  const byValue = collection.values.flatMap((values) => findByValue(values, index) ?? []);
  if (byValue.length > 0 || hasPaths(collection, index)) return byValue;
  const byId = findById(collection, id, index);
  return byId === undefined ? [] : [byId];
}

/** Whether a field has paths of the release already, which need no template. */
const hasPaths = ({ values }: LearnedCollection, { files }: PictureIndex): boolean =>
  values.some(({ texts, isInObjects }) => {
    const looked = isInObjects ? [] : [...texts].slice(0, 40);
    return looked.length > 0 && looked.filter((text) => files.has(text)).length >= looked.length * SHARE;
  });

function findByValue(
  { path, texts, numbers, isInObjects, inLists, segments }: FieldValues,
  index: PictureIndex,
): FoundPicture | undefined {
  if (isInObjects || inLists > 0) return undefined;
  const isNamed = NAMED_PICTURE.test(segments.at(-1) ?? '');
  const all = texts.size > 0 ? [...texts] : isNamed ? [...numbers].map(String) : [];
  const looked = all.slice(0, 500);
  if (looked.length === 0) return undefined;
  const counts = new Map<string, number>();
  const add = (template: string): void => {
    counts.set(template, (counts.get(template) ?? 0) + 1);
  };
  for (const text of looked) {
    const plain = text.replace(/^(?:\.?\/)+/, '');
    if (PICTURE_SUFFIX.test(text)) {
      const name = plain.slice(plain.lastIndexOf('/') + 1);
      const place = index.byPath.get(plain);
      if (place !== undefined && plain === text && place.endsWith(text))
        add(`${place.slice(0, place.length - text.length)}{}`);
      else if (plain === name) for (const folder of index.byName.get(name) ?? []) add(`${folder}{}`);
      else {
        for (const folder of index.byName.get(name) ?? []) {
          const full = `${folder}${name}`;
          if (plain === text && full.endsWith(`/${plain}`)) add(`${full.slice(0, full.length - plain.length)}{}`);
        }
      }
    } else if (isNamed) for (const folder of index.byStem.get(text) ?? []) add(`${folder.path}{}${folder.ending}`);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < looked.length * SHARE || best[0] === '{}') return undefined;
  const why = `${best[1]} of ${looked.length} of its values name pictures of the folder`;
  return { field: path, template: best[0], why };
}

const FORMS = [
  ['', (text: string) => text],
  [':lower', (text: string) => text.toLowerCase()],
  [':upper', (text: string) => text.toUpperCase()],
] as const;

function findById(collection: LearnedCollection, id: KeyCandidate, index: PictureIndex): FoundPicture | undefined {
  const word = wordsOf(collection.word);
  const keys = [id, ...collection.keys.filter((key) => key !== id)].slice(0, 6);
  const found: {
    readonly template: string;
    readonly count: number;
    readonly place: string;
    readonly folder: PictureFolder;
    readonly rank: number;
  }[] = [];
  for (const [rank, key] of keys.entries()) {
    const place = placeOf(key, key === id);
    if (place === undefined || key.isEncoded) continue;
    for (const [form, change] of FORMS) {
      const counts = new Map<PictureFolder, number>();
      for (const text of key.raw)
        for (const folder of index.byStem.get(change(text)) ?? []) counts.set(folder, (counts.get(folder) ?? 0) + 1);
      for (const [folder, count] of counts) {
        if (count < 2 || count < key.raw.size * SHARE) continue;
        // The pictures of others may be called like some of these.
        const isOwn = count >= key.raw.size * NEARLY_ALL || count >= folder.stems.size * FILES_SHARE;
        if (!isOwn && !isNamedAfter(folder.path, word)) continue;
        if (areNumbers(key.raw) && !isNamedAfter(folder.path, word)) continue;
        found.push({
          template: `${folder.path}{${place}${form}}${folder.ending}`,
          count,
          place: `${place}${form}`,
          folder,
          rank,
        });
      }
      if (counts.size > 0 && [...counts.values()].some((count) => count >= key.raw.size * SHARE)) break;
    }
    if (rank === 0) found.push(...findWithAffix(key, place, index, word, rank));
  }
  const [best] = found.sort((a, b) => b.count - a.count || a.rank - b.rank || a.template.length - b.template.length);
  if (best === undefined) return undefined;
  const why = `${best.count} of ${collection.count} entities have a picture of this name`;
  const template = widen(collection, best, index) ?? best.template;
  return { field: undefined, template, why };
}

/** Names with the id in them, such as `card_101_thumb`. */
function findWithAffix(key: KeyCandidate, place: string, index: PictureIndex, word: readonly string[], rank: number) {
  const samples = [...key.raw].slice(0, 3).filter((text) => text.length >= 2);
  return index.folders.flatMap((folder) => {
    if (folder.stems.size > 20_000 || !isNamedAfter(folder.path, word)) return [];
    for (const sample of samples) {
      for (const stem of folder.stems) {
        const at = stem.indexOf(sample);
        if (at < 0 || stem === sample) continue;
        const [before, after] = [stem.slice(0, at), stem.slice(at + sample.length)];
        if (/[0-9]$/.test(before) || /^[0-9]/.test(after)) continue;
        let count = 0;
        for (const text of key.raw) if (folder.stems.has(before + text + after)) count++;
        if (count < 2 || count < key.raw.size * SHARE) continue;
        return [{ template: `${folder.path}${before}{${place}}${after}${folder.ending}`, count, place, folder, rank }];
      }
    }
    return [];
  });
}

/** The place of a template: the id, or a field; undefined: it cannot be named. */
function placeOf({ field }: KeyCandidate, isId: boolean): string | undefined {
  if (isId || field === undefined) return isId ? 'id' : undefined;
  return /[{}:]/.test(field) ? undefined : pathText(field.split('.'));
}

const areNumbers = (texts: ReadonlySet<string>): boolean => [...texts].slice(0, 20).every((text) => /^\d+$/.test(text));

const isNamedAfter = (path: string, word: readonly string[]): boolean => {
  const parts = new Set(path.split('/').flatMap((part) => wordsOf(part)));
  return word.some((one) => parts.has(one));
};

/** Where folders beside each other have the pictures, and a field names the folder. */
function widen(
  { values, count }: LearnedCollection,
  best: { readonly folder: PictureFolder; readonly place: string; readonly count: number },
  { folders }: PictureIndex,
): string | undefined {
  if (best.count >= count * 0.95) return undefined;
  const { path, ending } = best.folder;
  const parent = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
  const names = new Set(
    folders.flatMap((folder) =>
      folder.ending === ending &&
      folder.path.startsWith(parent) &&
      folder.path.slice(parent.length).split('/').length === 2
        ? [folder.path.slice(parent.length, -1)]
        : [],
    ),
  );
  if (names.size < 2) return undefined;
  const naming = values.find(
    ({ texts, isInObjects, numbers, others }) =>
      !isInObjects &&
      others === 0 &&
      numbers.size === 0 &&
      texts.size > 1 &&
      [...texts].every((text) => names.has(text)),
  );
  if (naming === undefined) return undefined;
  return `${parent}{${naming.path}${naming.inLists > 0 ? '.0' : ''}}/{${best.place}}${ending}`;
}
