/** @jsxImportSource preact */
// What a catalog holds; with a search what it finds in each resource. And the list of catalogs.
import type { VNode } from 'preact';
import { FILE_MESSAGES } from '../messages/catalog/files.ts';
import { TALK_MESSAGES } from '../messages/catalog/talk.ts';
import { CATALOG_MESSAGES } from '../messages/catalog.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconSearch } from '../ui/icons.ts';
import { Notice } from '../ui/notice.tsx';
import { EntityCards } from './common/entity-card.tsx';
import { CatalogHead, FindForm } from './common/frame.tsx';
import { type Catalog, listPath, nameOf, type Server } from './common/reads.ts';
import { ReleasePicture } from './common/release-picture.tsx';
import { PostLines } from './common/talk.tsx';
import { describeCatalogWay } from './common/way.ts';
import type { Hits, Overview } from './overview-data.ts';

/** The list of catalogs. */
export function serversPage(page: PageContext, servers: readonly Server[]): Page {
  const words = page.words(CATALOG_MESSAGES);
  return {
    title: page.say(words.catalog),
    place: 'catalog',
    styles: ['catalog'],
    content: (
      <div class="stack">
        <h1>{page.say(words.catalog)}</h1>
        {servers.length === 0 ? (
          <EmptyState text={page.say(words.noServers)} />
        ) : (
          <ul class="resource-cards">
            {servers.map(({ id, displayName, region }) => (
              <li key={id} class="resource-card">
                <h2 class="resource-name">
                  <a class="resource-link" href={page.path(`/catalog/${id}`)} dir="auto">
                    {displayName}
                  </a>
                </h2>
                <Chip ticket>{region}</Chip>
              </li>
            ))}
          </ul>
        )}
      </div>
    ),
  };
}

/** The overview of a catalog. */
export function overviewPage(catalog: Catalog, overview: Overview): Page {
  const { page, server } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  const { text } = overview;
  return {
    title: text === undefined ? server.displayName : `${page.say(words.foundFor, { text })} · ${server.displayName}`,
    description: page.say(words.lead),
    place: 'catalog',
    styles: ['catalog'],
    noindex: text !== undefined || catalog.isPinned,
    structured: [describeCatalogWay(catalog)],
    feeds: [{ path: `/api/v1/servers/${server.id}/release/feed.atom`, title: server.displayName }],
    content: (
      <div class="stack stack-loose">
        <header class="stack">
          <CatalogHead catalog={catalog} />
          <h1 dir="auto">{server.displayName}</h1>
          <FindForm catalog={catalog} path={`/catalog/${server.id}`} label={page.say(words.findAll)} text={text} />
          <ReleaseLine catalog={catalog} overview={overview} />
        </header>
        {text === undefined ? (
          <Resources catalog={catalog} overview={overview} />
        ) : (
          <AllHits catalog={catalog} overview={overview} text={text} />
        )}
      </div>
    ),
  };
}

interface PartProps {
  readonly catalog: Catalog;
  readonly overview: Overview;
}

function ReleaseLine({ catalog, overview: { promotion, before } }: PartProps): VNode {
  const { page, releaseId, server, isPinned } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  const releases = `/catalog/${server.id}/releases`;
  return (
    <p class="release-line meta">
      <span>{page.say(words.release, { id: releaseId })}</span>
      {promotion !== undefined && <span>{page.say(words.since, { date: page.date(promotion.promotedAt) })}</span>}
      {before !== undefined && page.hasPage('/catalog/{server}/releases/{range}') && (
        <a href={page.path(`${releases}/${before.releaseId}...${releaseId}`)}>{page.say(words.changed)}</a>
      )}
      {page.hasPage('/catalog/{server}/releases') && <a href={page.path(releases)}>{page.say(words.history)}</a>}
      <a href={page.path(`/catalog/${server.id}/files`, isPinned ? { release: releaseId } : {})}>
        {page.say(page.words(FILE_MESSAGES).title)}
      </a>
    </p>
  );
}

function Resources({ catalog, overview }: PartProps): VNode {
  const { page, looks } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  return (
    <ul class="resource-cards">
      {overview.resources.map(({ name, items }) => (
        <li key={name} class="resource-card">
          {items.length > 0 && (
            <div class="resource-pictures">
              {items.map(({ id, picture }) =>
                picture === undefined ? null : (
                  <ReleasePicture key={id} catalog={catalog} file={picture} alt="" sizes="96px" side={96} />
                ),
              )}
            </div>
          )}
          <h2 class="resource-name">
            <a class="resource-link" href={listPath(catalog, name)}>
              {nameOf(catalog, name)}
            </a>
          </h2>
          <p class="meta">
            {looks[name]?.kind === 'document'
              ? page.say(words.document)
              : page.say(words.entries, { count: looks[name]?.count ?? 0 })}
          </p>
        </li>
      ))}
    </ul>
  );
}

function AllHits({ catalog, overview, text }: PartProps & { readonly text: string }): VNode {
  const { page, server } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  return (
    <>
      {overview.isPartial && <Notice tone="warning">{page.say(words.away)}</Notice>}
      {overview.hits.length === 0 && overview.posts.length === 0 ? (
        <EmptyState icon={iconSearch} text={page.say(words.nothingFor, { text })}>
          <LinkButton href={page.path(`/catalog/${server.id}`)}>{page.say(words.startOver)}</LinkButton>
        </EmptyState>
      ) : (
        overview.hits.map((hits) => <ResourceHits key={hits.resource} catalog={catalog} hits={hits} text={text} />)
      )}
      {overview.posts.length > 0 && (
        <section class="stack" aria-labelledby="hits-posts">
          <div class="row">
            <h2 id="hits-posts">{page.say(page.words(TALK_MESSAGES).saying)}</h2>
            <a href={page.path('/community', { q: text })}>{page.say(page.words(TALK_MESSAGES).all)}</a>
          </div>
          <PostLines page={page} posts={overview.posts} />
        </section>
      )}
    </>
  );
}

interface ResourceHitsProps {
  readonly catalog: Catalog;
  readonly hits: Hits;
  readonly text: string;
}

function ResourceHits({ catalog, hits: { resource, total, items }, text }: ResourceHitsProps): VNode | null {
  const { page, looks } = catalog;
  const words = page.words(CATALOG_MESSAGES);
  const look = looks[resource];
  if (look === undefined) return null;
  return (
    <section class="stack" aria-labelledby={`hits-${resource}`}>
      <div class="row">
        <h2 id={`hits-${resource}`}>{nameOf(catalog, resource)}</h2>
        <a href={listPath(catalog, resource, { q: text })}>{page.say(words.found, { count: total })}</a>
      </div>
      <EntityCards catalog={catalog} look={look} items={items} />
    </section>
  );
}
