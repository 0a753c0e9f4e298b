/** @jsxImportSource preact */
// Marks of entities in the catalog: owned, wanted. Each is a form, which an island sends without leaving the page.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { Island } from '../islands/island.tsx';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { HiddenFields } from '../ui/hidden-fields.tsx';
import { colonIn } from '../ui/text/punctuation.ts';
import { type EntityList, listName } from './list-names.ts';

interface Marks {
  readonly owned: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  readonly owners: ReadonlyMap<string, number>;
}

export interface Collection {
  readonly server: string;
  readonly resource: string;
}

type Found = AnswerBody<'GET /api/v1/community/lists/marks'>;

const IDS_MAX = 100;

/** Whether this instance has lists. */
const hasLists = (page: PageContext): boolean => page.hasPage('/settings/lists');

/** The marks of entities of a collection; undefined while they cannot be read. */
async function readEntityMarks(
  page: PageContext,
  { server, resource }: Collection,
  ids: readonly string[],
): Promise<Marks | undefined> {
  if (!hasLists(page)) return undefined;
  if (ids.length === 0) return { owned: new Set(), wanted: new Set(), owners: new Map() };
  const asked = await page.ask('GET /api/v1/community/lists/marks', {
    query: { server, resource, ids: ids.slice(0, IDS_MAX).join(',') },
  });
  return asked.ok ? marksOf(asked.body) : undefined;
}

const marksOf = ({ owned, wanted, owners }: Found): Marks => ({
  owned: new Set(owned),
  wanted: new Set(wanted),
  owners: new Map(Object.entries(owners)),
});

/** What a page of the catalog shows of lists. */
export interface CatalogLists extends Collection {
  readonly marks: Marks;
  /** Own named lists that take entities of the collection. */
  readonly lists: readonly EntityList[];
}

/** Marks and lists for a page of a collection; undefined for signed-out readers, and while they cannot be read. */
export async function readCatalogLists(
  page: PageContext,
  collection: Collection,
  ids: readonly string[],
): Promise<CatalogLists | undefined> {
  if (page.viewer === undefined && ids.length !== 1) return undefined;
  const [marks, lists] = await Promise.all([readEntityMarks(page, collection, ids), readNamedLists(page, collection)]);
  return marks && { ...collection, marks, lists };
}

/** Shows the marks of an entity, for members alone. */
export const markEntity = (page: PageContext, own: CatalogLists | undefined) =>
  own === undefined || page.viewer === undefined
    ? undefined
    : ({ id, title }: { readonly id: string; readonly title: { readonly text: string } }): VNode => (
        <EntityMarks
          page={page}
          server={own.server}
          resource={own.resource}
          id={id}
          title={title.text}
          marks={own.marks}
        />
      );

const LIST_NAME = /^(?:owned|wanted|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The lists by which the address of a list filters; a stranger has none. */
export function readListChoice(page: PageContext, search: URLSearchParams) {
  const read = (name: 'list' | 'notlist'): string | undefined => {
    const text = search.get(name) ?? '';
    return page.actor !== undefined && hasLists(page) && LIST_NAME.test(text) ? text : undefined;
  };
  return { list: read('list'), notlist: read('notlist') };
}

interface EntityMarksProps extends PageProps, Collection {
  readonly id: string;
  readonly title: string;
  readonly marks: Marks;
}

/** The two marks of an entity. */
function EntityMarks({ page, server, resource, id, title, marks }: EntityMarksProps): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  return (
    <form class="entity-marks" method="post" action={page.path('/lists/marks')} data-entity-marks>
      <HiddenFields values={{ server, resource, id, then: page.own }} />
      {(['owned', 'wanted'] as const).map((kind) => {
        const isOn = marks[kind].has(id);
        return (
          <button
            key={kind}
            type="submit"
            class="entity-mark"
            name={kind}
            value={String(!isOn)}
            aria-pressed={isOn ? 'true' : 'false'}
          >
            {say(kind)}
            <span class="unseen">{`${colonIn(page.locale)}${title}`}</span>
          </button>
        );
      })}
    </form>
  );
}

/** Lets the forms of the page stay on it. Once a page. */
export const EntityMarksIsland = ({ page }: PageProps): VNode => (
  <Island name="entity-marks" when="load" props={{ signIn: page.path('/sign-in', { then: page.own }) }} />
);

export interface EntityListsProps extends PageProps {
  readonly id: string;
  readonly title: string;
  readonly own: CatalogLists;
}

/** On the page of an entity: marks, how many own it, and the way onto a list. */
export function EntityLists({ page, id, title, own }: EntityListsProps): VNode {
  const { server, resource, marks, lists } = own;
  const say = page.sayFrom(LISTS_MESSAGES);
  const owners = marks.owners.get(id);
  return (
    <div class="row">
      {page.viewer !== undefined && (
        <>
          <EntityMarks page={page} server={server} resource={resource} id={id} title={title} marks={marks} />
          <EntityMarksIsland page={page} />
        </>
      )}
      {owners !== undefined && <span class="meta">{say('owners', { count: owners })}</span>}
      {lists.length > 0 && (
        <details>
          <summary>{say('addTo')}</summary>
          <form class="row" method="post" action={page.path('/lists/additions')}>
            <HiddenFields values={{ server, resource, id, then: page.own }} />
            <SelectField
              id="list"
              label={say('addTo')}
              choices={lists.map((list) => ({ value: list.id, label: listName(page, list) }))}
            />
            <Button>{say('add')}</Button>
          </form>
        </details>
      )}
    </div>
  );
}

/** Own named lists that take entities of a collection, the newest. */
async function readNamedLists(page: PageContext, { server, resource }: Collection): Promise<readonly EntityList[]> {
  if (page.actor === undefined || !hasLists(page)) return [];
  const asked = await page.ask('GET /api/v1/me/lists', { query: { limit: IDS_MAX } });
  return asked.ok
    ? asked.body.lists.filter(
        (list) =>
          list.kind === 'named' && (list.server === null || (list.server === server && list.resource === resource)),
      )
    : [];
}
