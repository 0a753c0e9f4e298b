// Handlers of people's pages.
import type { Call, Handlers } from '../../http/routing/contract.ts';
import type { EntityName, ReadEntities } from '../community/common/entity-links.ts';
import { openingBy, submit } from '../forms/opening.ts';
import { namedCollections, type ReadCollectionNames } from '../lists/list-names.ts';
import { isStale, requireAsked, showList } from '../shell/asked.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import type { peoplePages } from './contract.ts';
import { peoplePage } from './people-page.tsx';
import { type ProfileAbout, type ProfileLists, profilePage, VIEWS } from './profile-page.tsx';

type ListCall = Call<(typeof peoplePages)['followersPage']>;

export interface PeoplePageDependencies {
  readonly shell: Shell;
  readonly readEntities: ReadEntities;
  readonly readCollectionNames: ReadCollectionNames;
}

export function peopleHandlers({
  shell,
  readEntities,
  readCollectionNames,
}: PeoplePageDependencies): Handlers<typeof peoplePages> {
  /** Banner, favourite and links; nothing while they cannot be read. Entities that are gone are left out. */
  async function readAbout(page: PageContext, uid: string): Promise<ProfileAbout> {
    const asked = await page.ask('GET /api/v1/community/users/{uid}/about', { params: { uid } });
    if (!asked.ok) return { banner: undefined, favourite: undefined, links: [] };
    const { banner, favourite, links } = asked.body.about;
    const shown = [banner, favourite].filter((entity) => entity !== null && !entity.gone);
    const cards = await readEntities(
      page,
      shown.filter((entity) => entity !== null),
    );
    const cardOf = (entity: EntityName | null) =>
      entity === null ? undefined : cards.get(`${entity.server}/${entity.resource}/${entity.id}`);
    return { banner: cardOf(banner), favourite: cardOf(favourite), links };
  }

  /** A page of the public lists of a person. */
  async function readLists(page: PageContext, uid: string, cursor: string | undefined) {
    const params = { uid };
    const asked = await page.ask('GET /api/v1/community/users/{uid}/lists', { params, query: { cursor } });
    if (isStale(asked)) return 'stale';
    const { lists, nextCursor } = requireAsked(asked);
    const names = await readCollectionNames(page, namedCollections(lists));
    return { lists, nextCursor, names } satisfies ProfileLists;
  }

  /** The followers of a person, or those whom the person follows. */
  const answerList = (call: ListCall, list: 'followers' | 'following'): Promise<Response> =>
    shell.answerKept(call, 'database', async (page) => {
      const params = { uid: `@${call.params.handle}` };
      const query = { cursor: call.query.cursor };
      const [person, found] = await Promise.all([
        page.ask('GET /api/v1/community/users/{uid}', { params, query: { limit: 1 } }),
        list === 'followers'
          ? page.ask('GET /api/v1/community/users/{uid}/followers', { params, query })
          : page.ask('GET /api/v1/community/users/{uid}/following', { params, query }),
      ]);
      const { profile } = requireAsked(person);
      return showList(found, `/@${call.params.handle}/${list}`, (people) =>
        peoplePage(page, { profile, list, found: people }),
      );
    });

  return {
    profilePage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const view = VIEWS.find((name) => name === call.query.view) ?? 'posts';
        const uid = `@${call.params.handle}`;
        const { cursor } = call.query;
        const hasLists = view === 'lists' && page.hasPage('/settings/lists');
        const [asked, about] = await Promise.all([
          page.ask('GET /api/v1/community/users/{uid}', {
            params: { uid },
            query: { tree: '1', cursor: view === 'posts' ? cursor : undefined },
          }),
          readAbout(page, uid),
        ]);
        if (isStale(asked)) return { redirectTo: `/@${call.params.handle}` };
        const person = requireAsked(asked);
        // Across a block nobody is told which side blocks, but one's own list of blocks.
        const blocks = person.viewer.blocked
          ? await page.ask('GET /api/v1/community/me/blocks', { query: { limit: 50 } })
          : undefined;
        const blocking = blocks?.ok === true && blocks.body.people.some(({ uid }) => uid === person.profile.uid);
        const lists = hasLists && !person.viewer.blocked ? await readLists(page, uid, cursor) : undefined;
        if (lists === 'stale') return { redirectTo: `/@${call.params.handle}?view=lists` };
        return profilePage(page, { person, about, lists, view, blocking });
      }),
    postsSubscribeForm: openingBy(shell).anybody(async (page, { params: { handle }, body }) =>
      submit(
        await page.ask('PUT /api/v1/community/users/{uid}/posts-subscription', { params: { uid: `@${handle}` }, body }),
        `/@${handle}`,
      ),
    ),
    followersPage: (call) => answerList(call, 'followers'),
    followingPage: (call) => answerList(call, 'following'),
    userPage: async (call) => {
      const page = await shell.open(call);
      const { uid } = call.params;
      const asked = await page.ask('GET /api/v1/community/users/{uid}', { params: { uid }, query: { limit: 1 } });
      const { profile } = requireAsked(asked);
      return shell.redirect(call.context, `/@${profile.handle ?? profile.uid}`);
    },
  };
}
