/** @jsxImportSource preact */
// Entries of catalogs that one keeps, above the posts that one keeps.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { COMMUNITY_MESSAGES } from '../messages/community.ts';
import type { PageProps } from '../shell/page-context.ts';
import type { LinkedEntity } from '../ui/linked-entity.tsx';
import { OlderLink } from '../ui/pager.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { entityKey } from './common/entity-links.ts';

export interface BookmarkedEntitiesProps extends PageProps {
  readonly bookmarked: AnswerBody<'GET /api/v1/me/entities'>;
  /** Those that current releases have, in the reader's language. */
  readonly found: ReadonlyMap<string, LinkedEntity>;
}

export function BookmarkedEntities({
  page,
  bookmarked: { entities, nextCursor },
  found,
}: BookmarkedEntitiesProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  return (
    <>
      <TitledSection titleId="kept-entities" title={say('keptEntities')}>
        {entities.length === 0 ? (
          <p class="meta">{say('noEntities')}</p>
        ) : (
          <ul class="plain-list kept-entities">
            {entities.map(({ title, ...name }) => {
              const key = entityKey(name);
              const { server, resource, id } = name;
              const card = found.get(key);
              return (
                <li key={key}>
                  <a
                    href={page.path(`/catalog/${server}/${resource}/${encodeURIComponent(id)}`)}
                    dir="auto"
                    lang={card?.title.lang}
                  >
                    {card?.title.text ?? title}
                  </a>
                  <span class="meta">{card?.meta ?? resource}</span>
                </li>
              );
            })}
          </ul>
        )}
        <OlderLink href={nextCursor === null ? undefined : page.path('/bookmarks', { entities: nextCursor })}>
          {say('olderEntities')}
        </OlderLink>
      </TitledSection>
      <h2>{say('keptPosts')}</h2>
    </>
  );
}
