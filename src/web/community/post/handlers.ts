// Handlers of the pages of one post: the post, its revisions, and what its author and the staff do with it.
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { asRefusal, isStale, refuseStranger, requireAsked } from '../../shell/asked.ts';
import type { Lead, Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { LinkedEntity } from '../../ui/entities/linked-entity.tsx';
import { entityKey, listEntityLinks, type ReadEntities } from '../common/entity-links.ts';
import type { PostAct, postPages } from './contract.ts';
import type { Post } from './post-acts.tsx';
import { postDeletePage } from './post-delete-page.tsx';
import { postPage } from './post-page.tsx';
import { type Revision, revisionsPage } from './revisions-page.tsx';

/** What an address may choose of a post's comments. */
interface CommentChoice {
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
  readonly root?: string | undefined;
  readonly comment?: string | undefined;
  /** `whole`: a long text in full, without comments. */
  readonly text?: string | undefined;
}

/** Refusals of an act that the page of the post says itself. */
const SAID: ReadonlySet<string> = new Set(['version_conflict', 'post_archived', 'post_hidden']);

/** Cards below a text, at most. */
const ENTITIES_MAX = 3;

export interface PostPageParts {
  readonly shell: Shell;
  readonly readEntities: ReadEntities;
}

export function postPageHandlers({ shell, readEntities }: PostPageParts): Handlers<typeof postPages> {
  /** Cards of what the post is about and of what its text links to. A folded text gives nothing away. */
  async function readCards(page: PageContext, { subject, spoiler, bodyTree }: Post): Promise<readonly LinkedEntity[]> {
    const names = [
      ...(subject === null ? [] : [subject]),
      ...(spoiler ? [] : listEntityLinks(page, bodyTree ?? [], ENTITIES_MAX)),
    ];
    const found = names.length === 0 ? undefined : await readEntities(page, names);
    const keys = new Set(names.map(entityKey));
    return [...keys].flatMap((key) => found?.get(key) ?? []);
  }

  /** The page of the post; after a refused act it says so. */
  async function readPostPage(
    page: PageContext,
    postId: string,
    choice: CommentChoice,
    refused?: string,
  ): Promise<Page | Lead> {
    const { cursor, root, comment } = choice;
    const sort = choice.sort === 'latest' ? 'latest' : 'hot';
    const isAlone = choice.text === 'whole';
    const read = {
      tree: '1',
      ...(isAlone ? { includeComments: 'false' } : {}),
      commentsSort: sort,
      ...(cursor === undefined ? {} : { commentsCursor: cursor }),
      ...(root === undefined ? {} : { commentsRoot: root }),
      ...(comment === undefined ? {} : { commentId: comment }),
    };
    const asked = await page.ask('GET /api/v1/community/posts/{postId}', { params: { postId }, query: read });
    if (isStale(asked)) return { leadTo: `/community/posts/${postId}` };
    const { post, viewer, comments, commentsNextCursor: nextCursor } = requireAsked(asked);
    if (post === undefined || viewer === undefined) throw new Refusal('post_not_found');
    const [entities, author] = await Promise.all([
      readCards(page, post),
      page.ask('GET /api/v1/community/users/{uid}', {
        params: { uid: post.authorUid },
        query: { limit: 1, tree: '1' },
      }),
    ]);
    return postPage(page, {
      ...{ post, viewer, comments, sort, root, focus: comment, nextCursor, refused, entities, isAlone },
      author: author.ok ? author.body : undefined,
    });
  }

  /** A post without its comments. */
  async function readPost(page: PageContext, postId: string) {
    const query = { includeComments: 'false' };
    const asked = await page.ask('GET /api/v1/community/posts/{postId}', { params: { postId }, query });
    const { post, viewer } = requireAsked(asked);
    if (post === undefined || viewer === undefined) throw new Refusal('post_not_found');
    return { post, viewer };
  }

  /** The post of a reader who may delete it. */
  async function readDeletable(page: PageContext, postId: string) {
    if (page.actor === undefined) return refuseStranger(page);
    const { post, viewer } = await readPost(page, postId);
    if (!viewer.canDelete) throw new Refusal('forbidden');
    return post;
  }

  return {
    postPage: (call) =>
      shell.answerKept(call, 'database', (page) => readPostPage(page, call.params.postId, call.query)),
    postRevisionsPage: async (call) => {
      const page = await shell.open(call);
      const { postId } = call.params;
      const { cursor, revision } = call.query;
      const ask = (query: Readonly<Record<string, string | number>>) =>
        page.ask('GET /api/v1/community/posts/{postId}/revisions', { params: { postId }, query });
      const [listed, { post }] = await Promise.all([
        ask(cursor === undefined ? {} : { cursor }),
        page.actor === undefined ? refuseStranger(page) : readPost(page, postId),
      ]);
      if (isStale(listed)) return shell.lead(call.context, `/community/posts/${postId}/revisions`);
      const { revisions, nextCursor } = requireAsked(listed);
      let before: Revision | undefined;
      if (nextCursor !== null) before = requireAsked(await ask({ cursor: nextCursor, limit: 1 })).revisions[0];
      const chosen = revision === undefined ? undefined : Number(revision);
      return shell.answer(page, revisionsPage(page, { post, revisions, before, chosen, cursor, nextCursor }));
    },
    postDeletePage: async (call) => {
      const page = await shell.open(call);
      const post = await readDeletable(page, call.params.postId);
      return shell.answer(page, postDeletePage(page, { post, isStale: false }));
    },
    postDeleteForm: async (call) => {
      const page = await shell.open(call);
      const { postId } = call.params;
      const { version } = call.body;
      const params = { postId };
      const asked = await page.ask('DELETE /api/v1/community/posts/{postId}', { params, body: { version } });
      if (asked.ok) return shell.lead(call.context, '/community?scope=mine&done=deleted');
      if (asked.code !== 'version_conflict') throw asRefusal(asked);
      const post = await readDeletable(page, postId);
      return shell.answer(page, postDeletePage(page, { post, isStale: true }), { status: 409, cache: 'never' });
    },
    postActForm: async (call) => {
      const page = await shell.open(call);
      const { act, version } = call.body;
      const asked = await askAct(page, call.params.postId, act, version);
      if (asked.ok) return shell.lead(call.context, `/community/posts/${call.params.postId}`);
      if (!SAID.has(asked.code)) throw asRefusal(asked);
      const made = await readPostPage(page, call.params.postId, {}, asked.code);
      if ('leadTo' in made) return shell.lead(call.context, made.leadTo);
      return shell.answer(page, made, { status: 409, cache: 'never' });
    },
    commentForm: async (call) => {
      const page = await shell.open(call);
      const { postId } = call.params;
      const { body, parentId } = call.body;
      const asked = await page.ask('POST /api/v1/community/posts/{postId}/comments', {
        params: { postId },
        body: { body, parentId: parentId ?? null },
      });
      const { comment } = requireAsked(asked);
      return shell.lead(call.context, `/community/posts/${postId}?comment=${comment.id}#comment-${comment.id}`);
    },
  };
}

function askAct(page: PageContext, postId: string, act: PostAct, version: number) {
  const params = { postId };
  switch (act) {
    case 'archive':
      return page.ask('POST /api/v1/community/posts/{postId}/archive', { params, body: { version } });
    case 'restore':
      return page.ask('POST /api/v1/community/posts/{postId}/restore', { params, body: { version } });
    default: {
      const place = act === 'pin' || act === 'unpin' ? 'profile' : 'feed';
      const active = act === 'pin' || act === 'feature';
      return page.ask('PUT /api/v1/community/posts/{postId}/pin', { params, body: { active, version, place } });
    }
  }
}
