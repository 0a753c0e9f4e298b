/** @jsxImportSource preact */
// The desk, and one case or report on its own page.
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { KIND_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { moderationPage } from '../common/frame.tsx';

type Queue = AnswerBody<'GET /api/v1/moderation/queue'>;
export type Context = AnswerBody<'GET /api/v1/moderation/cases/{id}/context'>['context'];

/** What islands of the desk need to write addresses; names in braces are filled in there. */
const pathsOf = (page: PageContext) => ({
  case: page.path('/moderation/cases/{id}'),
  reports: page.path('/moderation/reports/{id}'),
  person: page.path('/moderation/people/{uid}'),
  everything: page.path('/moderation/people/{uid}/content'),
  post: page.path('/community/posts/{postId}'),
  comment: page.path('/community/posts/{postId}', { comment: '{commentId}' }),
  list: page.path('/lists/{listId}'),
  settings: page.path('/settings/display'),
  signIn: page.path('/sign-in', { then: page.own }),
});

const common = (page: PageContext) => ({
  paths: pathsOf(page),
  base: page.basePath,
  me: page.viewer?.uid ?? 0,
});

/** What waits. `context` belongs to the first of it. */
export function deskPage(page: PageContext, queue: Queue, context: Context | null): Page {
  const { entries, waiting, nextCursor: cursor } = queue;
  return moderationPage(page, {
    section: 'cases',
    styles: ['moderation'],
    children: (
      <Island
        name="moderation-desk"
        when="load"
        props={{ ...common(page), entries, waiting, cursor, context, isSingle: false }}
      />
    ),
  });
}

export function entryPage(page: PageContext, context: Context): Page {
  const { entry } = context;
  return moderationPage(page, {
    section: entry.type === 'case' ? 'cases' : 'reports',
    title: page.sayFrom(KIND_MESSAGES)(`kind_${entry.kind}`),
    isTitleUnseen: true,
    styles: ['moderation'],
    children: (
      <Island
        name="moderation-desk"
        when="load"
        props={{ ...common(page), entries: [entry], waiting: 1, cursor: null, context, isSingle: true }}
      />
    ),
  });
}
