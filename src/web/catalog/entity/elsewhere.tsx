/** @jsxImportSource preact */
// Where else an entity is: as JSON, on the other servers, and how a program reads it.
import type { ComponentChildren, VNode } from 'preact';
import { Command } from '../../islands/island.tsx';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { type CatalogProps, rawPath } from '../common/reads.ts';
import type { EntityData } from './entity-data.ts';

export interface ElsewhereProps extends CatalogProps {
  readonly data: Pick<EntityData, 'resource' | 'summary' | 'servers'>;
}

/** The way to the history of the entity. */
export function HistoryPart({ catalog, data }: ElsewhereProps): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(ENTITY_MESSAGES);
  const path = `/catalog/${server.id}/${data.resource}/${encodeURIComponent(data.summary.id)}/history`;
  return (
    <section class="stack" aria-labelledby="history">
      <h2 id="history">{say('history')}</h2>
      <p class="release-line">
        <a href={page.path(path)}>{say('historyLink')}</a>
      </p>
    </section>
  );
}

/** JSON, other servers, and the commands that read the entity. */
export function Elsewhere({
  catalog,
  data,
  children,
}: ElsewhereProps & { readonly children?: ComponentChildren }): VNode {
  const { page, server, mirror } = catalog;
  const say = page.sayFrom(ENTITY_MESSAGES);
  const { resource, summary, servers } = data;
  const base = `/api/v1/servers/${server.id}`;
  const id = encodeURIComponent(summary.id);
  const address = mirror?.addressOf(resource, summary.id) ?? `${base}/${resource}/${id}`;
  return (
    <section class="stack" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{say('elsewhere')}</h2>
      <ul class="plain-list export-links">
        {servers.map((other) => (
          <li key={other.id}>
            <a href={page.path(`/catalog/${other.id}/${resource}/${id}`, { release: undefined })} dir="auto">
              {other.displayName}
            </a>
          </li>
        ))}
        <li>
          <a href={rawPath(catalog, address)}>{say('json')}</a>
        </li>
        {mirror === undefined && (
          <li>
            <a href={rawPath(catalog, `${base}/catalog/query/${resource}`)}>{say('query')}</a>
          </li>
        )}
      </ul>
      {children}
      <details class="card programs">
        <summary>{say('programs')}</summary>
        <h3>{'curl'}</h3>
        <Command text={curlOf(new URL(rawPath(catalog, address), page.address).href)} />
        <h3>{'TypeScript'}</h3>
        <Command text={programOf(new URL(rawPath(catalog, address), page.address).href)} />
      </details>
    </section>
  );
}

/** A quotation mark would end the quoted address. */
const curlOf = (address: string): string => `curl -s --compressed '${address.replaceAll("'", '%27')}'`;

/** Without any package, so that it runs as it is in Node, Deno, Bun and browsers. */
const programOf = (address: string): string => `const answer = await fetch(${JSON.stringify(address)});
if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`);
const entry = await answer.json();
console.log(entry);`;
