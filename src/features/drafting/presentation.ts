// The section `presentation` of a draft: what a release would infer without it, written out so that it can be changed,
// with the facts that speak for it. Pure.
import type { ChosenPresentation } from '../presentation/common/choose.ts';
import type { DescribedField, DescribedResource } from '../presentation/common/described.ts';
import { isFieldPath, type ResourcePresentation } from '../release/snapshot/presentation-schema.ts';
import { code, counted, type Reason } from './reason.ts';

/** The declared presentation of a resource; undefined when there is nothing to declare. */
export function draftPresentation(
  resource: DescribedResource,
  chosen: ChosenPresentation,
): { readonly declared: ResourcePresentation; readonly reasons: readonly Reason[] } | undefined {
  const reasons: Reason[] = [];
  const fields = new Map(resource.fields.map((field) => [field.path, field]));
  const tell = (key: string, value: string, why: string): void => {
    reasons.push({ resource: resource.name, what: `\`presentation.${key}\` is ${value}`, why });
  };
  const one = (key: string, path: string | null, why: string): string | undefined => {
    if (path === null || !isFieldPath(path)) return undefined;
    tell(key, code(path), `${why}: ${factsOf(fields.get(path), resource.count)}`);
    return path;
  };
  const many = (key: string, paths: readonly string[], why: string): string[] | undefined => {
    const kept = paths.filter(isFieldPath);
    if (kept.length === 0) return undefined;
    const names = kept.map((path) => {
      const distinct = fields.get(path)?.distinct;
      return distinct === undefined ? code(path) : `${code(path)} (${counted(distinct, 'value')})`;
    });
    tell(key, names.join(', '), why);
    return kept;
  };
  if (chosen.group !== 'table') tell('group', code(chosen.group), `the resource is called ${code(resource.name)}`);
  const texts = {
    title: one('title', chosen.title, 'the field that names an entity best'),
    subtitle: one('subtitle', chosen.subtitle, 'a second text that says what an entity is'),
  };
  const media = {
    image: one('image', chosen.image, 'its values are pictures of the release, the smaller ones'),
    cover: one('cover', chosen.cover, 'its values are pictures of the release, the larger ones'),
    audio: one('audio', chosen.audio, 'its values are sounds of the release'),
  };
  const dates = {
    start: one('start', chosen.start, 'a date with the name of a beginning'),
    end: one('end', chosen.end, 'a date with the name of an end'),
  };
  const lists = {
    badges: many('badges', chosen.badges, 'few short values, each shared by entities'),
    facets: many('facets', chosen.facets, 'few values, each shared by entities, so that lists can be narrowed down'),
    sort: many('sort', chosen.sort, 'numbers and dates that order entities'),
  };
  const all = { ...texts, ...media, ...dates, ...lists };
  const declared = {
    ...(chosen.group !== 'table' && { group: chosen.group }),
    ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
  };
  return Object.keys(declared).length === 0 ? undefined : { declared, reasons };
}

function factsOf(field: DescribedField | undefined, count: number): string {
  if (field === undefined) return 'it leads to a value';
  const share = field.filled === count ? 'all entities have it' : `${field.filled} of ${count} entities have it`;
  const [sample] = field.samples;
  return sample === undefined ? share : `${share}, for example ${code(String(sample))}`;
}
