// Names the collections of a draft, finds what refers to what, and chooses ids by that. Pure.
import type { KeyCandidate } from './ids.ts';
import type { LearnedCollection } from './learn.ts';
import type { LearnedDocument } from './read-tables.ts';
import type { LeftOut } from './reason.ts';
import { type FoundReference, findReferences } from './references.ts';
import { chooseNames, type NameParts, stemOf } from './resource-names.ts';
import type { NamedCollection } from './resources.ts';

export interface Referring {
  readonly collection: LearnedCollection;
  readonly name: string;
  readonly references: readonly FoundReference[];
}

/** Names and references of all collections, without the weak ones that nothing refers to. */
export function referAll(
  all: readonly LearnedCollection[],
  documents: readonly LearnedDocument[],
  leftOut: LeftOut[],
): { readonly collections: readonly Referring[]; readonly names: readonly string[] } {
  const find = (collections: readonly LearnedCollection[]) => {
    const parts = [...collections.map(partsOf), ...documents.map(({ file }) => partsOfFile(file.local))];
    const names = chooseNames(parts);
    const referables = collections.map((collection, at) => ({
      name: names[at] ?? '',
      keys: collection.keys,
      values: collection.values,
      isWeak: collection.isWeak,
      isPairs: collection.shape === 'pairs',
    }));
    return { names, references: findReferences(referables) };
  };
  const first = find(all);
  const referred = new Set(
    first.references.flatMap((own, at) =>
      own.flatMap(({ targets }) => targets.flatMap(({ target }) => (target === at ? [] : [target]))),
    ),
  );
  const kept = all.filter((collection, at) => {
    if (!collection.isWeak || referred.has(at)) return true;
    leftOut.push({
      path: collection.files[0]?.local ?? '',
      why: 'it is an object of objects of numbers, and no table refers to its keys',
    });
    return false;
  });
  const { names, references } = kept.length === all.length ? first : find(kept);
  return {
    names,
    collections: kept.map((collection, at) => ({
      collection,
      name: names[at] ?? '',
      references: references[at] ?? [],
    })),
  };
}

/** Words that say nothing without the name of the file. */
const EMPTY_WORDS =
  /^(?:.{0,2}|data|items?|list|entries|records|results|rows|values|nodes|features|geometries|elements|table)$/i;

function partsOf({ files, source, path, word }: LearnedCollection): NameParts {
  const local = source.kind === 'files' ? (files[0]?.local ?? '') : source.pattern;
  const folders = local
    .split('/')
    .slice(0, -1)
    .filter((part) => !/[*{]/.test(part));
  const stem = stemOf(local).replace(/[-_. ]*(?:\{locale\}|\*)[-_. ]*/g, '');
  const last = path.at(-1);
  if (source.kind === 'glob') return { word, before: folders.slice(0, -1) };
  if (files.length > 1 && source.kind === 'files') {
    const [first = word, second] = new Set(files.map((file) => stemOf(file.local).replace(/[-_ ]?\d+$/, '')));
    return second === undefined ? { word: first, before: folders } : { word, before: folders.slice(0, -1) };
  }
  const isMain = last === undefined || (word === stem && path.length < 2);
  if (isMain) return { word: stem === '' ? word : stem, before: folders };
  if (last === 'features' || last === 'geometries' || last === 'nodes') return { word: stem, before: folders };
  if (EMPTY_WORDS.test(last)) return { word: `${stem}-${last}`, before: folders };
  return { word: last, before: [...folders, stem] };
}

const partsOfFile = (local: string): NameParts => ({ word: stemOf(local), before: local.split('/').slice(1, -1) });

/** Ids of collections: the best one, or the one by which others refer. */
export function nameKeys(referring: readonly Referring[]): readonly NamedCollection[] {
  const incoming = referring.map(() => new Map<number, number>());
  for (const { references } of referring) {
    for (const { targets } of references) {
      for (const { target, key } of targets) {
        const counts = incoming[target];
        counts?.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return referring.map(({ collection, name }, at): NamedCollection => {
    const counts = incoming[at] ?? new Map<number, number>();
    const { keys } = collection;
    const chosen = chooseKey(keys, counts);
    const id = keys[chosen];
    if (id === undefined) throw new Error('a collection without keys is none');
    const others = [...counts.keys()].filter((key) => key !== chosen).flatMap((key) => keys[key]?.field ?? []);
    return { name, collection, id, keys: others, fields: {} };
  });
}

/** Others refer to what identifies an entity; a name that they use is no id if there is one. */
function chooseKey(keys: readonly KeyCandidate[], counts: ReadonlyMap<number, number>): number {
  const first = keys[0];
  if ((counts.get(0) ?? 0) > 0 || first?.isOnlyThere === true) return 0;
  for (const [at] of [...counts].sort(([, a], [, b]) => b - a)) {
    const key = keys[at];
    if (key === undefined || key.isEncoded || key.hasDuplicates) continue;
    if (key.isNamed || first?.isNamed === false) return at;
  }
  return 0;
}
