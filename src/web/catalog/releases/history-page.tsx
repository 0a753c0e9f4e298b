/** @jsxImportSource preact */
// The releases of a server, the last promoted first.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { RELEASE_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { Time } from '../../ui/time.tsx';
import { CatalogHead } from '../common/frame.tsx';
import type { Catalog, CatalogProps } from '../common/reads.ts';

export type History = AnswerBody<'GET /api/v1/servers/{server}/release/history'>;

/** The page of the history. */
export function historyPage(catalog: Catalog, { releases, nextCursor }: History): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const base = `/catalog/${server.id}/releases`;
  return {
    title: `${say('title')} · ${server.displayName}`,
    description: say('lead'),
    section: 'catalog',
    styles: ['catalog'],
    feeds: [{ path: `/api/v1/servers/${server.id}/release/feed.atom`, title: server.displayName }],
    content: (
      <div class="stack">
        <CatalogHead catalog={catalog} />
        <h1>{say('title')}</h1>
        <p class="lead">{say('lead')}</p>
        <form class="stack" method="get" action={`${page.basePath}${base}`}>
          <HiddenFields values={{ lang: page.forcedLocale }} />
          <ol class="plain-list stack">
            {releases.map((release, index) => (
              <Release
                key={release.releaseId}
                catalog={catalog}
                release={release}
                before={releases[index + 1]?.releaseId}
                place={releases.length < 2 ? undefined : index}
              />
            ))}
          </ol>
          {releases.length > 1 && (
            <p>
              <Button>{say('compare')}</Button>
            </p>
          )}
        </form>
        {releases.length < 2 && nextCursor === null && <p class="meta">{say('single')}</p>}
        <p class="export-links meta">
          <a href={`${page.basePath}/api/v1/servers/${server.id}/release/feed.atom`}>{'Atom'}</a>
        </p>
        <OlderLink href={page.older(base, nextCursor)}>{say('older')}</OlderLink>
      </div>
    ),
  };
}

interface ReleaseProps extends CatalogProps {
  readonly release: History['releases'][number];
  readonly before: string | undefined;
  /** From 0; undefined where there is nothing to compare with. */
  readonly place: number | undefined;
}

function Release({ catalog, release, before, place }: ReleaseProps): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const { releaseId, sourceId, promotedAt, current, files, bytes } = release;
  const size = fileSize(page.locale, bytes);
  return (
    <li class="card stack">
      <h2 class="row resource-name">
        <Time at={promotedAt} text={page.date(promotedAt)} />
        {current && (
          <Chip ticket tone="success">
            {say('current')}
          </Chip>
        )}
      </h2>
      <p class="meta release-line">
        <code>{releaseId}</code>
        <span>{say('source', { id: sourceId })}</span>
        <span>{say('files', { count: files, size })}</span>
      </p>
      {place !== undefined && (
        <p class="release-line">
          <label class="choice">
            <input type="radio" name="from" value={releaseId} checked={place === 1} />
            {say('before')}
          </label>
          <label class="choice">
            <input type="radio" name="to" value={releaseId} checked={place === 0} />
            {say('after')}
          </label>
        </p>
      )}
      <p class="release-line">
        {before !== undefined && (
          <a href={page.path(`/catalog/${server.id}/releases/${before}...${releaseId}`)}>{say('changed')}</a>
        )}
        <a href={page.path(`/catalog/${server.id}`, current ? {} : { release: releaseId })}>{say('look')}</a>
      </p>
    </li>
  );
}
