// Handlers of the community's pages. Each reads the routes that a program would read, and shows the answers.
import type { Handlers } from '../../http/routing/contract.ts';
import { openingBy } from '../forms/opening.ts';
import { isStale, requireAsked, showList } from '../shell/asked.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import type { EntityName, ReadEntities } from './common/entity-links.ts';
import type { communityPages } from './contract.ts';
import { type FeedData, type FeedPeriod, type FeedScope, feedPage, PERIODS, SCOPES } from './feed-page.tsx';
import { notificationsPage } from './notifications-page.tsx';
import { postPageHandlers } from './post/handlers.ts';
import { tagsPage } from './tags-page.tsx';

const SIDE_TAGS = 12;
const KEPT_ENTITIES = 24;

const scopeOf = (text: string | undefined): FeedScope => SCOPES.find((scope) => scope === text) ?? 'all';
const periodOf = (text: string | undefined): FeedPeriod => PERIODS.find((period) => period === text) ?? 'week';

/** Names of tags for the side; undefined while they cannot be read. */
async function readSideTags(page: PageContext): Promise<readonly string[] | undefined> {
  const asked = await page.ask('GET /api/v1/community/tags', { query: { limit: SIDE_TAGS } });
  return asked.ok ? asked.body.tags.map(({ normalizedName }) => normalizedName) : undefined;
}

export interface CommunityPageDependencies {
  readonly shell: Shell;
  readonly readEntities: ReadEntities;
}

export function communityPageHandlers({
  shell,
  readEntities,
}: CommunityPageDependencies): Handlers<typeof communityPages> {
  /** Cards of what the posts of a feed are about. */
  const readSubjects = (page: PageContext, { posts }: FeedData['feed'], others: readonly EntityName[] = []) =>
    readEntities(page, [
      ...posts.flatMap(({ subject, spoiler }) => (subject === null || spoiler ? [] : [subject])),
      ...others,
    ]);

  return {
    ...postPageHandlers({ shell, readEntities }),
    communityPage: (call) => {
      const scope = scopeOf(call.query.scope);
      const period = periodOf(call.query.period);
      const { q = '', cursor, seed } = call.query;
      // Recommended posts depend on the moment and on chance.
      return shell.answerKept(call, scope === 'recommended' ? 'none' : 'database', async (page) => {
        const state = scope === 'mine' && call.query.state === 'archived' ? 'archived' : 'active';
        const [feed, tags] = await Promise.all([
          page.ask('GET /api/v1/community/posts', {
            query: {
              scope,
              state: state === 'active' ? undefined : state,
              period: scope === 'top' ? period : undefined,
              q: q || undefined,
              cursor,
              seed: scope === 'recommended' ? seed : undefined,
            },
          }),
          readSideTags(page),
        ]);
        return showList(feed, scope === 'all' ? '/community' : `/community?scope=${scope}`, async (listed) => {
          const isDeleted = scope === 'mine' && call.query.done === 'deleted';
          const subjects = await readSubjects(page, listed);
          return feedPage(page, { scope, state, period, q, tags, feed: listed, subjects, isDeleted });
        });
      });
    },
    bookmarksPage: async (call) => {
      const page = await shell.open(call);
      const { cursor } = call.query;
      const query = { scope: 'bookmarked', cursor };
      const [feed, tags, kept] = await Promise.all([
        page.ask('GET /api/v1/community/posts', { query }),
        readSideTags(page),
        page.ask('GET /api/v1/me/entities', { query: { limit: KEPT_ENTITIES, cursor: call.query.entities } }),
      ]);
      if (isStale(feed) || isStale(kept)) return shell.redirect(call.context, '/bookmarks');
      const listed = requireAsked(feed);
      const entities = requireAsked(kept);
      const data: FeedData = {
        scope: 'bookmarked',
        state: 'active',
        period: 'week',
        q: '',
        tags,
        feed: listed,
        subjects: await readSubjects(page, listed, entities.entities),
        entities,
      };
      return shell.answer(page, feedPage(page, data));
    },
    tagListPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const { q = '', cursor } = call.query;
        const isFirst = q === '' && cursor === undefined;
        const [asked, own] = await Promise.all([
          page.ask('GET /api/v1/community/tags', {
            query: { limit: 100, q: q || undefined, cursor },
          }),
          page.actor === undefined || !isFirst
            ? undefined
            : page.ask('GET /api/v1/community/tags/preferences', { query: { limit: 100 } }),
        ]);
        const preferences = own?.ok ? own.body.preferences : [];
        return showList(asked, '/community/tags', (found) => tagsPage(page, { q, found, preferences }));
      }),
    tagPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const { tag } = call.params;
        const { cursor } = call.query;
        const [feed, found, tags] = await Promise.all([
          page.ask('GET /api/v1/community/posts', {
            query: { tag, scope: 'latest', cursor },
          }),
          page.ask('GET /api/v1/community/tags', { query: { q: tag, limit: 100 } }),
          readSideTags(page),
        ]);
        if (isStale(feed)) return { redirectTo: '/community/tags' };
        const known = found.ok ? found.body.tags.find(({ normalizedName }) => normalizedName === tag) : undefined;
        const listed = requireAsked(feed);
        return feedPage(page, {
          scope: 'tag',
          state: 'active',
          period: 'week',
          q: '',
          tags: found.ok ? tags : undefined,
          feed: listed,
          subjects: await readSubjects(page, listed),
          tag: { name: tag, preference: known?.preference ?? null, postCount: known?.postCount },
        });
      }),
    notificationsPage: openingBy(shell).anybody(async (page, { query: { cursor } }) => {
      const asked = await page.ask('GET /api/v1/community/notifications', { query: { cursor } });
      return showList(asked, '/notifications', (notifications) => notificationsPage(page, notifications));
    }),
  };
}
