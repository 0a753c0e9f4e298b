/** @jsxImportSource preact */
// What a search of the whole instance found: the first hits of each kind, and where all of them are.
import type { ComponentChildren, VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { SEARCH_MESSAGES } from '../messages/search.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, type PageProps, pictureAddress } from '../shell/page-context.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FindForm } from '../ui/find-form.tsx';
import { iconSearch } from '../ui/icons.ts';
import { LinkedEntities, type LinkedEntity } from '../ui/linked-entity.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthorLine } from '../ui/posts/author-line.tsx';

type Result = AnswerBody<'GET /api/v1/search'>;
export type FoundEntity = NonNullable<Result['entities']>['items'][number];

export interface SearchData {
  readonly q: string;
  /** Undefined: nothing was searched for. */
  readonly found: Result | undefined;
  /** Cards of the entities, by `server/resource/id`. */
  readonly entities: ReadonlyMap<string, LinkedEntity>;
  /** Names of servers by their ids. */
  readonly servers: ReadonlyMap<string, string>;
  /** Whether only catalogs could be searched. */
  readonly isAway: boolean;
}

interface PartProps extends PageProps {
  readonly data: SearchData;
}

/** The page of the search of the instance. */
export function searchPage(page: PageContext, data: SearchData): Page {
  const say = page.sayFrom(SEARCH_MESSAGES);
  const { q } = data;
  return {
    title: q === '' ? say('search') : say('searchFor', { q }),
    width: 'reading',
    styles: ['search', 'community'],
    noindex: true,
    // A catalog or the database may be searched again in a moment: such a page is not cached.
    isPartial: data.isAway || data.found?.incomplete === true,
    content: (
      <div class="stack">
        <h1>{say('search')}</h1>
        <FindForm
          action={`${page.basePath}/search`}
          id="find-everything"
          label={say('everything')}
          text={q}
          submit={say('find')}
          hidden={{ lang: page.forcedLocale }}
        />
        <Results page={page} data={data} />
      </div>
    ),
  };
}

function Results({ page, data }: PartProps): VNode | null {
  const say = page.sayFrom(SEARCH_MESSAGES);
  const { q, found, isAway } = data;
  if (q === '') return <p class="meta">{say('hint')}</p>;
  const kinds = [found?.entities, found?.posts, found?.people, found?.tags];
  const isNothing = kinds.every((kind) => (kind?.total ?? 0) === 0);
  return (
    <>
      {isAway && <Notice tone="warning">{say('away')}</Notice>}
      {found?.incomplete && <Notice tone="warning">{say('incomplete')}</Notice>}
      {found?.approximate && <Notice>{say('similar', { q })}</Notice>}
      {isNothing ? (
        <EmptyState icon={iconSearch} text={say('nothing', { q })} />
      ) : (
        <>
          <Entities page={page} data={data} />
          <Posts page={page} data={data} />
          <People page={page} data={data} />
          <Tags page={page} data={data} />
        </>
      )}
      {page.viewer === undefined && !isAway && page.hasPage('/sign-in') && (
        <p class="meta">
          <a href={page.path('/sign-in', { then: page.own })}>{say('signInForPeople')}</a>
        </p>
      )}
    </>
  );
}

interface KindProps extends PageProps {
  readonly id: string;
  readonly title: string;
  readonly total: number;
  readonly children: ComponentChildren;
}

const Kind = ({ page, id, title, total, children }: KindProps): VNode => (
  <section class="stack" aria-labelledby={id}>
    <h2 id={id}>
      {title} <span class="meta">{page.numbers.format(total)}</span>
    </h2>
    {children}
  </section>
);

function Entities({ page, data }: PartProps): VNode | null {
  const { q, found, entities, servers: names } = data;
  const say = page.sayFrom(SEARCH_MESSAGES);
  if (found?.entities === undefined || found.entities.items.length === 0) return null;
  const { items, total } = found.entities;
  const cards = items.map((item) => cardOf(page, item, entities));
  const servers = [...new Set(items.map(({ server }) => server))];
  return (
    <Kind page={page} id="found-entities" title={say('catalog')} total={total}>
      <LinkedEntities entities={cards} />
      {total > items.length && !found.approximate && (
        <p class="row">
          {servers.map((server) => (
            <a key={server} href={page.path(`/catalog/${server}`, { q })}>
              {say('allIn', { server: names.get(server) ?? server })}
            </a>
          ))}
        </p>
      )}
    </Kind>
  );
}

/** An entity whose card cannot be read now has its title. */
const cardOf = (
  page: PageContext,
  { server, resource, id, title }: FoundEntity,
  entities: SearchData['entities'],
): LinkedEntity =>
  entities.get(`${server}/${resource}/${id}`) ?? {
    href: page.path(`/catalog/${server}/${resource}/${encodeURIComponent(id)}`),
    title: { text: title },
    meta: resource,
    picture: undefined,
  };

function Posts({ page, data: { q, found } }: PartProps): VNode | null {
  const say = page.sayFrom(SEARCH_MESSAGES);
  if (found?.posts === undefined || found.posts.items.length === 0) return null;
  const { items, total } = found.posts;
  return (
    <Kind page={page} id="found-posts" title={say('posts')} total={total}>
      <ul class="plain-list found-posts">
        {items.map((post) => (
          <li key={post.id}>
            <a href={page.path(`/community/posts/${post.id}`)} dir="auto">
              {post.title}
            </a>
            {post.spoiler ? (
              <p class="meta">{say('spoiler')}</p>
            ) : (
              post.excerpt !== '' && <p dir="auto">{post.excerpt}</p>
            )}
            <p class="meta">
              <span dir="auto">{post.authorName}</span> · {page.date(post.createdAt)}
            </p>
          </li>
        ))}
      </ul>
      {total > items.length && !found.approximate && (
        <p>
          <a href={page.path('/community', { scope: 'latest', q })}>{say('allPosts')}</a>
        </p>
      )}
    </Kind>
  );
}

function People({ page, data: { found } }: PartProps): VNode | null {
  if (found?.people === undefined || found.people.items.length === 0) return null;
  const { items, total } = found.people;
  return (
    <Kind page={page} id="found-people" title={page.sayFrom(SEARCH_MESSAGES)('people')} total={total}>
      <ul class="plain-list people-list">
        {items.map((person) => (
          <li key={person.uid}>
            <AuthorLine
              name={person.displayName}
              handle={person.handle}
              avatarUrl={pictureAddress(page, person.avatarUrl)}
              avatarSeed={person.avatarSeed}
              href={page.path(`/@${person.handle ?? person.uid}`)}
            />
          </li>
        ))}
      </ul>
    </Kind>
  );
}

function Tags({ page, data: { q, found } }: PartProps): VNode | null {
  const say = page.sayFrom(SEARCH_MESSAGES);
  if (found?.tags === undefined || found.tags.items.length === 0) return null;
  const { items, total } = found.tags;
  return (
    <Kind page={page} id="found-tags" title={say('tags')} total={total}>
      <ul class="plain-list row row-tight">
        {items.map(({ name, postCount }) => (
          <li key={name}>
            <a href={page.path(`/community/tags/${encodeURIComponent(name)}`)} dir="auto">{`#${name}`}</a>{' '}
            <span class="meta">{page.numbers.format(postCount)}</span>
          </li>
        ))}
      </ul>
      {total > items.length && !found.approximate && (
        <p>
          <a href={page.path('/community/tags', { q })}>{say('allTags')}</a>
        </p>
      )}
    </Kind>
  );
}
