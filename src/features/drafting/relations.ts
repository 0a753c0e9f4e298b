// Dependencies and relations of a draft: what the references between resources amount to. Pure.
import { isPartName } from '../../kernel/names.ts';
import { isKeyValue, keyOf } from '../catalog/entity-key.ts';
import type { FieldMeanings } from '../presentation/common/described.ts';
import type { ResourceInput } from '../release/snapshot/descriptor-schema.ts';
import { code, type Reason } from './reason.ts';
import { kebabOf } from './resource-names.ts';
import type { Element } from './table-form.ts';

type Relations = NonNullable<ResourceInput['relations']>;

/** Fields of one relation; a descriptor takes no more. */
const FIELDS_MAX = 16;

export interface DraftedReferences {
  readonly dependencies: readonly string[];
  readonly relations: Relations;
  readonly reasons: readonly Reason[];
}

/** The references of one resource. `relationFields`: top fields whose values all can be keys. */
export function draftReferences(
  resource: string,
  meanings: FieldMeanings,
  relationFields: ReadonlyMap<string, 'plain' | 'path'>,
): DraftedReferences {
  const dependencies = new Set<string>();
  const groups = new Map<
    string,
    { readonly target: string; readonly how: 'plain' | 'path'; readonly fields: string[] }
  >();
  for (const [path, { references, refersTo = [] }] of meanings) {
    for (const { resource: target } of refersTo) if (target !== resource) dependencies.add(target);
    if (references === undefined || references === resource || refersTo.length > 1) continue;
    const how = relationFields.get(path);
    // The path of a nested field has a dot, and so has one whose key needs an escape: neither is a top field.
    if (how === undefined || path.includes('.') || path.includes('\\')) continue;
    const name = kebabOf(path.replace(/_?(?:[iI]ds?|IDs?)$/, ''));
    if (!isPartName(name)) continue;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, { target: references, how, fields: [path] });
    else if (known.target === references && known.how === how && known.fields.length < FIELDS_MAX)
      known.fields.push(path);
  }
  const reasons: Reason[] = [];
  const relations: Relations = {};
  for (const [name, { target, how, fields }] of groups) {
    const [only = ''] = fields;
    relations[name] = {
      field: fields.length === 1 ? only : fields,
      mode: 'ids',
      ...(how === 'path' && { encode: how }),
    };
    const what = `\`relations.${name}\` is by ${fields.map(code).join(' and ')}`;
    reasons.push({ resource, what, why: `so that the entities of one of ${code(target)} can be asked for` });
  }
  if (dependencies.size > 0) {
    const what = `\`dependencies\` is ${[...dependencies].map(code).join(', ')}`;
    reasons.push({ resource, what, why: 'fields refer to them' });
  }
  return { dependencies: [...dependencies].sort(), relations, reasons };
}

/** Top fields all of whose values may be keys of a relation, which publishing demands, and how they become keys. */
export function relationFieldsOf(elements: readonly Element[]): ReadonlyMap<string, 'plain' | 'path'> {
  const found = new Map<string, 'plain' | 'path' | 'none'>();
  for (const { value } of elements) {
    for (const [field, member] of Object.entries(value)) judgeRelation(found, field, member);
  }
  return new Map([...found].flatMap(([field, how]) => (how === 'none' ? [] : [[field, how]])));
}

function judgeRelation(found: Map<string, 'plain' | 'path' | 'none'>, field: string, member: unknown): void {
  const known = found.get(field) ?? 'plain';
  if (known === 'none') return;
  const values: readonly unknown[] = Array.isArray(member) ? member : [member];
  let how: 'plain' | 'path' | 'none' = known;
  for (const value of values) {
    if (value === null || value === '') continue;
    if (how === 'plain' && !(isKeyValue(value) && keyOf(value, undefined) !== undefined)) how = 'path';
    if (how === 'path' && !(isKeyValue(value) && keyOf(value, 'path') !== undefined)) {
      how = 'none';
      break;
    }
  }
  found.set(field, how);
}
