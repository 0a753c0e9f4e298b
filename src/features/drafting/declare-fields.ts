// What a descriptor has to say about the values of a collection, because publishing would not infer it. Pure.
import { areLocales } from '../../kernel/languages.ts';
import type { DescribedField, FieldMeanings } from '../presentation/common/described.ts';
import type { FieldDeclaration } from '../release/snapshot/field-schema.ts';
import { isFieldPath } from '../release/snapshot/presentation-schema.ts';
import { dateDeclaration } from './dates.ts';
import type { FieldValues } from './field-values.ts';
import type { FoundPicture } from './pictures.ts';
import { code, type Reason } from './reason.ts';
import type { FoundReference } from './references.ts';
import type { NamedCollection } from './resources.ts';

/** The section `fields` of a collection, with the reasons. */
export function declareFields(
  { name, collection, id }: NamedCollection,
  references: readonly FoundReference[],
  named: readonly NamedCollection[],
  inferred: FieldMeanings = new Map(),
  pictures: readonly FoundPicture[],
  reasons: Reason[],
): Readonly<Record<string, FieldDeclaration>> {
  const fields = new Map<string, FieldDeclaration>();
  const declare = (path: string, declaration: FieldDeclaration, what: string, why: string): void => {
    if (!isFieldPath(path)) return;
    fields.set(path, { ...fields.get(path), ...declaration });
    reasons.push({ resource: name, what, why });
  };
  const described = new Map([...collection.fields, ...collection.elements].map((field) => [field.path, field]));
  for (const { path, targets, isNamed, share } of references) {
    const list = targets.flatMap(({ target, key }) => {
      const there = named[target];
      const field = there?.collection.keys[key];
      if (there === undefined || field === undefined) return [];
      return [{ resource: there.name, ...(field !== there.id && field.field !== undefined && { key: field.field }) }];
    });
    const [first] = list;
    if (first === undefined) continue;
    const words = list
      .map(({ resource, key }) => code(key === undefined ? resource : `${resource}.${key}`))
      .join(' or ');
    const why = `${isNamed ? 'its name says so, and' : ''} ${Math.floor(share * 100)} % of its values are there`.trim();
    const known = inferred.get(path)?.refersTo ?? [];
    const isInferred =
      list.length === 1 && known.length === 1 && known[0]?.resource === first.resource && first.key === undefined;
    if (isInferred) reasons.push({ resource: name, what: `${code(path)} refers to ${words}`, why });
    else declare(path, { references: list.length === 1 ? first : list }, `${code(path)} refers to ${words}`, why);
  }
  const found = new Set(references.map(({ path }) => path));
  for (const [path, { refersTo = [] }] of inferred) {
    const field = described.get(path);
    if (refersTo.length === 0 || found.has(path) || field === undefined) continue;
    const values = collection.values.find((one) => one.path === path);
    // What the samples of publishing suggest, all values together do not show.
    if (values === undefined || field.isSlotted) continue;
    const type = field.type === 'number' ? 'number' : 'text';
    declare(
      path,
      { type },
      `${code(path)} is ${type}`,
      `too few of its values are ids of ${code(refersTo[0]?.resource ?? '')}`,
    );
  }
  for (const field of collection.fields) {
    const values = collection.values.find((one) => one.path === field.path);
    const date = values && dateDeclaration(field, values);
    if (date !== undefined && !found.has(field.path) && id.field !== field.path) {
      declare(
        field.path,
        date,
        `${code(field.path)} is a date`,
        `its name and its numbers say so (\`${date.format}\`)`,
      );
    }
    if (field.type === 'localized' && field.isSlotted && !isInScripts(values)) {
      const why = 'its lists have as many texts as there are usual languages, but not in the scripts of these';
      declare(field.path, { type: 'text' }, `${code(field.path)} is text`, why);
    }
  }
  for (const { path, text, tags } of collection.translations) {
    const why = `its keys are languages (${tags.slice(0, 5).join(', ')}…)`;
    declare(path, { type: 'localized', path: `${path}.{tag}.${text}` }, `${code(path)} has texts by language`, why);
  }
  const { source } = collection;
  if (source.kind === 'languages') {
    for (const path of collection.localized) {
      if (areLocales(source.tags, undefined)) continue;
      declare(path, { type: 'localized' }, `${code(path)} has texts by language`, 'some of its languages are rare');
    }
  }
  for (const picture of pictures) {
    const path = picture.field ?? freePath(described, ['picture', 'image', 'thumbnail', 'picture-file']);
    declare(
      path,
      { type: 'file', template: picture.template },
      `${code(path)} is ${code(picture.template)}`,
      picture.why,
    );
  }
  return Object.fromEntries(fields);
}

/** Whether most lists of a field have texts in the scripts of the languages of slots. */
export const isInScripts = (values: FieldValues | undefined): boolean =>
  values !== undefined && values.slotted > 0 && values.inScripts * 2 >= values.slotted;

const freePath = (taken: ReadonlyMap<string, DescribedField>, wished: readonly string[]): string =>
  wished.find((path) => !taken.has(path) && ![...taken.keys()].some((other) => other.startsWith(`${path}.`))) ??
  'picture-of-entity';
