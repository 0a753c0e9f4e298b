/** @jsxImportSource preact */
// Labels and values of an entity: what readers want to know, and at the foot of its page what programs do.
import type { ComponentChildren, VNode } from 'preact';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { fieldAt, referencesAt } from '../common/fields.ts';
import { FILE_FIELDS } from '../common/file-entity.ts';
import { type Catalog, labelOf, labelsOf, widerOf } from '../common/reads.ts';
import { Value } from '../common/value-view.tsx';
import { difficultyOf, fileOf, isIdPath, keysOf } from '../common/values.ts';
import type { EntityData, EntityProps, Field } from './entity-data.ts';
import { fileFacts } from './file-acts.tsx';
import { readLevels } from './levels.ts';
import { isLines } from './lines.tsx';
import { readMembers } from './members.tsx';

/** Whether a list of keys beside the field contains its key. */
function isSaidByWider({ presentation, fields }: EntityData, { path, value }: Field): boolean {
  const wider = widerOf(presentation, path);
  const keys = keysOf(fields.find((field) => field.path === wider)?.value);
  return wider !== undefined && keysOf(value).every((key) => keys.includes(key));
}

/** Fields that are not shown elsewhere on the page. */
function shownFields({ catalog, data }: EntityProps): readonly Field[] {
  const { presentation, summary } = data;
  const levels = new Set(readLevels(data.fields).flatMap(({ fields }) => fields));
  const members = new Set(readMembers(catalog, data).map(({ path }) => path));
  const elsewhere = new Set([presentation.title, presentation.subtitle, presentation.image, presentation.cover]);
  return data.fields.filter(
    (field) =>
      !elsewhere.has(field.path) &&
      !(presentation.files && FILE_FIELDS.some((path) => path === field.path)) &&
      !isLines(field) &&
      !levels.has(field.path) &&
      !isSaidByWider(data, field) &&
      !members.has(field.path) &&
      !(isIdPath(field.path) && String(field.value) === summary.id) &&
      difficultyOf(field.path) === undefined &&
      fileOf(field.value, catalog.server.id)?.kind !== 'sound',
  );
}

/** Whether a field is for programs: further ids, colours, paths of files. */
const isPlumbing = ({ catalog, data: { presentation } }: EntityProps, { path, value }: Field): boolean =>
  (isIdPath(path) && referencesAt(presentation, path).length === 0) ||
  fieldAt(presentation, path)?.type === 'color' ||
  (typeof value === 'string' && fileOf(value, catalog.server.id) !== undefined);

/** What an entity belongs to first, dates last. */
const rankOf = ({ presentation }: EntityData, { path }: Field): number =>
  referencesAt(presentation, path).length > 0 ? 0 : fieldAt(presentation, path)?.type === 'date' ? 2 : 1;

const BIRTHDAY = /^(.+)\.(month|day)$/;

interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: ComponentChildren;
}

/** Month and day of the same object as one date. */
function dayOfYear({ page }: Catalog, fields: readonly Field[], path: string): string | undefined {
  const at = (key: string): unknown => fields.find((field) => field.path === `${path}.${key}`)?.value;
  const [month, day] = [at('month'), at('day')];
  if (typeof month !== 'number' || typeof day !== 'number') return undefined;
  // A leap year has every day.
  const date = new Date(Date.UTC(2000, month - 1, day));
  if (date.getUTCMonth() !== month - 1) return undefined;
  return new Intl.DateTimeFormat(page.locale, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(date);
}

function factsOf(props: EntityProps, fields: readonly Field[]): readonly Fact[] {
  const { catalog, data } = props;
  const { presentation, names } = data;
  const days = new Map<string, string>();
  for (const { path } of fields) {
    const [, above = ''] = BIRTHDAY.exec(path) ?? [];
    const text = above === '' ? undefined : dayOfYear(catalog, fields, above);
    if (text !== undefined) days.set(above, text);
  }
  const others = fields.filter(({ path }) => !days.has(BIRTHDAY.exec(path)?.[1] ?? ''));
  const labels = labelsOf(
    catalog,
    presentation,
    others.map(({ path }) => path),
  );
  return [
    // Called as a function: a hundred component instances would cost as much as their content.
    ...others.map(({ path, value, type }, index) => ({
      key: path,
      label: labels[index] ?? path,
      value: Value({ catalog, presentation, path, value, names, type }),
    })),
    ...[...days].map(([path, value]) => ({ key: path, label: labelOf(catalog, presentation, path), value })),
  ];
}

const FactList = ({ facts }: { readonly facts: readonly Fact[] }): VNode => (
  <dl class="values">
    {facts.map(({ key, label, value }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Id and what programs want of an entity, at the foot of its page. */
export function Plumbing(props: EntityProps): VNode {
  const { catalog, data } = props;
  const label = catalog.page.sayFrom(ENTITY_MESSAGES)('id');
  const fields = shownFields(props).filter((field) => isPlumbing(props, field));
  return <FactList facts={[{ key: '', label, value: <code>{data.summary.id}</code> }, ...factsOf(props, fields)]} />;
}

/** Label and value of what readers want to know: what it belongs to, then the rest, then dates. */
export function Values(props: EntityProps): VNode {
  const { catalog, data } = props;
  const say = catalog.page.sayFrom(ENTITY_MESSAGES);
  const own = data.presentation.files ? fileFacts(props).map((fact) => ({ key: fact.label, ...fact })) : [];
  const fields = shownFields(props)
    .filter((field) => !isPlumbing(props, field))
    .toSorted((a, b) => rankOf(data, a) - rankOf(data, b));
  return (
    <>
      <h2 class="unseen">{say('values')}</h2>
      <FactList facts={[...own, ...factsOf(props, fields)]} />
    </>
  );
}
