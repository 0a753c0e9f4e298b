/** @jsxImportSource preact */
// A resource that is one document: its first levels as a tree, and the whole as JSON.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { ENTITY_MESSAGES } from '../../messages/catalog-pages.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Page } from '../../shell/page.ts';
import { CatalogHead } from '../common/frame.tsx';
import { type Gone, readGone } from '../common/gone.ts';
import { type Catalog, nameOf, rawPath } from '../common/reads.ts';

const DEPTH_MAX = 3;
const ENTRIES_MAX = 50;
const TEXT_MAX = 200;

interface Document {
  readonly value: unknown;
  /** Where the current release lacks the document of a pinned page. */
  readonly gone: Gone | undefined;
}

/** Reads the document. */
export async function readDocument(catalog: Catalog, resource: string): Promise<Document> {
  const { page, server, releaseId } = catalog;
  const [asked, gone] = await Promise.all([
    page.ask('GET /api/v1/servers/{server}/{resource}', {
      params: { server: server.id, resource },
      query: { release: releaseId },
    }),
    readGone(catalog, resource),
  ]);
  return { value: requireAsked(asked), gone };
}

/** The page of a document. */
export function documentPage(catalog: Catalog, resource: string, { value, gone }: Document): Page {
  const { page, server } = catalog;
  const name = nameOf(catalog, resource);
  return {
    title: `${name} · ${server.displayName}`,
    description: `${name}: ${page.say(page.words(CATALOG_MESSAGES).document)}`,
    place: 'catalog',
    styles: ['catalog'],
    noindex: catalog.isPinned,
    content: (
      <div class="stack">
        <CatalogHead catalog={catalog} gone={gone} />
        <h1>{name}</h1>
        <div class="card document">
          <Tree catalog={catalog} value={value} depth={0} />
        </div>
        <p class="export-links meta">
          <a href={rawPath(catalog, `/api/v1/servers/${server.id}/${resource}`)}>
            {page.say(page.words(ENTITY_MESSAGES).json)}
          </a>
        </p>
      </div>
    ),
  };
}

interface TreeProps {
  readonly catalog: Catalog;
  readonly value: unknown;
  readonly depth: number;
}

function Tree({ catalog, value, depth }: TreeProps): VNode {
  const { page } = catalog;
  if (typeof value !== 'object' || value === null) return <span dir="auto">{shorten(String(value))}</span>;
  if (depth >= DEPTH_MAX) return <code class="value-json">{shorten(JSON.stringify(value))}</code>;
  const entries = Object.entries(value);
  const rest = entries.length - ENTRIES_MAX;
  return (
    <dl class="values">
      {entries.slice(0, ENTRIES_MAX).map(([key, item]) => (
        <div key={key}>
          <dt dir="auto">{key}</dt>
          <dd>
            <Tree catalog={catalog} value={item} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {rest > 0 && (
        <div>
          <dt />
          <dd>{page.say(page.words(ENTITY_MESSAGES).more, { count: rest })}</dd>
        </div>
      )}
    </dl>
  );
}

const shorten = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);
