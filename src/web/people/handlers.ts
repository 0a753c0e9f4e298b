// Handlers of people's pages.
import type { Call, Handlers } from '../../http/routing/contract.ts';
import { cursorOf } from '../forms/opening.ts';
import { isStale, requireAsked, showList } from '../shell/asked.ts';
import type { Shell } from '../shell/shell.ts';
import type { peoplePages } from './contract.ts';
import { peoplePage } from './people-page.tsx';
import { profilePage, VIEWS } from './profile-page.tsx';

type ListCall = Call<(typeof peoplePages)['followersPage']>;

export function peopleHandlers({ shell }: { readonly shell: Shell }): Handlers<typeof peoplePages> {
  /** The followers of a person, or those whom the person follows. */
  const answerList = (call: ListCall, list: 'followers' | 'following'): Promise<Response> =>
    shell.answerKept(call, 'database', async (page) => {
      const params = { uid: `@${call.params.handle}` };
      const query = cursorOf(call.query.cursor);
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
        const asked = await page.ask('GET /api/v1/community/users/{uid}', {
          params: { uid: `@${call.params.handle}` },
          query: { tree: '1', ...cursorOf(call.query.cursor) },
        });
        if (isStale(asked)) return { redirectTo: `/@${call.params.handle}` };
        const person = requireAsked(asked);
        // Across a block nobody is told which side blocks, but one's own list of blocks.
        const blocks = person.viewer.blocked
          ? await page.ask('GET /api/v1/community/me/blocks', { query: { limit: 50 } })
          : undefined;
        const blocking = blocks?.ok === true && blocks.body.people.some(({ uid }) => uid === person.profile.uid);
        return profilePage(page, { person, view, blocking });
      }),
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
