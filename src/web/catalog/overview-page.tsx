/** @jsxImportSource preact */
// What a catalog holds; with a search what it finds in each resource. And the list of catalogs.
import type { VNode } from 'preact';
import {
  CATALOG_MESSAGES,
  FILE_MESSAGES,
  MIRROR_MESSAGES,
  SHELF_MESSAGES,
  TALK_MESSAGES,
} from '../messages/catalog.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { colonIn } from '../ui/text/punctuation.ts';
import { datedResources } from './common/dated.ts';
import { PostLines } from './common/discussion.tsx';
import { CatalogHead, DataText, FindForm } from './common/frame.tsx';
import { groupResources } from './common/groups.ts';
import type { Catalog, CatalogProps, Server } from './common/reads.ts';
import { NothingFound, ResourceCards } from './common/resource-cards.tsx';
import { MIRROR_ROOT } from './common/values.ts';
import { describeCatalogWay } from './common/way.ts';
import { ShelfContent } from './home/shelves.tsx';
import type { Overview } from './overview-data.ts';
import { FoundList } from './search/found-list.tsx';

/** The list of catalogs, and of the mirror where there is one. */
export function serversPage(page: PageContext, servers: readonly Server[], mirrored: string | undefined): Page {
  const say = page.sayFrom(CATALOG_MESSAGES);
  return {
    title: say('catalog'),
    section: 'catalog',
    styles: ['catalog'],
    content: (
      <div class="stack">
        <h1>{say('catalog')}</h1>
        {servers.length === 0 ? (
          <EmptyState text={say('noServers')} />
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
        <MirrorLink page={page} host={mirrored} />
      </div>
    ),
  };
}

/** The way to the mirror of a provider. */
function MirrorLink({ page, host }: PageProps & { readonly host: string | undefined }): VNode | null {
  if (host === undefined) return null;
  const say = page.sayFrom(MIRROR_MESSAGES);
  return (
    <p class="meta">
      <a href={page.path(`/catalog/${MIRROR_ROOT}`)}>{say('title')}</a>
      {`${colonIn(page.locale)}${say('lead', { host })}`}
    </p>
  );
}

/** The overview of a catalog. */
export function overviewPage(catalog: Catalog, overview: Overview, mirrored: string | undefined): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { text } = overview;
  return {
    title: text === undefined ? server.displayName : `${say('foundFor', { text })} · ${server.displayName}`,
    description: say('lead'),
    section: 'catalog',
    styles: ['catalog'],
    noindex: text !== undefined || catalog.isPinned,
    structured: [describeCatalogWay(catalog)],
    isPartial: overview.shelf.isPartial || overview.isPartial,
    feeds: [{ path: `/api/v1/servers/${server.id}/release/feed.atom`, title: server.displayName }],
    content: (
      <div class="stack stack-loose">
        <header class="stack">
          <CatalogHead catalog={catalog} isTop />
          <h1 dir="auto">{server.displayName}</h1>
          <FindForm catalog={catalog} path={`/catalog/${server.id}`} label={say('findAll')} text={text} />
          <ReleaseLine catalog={catalog} overview={overview} />
        </header>
        {text === undefined ? (
          <>
            <ShelfContent shelf={overview.shelf} level={2} />
            <section class="stack" aria-labelledby="all">
              <h2 id="all">{say('inIt')}</h2>
              <Groups catalog={catalog} overview={overview} />
            </section>
          </>
        ) : (
          <AllHits catalog={catalog} overview={overview} text={text} />
        )}
        <MirrorLink page={page} host={mirrored} />
      </div>
    ),
  };
}

interface PartProps extends CatalogProps {
  readonly overview: Overview;
}

/** The resources in their groups; without groups all of them. */
function Groups({ catalog, overview: { resources } }: PartProps): VNode {
  const groups = groupResources(catalog);
  const cardsOf = (names: readonly string[]) =>
    names.flatMap((name) => resources.find((one) => one.name === name) ?? []);
  if (groups.length < 2 && groups[0]?.title === undefined) {
    return <ResourceCards catalog={catalog} resources={resources} heading="h3" />;
  }
  return (
    <>
      {groups.map(({ title, resources: names }, index) => (
        <section key={index} class="stack" aria-labelledby={`group-${index}`}>
          <h3 id={`group-${index}`}>
            {title === undefined ? catalog.page.sayFrom(CATALOG_MESSAGES)('others') : <DataText text={title} />}
          </h3>
          <ResourceCards catalog={catalog} resources={cardsOf(names)} heading="h4" />
        </section>
      ))}
    </>
  );
}

function ReleaseLine({ catalog, overview: { shelf } }: PartProps): VNode {
  const { page, releaseId, server, isPinned } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { promotion, before } = shelf;
  const releases = `/catalog/${server.id}/releases`;
  return (
    <p class="release-line meta">
      <span>{say('release', { id: releaseId })}</span>
      {promotion !== undefined && <span>{say('since', { date: page.date(promotion.promotedAt) })}</span>}
      {before !== undefined && page.hasPage('/catalog/{server}/releases/{range}') && (
        <a href={page.path(`${releases}/${before.releaseId}...${releaseId}`)}>{say('changed')}</a>
      )}
      {page.hasPage('/catalog/{server}/releases') && <a href={page.path(releases)}>{say('history')}</a>}
      {datedResources(catalog).length > 0 && (
        <a href={page.path(`/catalog/${server.id}/~calendar`)}>{page.sayFrom(SHELF_MESSAGES)('calendar')}</a>
      )}
      <a href={page.path(`/catalog/${server.id}/files`, isPinned ? { release: releaseId } : {})}>
        {page.sayFrom(FILE_MESSAGES)('title')}
      </a>
    </p>
  );
}

function AllHits({ catalog, overview, text }: PartProps & { readonly text: string }): VNode {
  const { page } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { found } = overview;
  return (
    <>
      {overview.isPartial && <Notice tone="warning">{say('away')}</Notice>}
      {found !== undefined && found.counts.length > 0 && <FoundList catalog={catalog} found={found} />}
      {found?.counts.length === 0 && overview.posts.length === 0 && <NothingFound catalog={catalog} text={text} />}
      {overview.posts.length > 0 && (
        <section class="stack" aria-labelledby="hits-posts">
          <div class="row">
            <h2 id="hits-posts">{page.sayFrom(TALK_MESSAGES)('saying')}</h2>
            <a href={page.path('/community', { q: text })}>{page.sayFrom(TALK_MESSAGES)('all')}</a>
          </div>
          <PostLines page={page} posts={overview.posts} />
        </section>
      )}
    </>
  );
}
