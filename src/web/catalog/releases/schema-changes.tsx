/** @jsxImportSource preact */
// What changed in the fields of collections between two releases: new ones, gone ones, and those of another type.
import type { VNode } from 'preact';
import { ENTITY_MESSAGES, RELEASE_MESSAGES } from '../../messages/catalog.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Catalog, type CatalogProps, nameOf } from '../common/reads.ts';
import type { SchemaChanges } from './changes-data.ts';

export interface SchemaPartProps extends CatalogProps {
  readonly before: Catalog;
  readonly schema: SchemaChanges;
}

/** Fields of one kind that a page names of a resource. */
const FIELDS_SHOWN = 20;

interface Line {
  readonly path: string;
  readonly type: string;
}

export function SchemaPart({ catalog, before, schema }: SchemaPartProps): VNode {
  const say = catalog.page.sayFrom(RELEASE_MESSAGES);
  return (
    <section class="stack" aria-labelledby="changes-of-fields">
      <h2 id="changes-of-fields">{say('schemaChanges')}</h2>
      <p class="meta">{say('schemaLead')}</p>
      {Object.entries(schema).map(([resource, { added, removed, changed }]) => (
        <div key={resource} class="stack">
          <h3>{nameOf(catalog.presentations[resource] === undefined ? before : catalog, resource)}</h3>
          <Fields catalog={catalog} tone="success" title={say('added', { count: added.length })} lines={added} />
          <Fields catalog={catalog} tone="danger" title={say('removed', { count: removed.length })} lines={removed} />
          <Fields
            catalog={catalog}
            tone="warning"
            title={say('altered', { count: changed.length })}
            lines={changed.map(({ path, before: was, after: is }) => ({ path, type: `${was} → ${is}` }))}
          />
        </div>
      ))}
    </section>
  );
}

interface FieldsProps extends CatalogProps {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly title: string;
  readonly lines: readonly Line[];
}

function Fields({ catalog, tone, title, lines }: FieldsProps): VNode | null {
  if (lines.length === 0) return null;
  const more = lines.length - FIELDS_SHOWN;
  return (
    <ul class="plain-list schema-fields">
      <li>
        <Chip ticket tone={tone}>
          {title}
        </Chip>
      </li>
      {lines.slice(0, FIELDS_SHOWN).map(({ path, type }) => (
        <li key={path}>
          <code>{path}</code> <span class="meta">{type}</span>
        </li>
      ))}
      {more > 0 && <li class="meta">{catalog.page.sayFrom(ENTITY_MESSAGES)('more', { count: more })}</li>}
    </ul>
  );
}
