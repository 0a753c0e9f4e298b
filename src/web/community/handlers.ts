// Handlers of the community's pages. Each reads the routes that a program would read, and shows the answers.
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { isStale, requireAsked } from '../shell/asked.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import type { communityPages } from './contract.ts';
import { type FeedData, type FeedPeriod, type FeedScope, feedPage, PERIODS, SCOPES } from './feed-page.tsx';
import { notificationsPage } from './notifications-page.tsx';
import { postPageHandlers } from './post/handlers.ts';
import { tagsPage } from './tags-page.tsx';

const SIDE_TAGS = 12;
const KEPT_ENTITIES = 24;

const scopeOf = (text: string | undefined): FeedScope => SCOPES.find((scope) => scope === text) ?? 'all';
const periodOf = (text: string | undefined): FeedPeriod => PERIODS.find((period) => period === text) ?? 'week';

/** Refuses strangers, who are led to sign in. */
function requireMember(page: PageContext): void {
  if (page.actor === undefined) throw new Refusal('authentication_required');
}

/** Names of tags for the side; undefined while they cannot be read. */
async function readSideTags(page: PageContext): Promise<readonly string[] | undefined> {
  const asked = await page.ask('GET /api/v1/community/tags', { query: { limit: SIDE_TAGS } });
  return asked.ok ? asked.body.tags.map(({ normalizedName }) => normalizedName) : undefined;
}

export function communityPageHandlers({ shell }: { readonly shell: Shell }): Handlers<typeof communityPages> {
  return {
    ...postPageHandlers({ shell }),
    communityPage: (call) => {
      const scope = scopeOf(call.query.scope);
      const period = periodOf(call.query.period);
      const { q = '', cursor, seed } = call.query;
      // Recommended posts depend on the moment and on chance.
      return shell.answerKept(call, scope === 'recommended' ? 'none' : 'database', async (page) => {
        if (scope === 'following' || scope === 'mine') requireMember(page);
        const state = scope === 'mine' && call.query.state === 'archived' ? 'archived' : 'active';
        const [feed, tags] = await Promise.all([
          page.ask('GET /api/v1/community/posts', {
            query: {
              scope,
              ...(state === 'active' ? {} : { state }),
              ...(scope === 'top' ? { period } : {}),
              ...(q === '' ? {} : { q }),
              ...(cursor === undefined ? {} : { cursor }),
              ...(seed === undefined || scope !== 'recommended' ? {} : { seed }),
            },
          }),
          readSideTags(page),
        ]);
        if (isStale(feed)) return { leadTo: scope === 'all' ? '/community' : `/community?scope=${scope}` };
        const isDeleted = scope === 'mine' && call.query.done === 'deleted';
        return feedPage(page, { scope, state, period, q, tags, feed: requireAsked(feed), isDeleted });
      });
    },
    bookmarksPage: async (call) => {
      const page = await shell.open(call);
      requireMember(page);
      const { cursor } = call.query;
      const query = { scope: 'bookmarked', ...(cursor === undefined ? {} : { cursor }) };
      const [feed, tags, kept] = await Promise.all([
        page.ask('GET /api/v1/community/posts', { query }),
        readSideTags(page),
        page.ask('GET /api/v1/me/entities', { query: { limit: KEPT_ENTITIES, cursor: call.query.entities } }),
      ]);
      if (isStale(feed) || isStale(kept)) return shell.lead(call.context, '/bookmarks');
      const data: FeedData = {
        ...{ scope: 'bookmarked', state: 'active', period: 'week', q: '', tags },
        ...{ feed: requireAsked(feed), entities: requireAsked(kept) },
      };
      return shell.answer(page, feedPage(page, data));
    },
    tagListPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const { q = '', cursor } = call.query;
        const asked = await page.ask('GET /api/v1/community/tags', {
          query: { limit: 100, ...(q === '' ? {} : { q }), ...(cursor === undefined ? {} : { cursor }) },
        });
        return isStale(asked) ? { leadTo: '/community/tags' } : tagsPage(page, q, requireAsked(asked));
      }),
    tagPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const { tag } = call.params;
        const { cursor } = call.query;
        const [feed, found, tags] = await Promise.all([
          page.ask('GET /api/v1/community/posts', {
            query: { tag, scope: 'latest', ...(cursor === undefined ? {} : { cursor }) },
          }),
          page.ask('GET /api/v1/community/tags', { query: { q: tag, limit: 100 } }),
          readSideTags(page),
        ]);
        if (isStale(feed)) return { leadTo: '/community/tags' };
        const known = found.ok ? found.body.tags.find(({ normalizedName }) => normalizedName === tag) : undefined;
        return feedPage(page, {
          ...{
            scope: 'tag',
            state: 'active',
            period: 'week',
            q: '',
            tags: found.ok ? tags : undefined,
            feed: requireAsked(feed),
          },
          tag: { name: tag, following: known?.preference === 'follow', postCount: known?.postCount },
        });
      }),
    notificationsPage: async (call) => {
      const page = await shell.open(call);
      requireMember(page);
      const { cursor } = call.query;
      const asked = await page.ask('GET /api/v1/community/notifications', {
        query: cursor === undefined ? {} : { cursor },
      });
      if (isStale(asked)) return shell.lead(call.context, '/notifications');
      return shell.answer(page, notificationsPage(page, requireAsked(asked)), { cache: 'never' });
    },
  };
}
