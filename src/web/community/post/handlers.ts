// Handlers of the pages of one post: the post, its revisions, and what its author and the staff do with it.
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { refuseStranger, requireAsked, showList } from '../../shell/asked.ts';
import type { Page, Redirect } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { LinkedEntity } from '../../ui/linked-entity.tsx';
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

export interface PostPageDependencies {
  readonly shell: Shell;
  readonly readEntities: ReadEntities;
}

export function postPageHandlers({ shell, readEntities }: PostPageDependencies): Handlers<typeof postPages> {
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
  ): Promise<Page | Redirect> {
    const { cursor, root, comment } = choice;
    const sort = choice.sort === 'latest' ? 'latest' : 'hot';
    const isAlone = choice.text === 'whole';
    const read = {
      tree: '1',
      includeComments: isAlone ? 'false' : undefined,
      commentsSort: sort,
      commentsCursor: cursor,
      commentsRoot: root,
      commentId: comment,
    };
    const asked = await page.ask('GET /api/v1/community/posts/{postId}', { params: { postId }, query: read });
    return showList(asked, `/community/posts/${postId}`, async (found) => {
      const { post, viewer, comments, commentsNextCursor: nextCursor, lastFloor = 0 } = found;
      if (post === undefined || viewer === undefined) throw new Refusal('post_not_found');
      const params = { uid: post.authorUid };
      const [entities, author, draft] = await Promise.all([
        readCards(page, post),
        page.ask('GET /api/v1/community/users/{uid}', { params, query: { limit: 1, tree: '1' } }),
        viewer.canComment ? page.ask('GET /api/v1/me/drafts/{id}', { params: { id: `comment-${postId}` } }) : undefined,
      ]);
      return postPage(page, {
        post,
        viewer,
        comments,
        sort,
        root,
        focus: comment,
        nextCursor,
        // Comments that come belong to the first page.
        lastFloor: cursor === undefined && root === undefined && !isAlone ? lastFloor : undefined,
        refused,
        entities,
        isAlone,
        hasDraft: draft?.ok === true,
        author: author.ok ? author.body : undefined,
      });
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

  /** A post that the reader may delete. */
  async function readDeletable(page: PageContext, postId: string) {
    const { post, viewer } = await readPost(page, postId);
    if (!viewer.canDelete) throw new Refusal('forbidden');
    return post;
  }

  const { anybody, signedIn } = openingBy(shell);
  return {
    postPage: (call) =>
      shell.answerKept(call, 'database', (page) => readPostPage(page, call.params.postId, call.query)),
    postRevisionsPage: anybody(async (page, { params, query: { cursor, revision } }) => {
      const ask = (query: { readonly cursor: string | undefined; readonly limit?: number }) =>
        page.ask('GET /api/v1/community/posts/{postId}/revisions', { params, query });
      const [listed, { post }] = await Promise.all([
        ask({ cursor }),
        page.actor === undefined ? refuseStranger(page) : readPost(page, params.postId),
      ]);
      return showList(listed, `/community/posts/${params.postId}/revisions`, async ({ revisions, nextCursor }) => {
        let before: Revision | undefined;
        if (nextCursor !== null) before = requireAsked(await ask({ cursor: nextCursor, limit: 1 })).revisions[0];
        const chosen = revision === undefined ? undefined : Number(revision);
        const content = revisionsPage(page, { post, revisions, before, chosen, cursor, nextCursor });
        return { page: content, cache: 'private' };
      });
    }),
    postDeletePage: signedIn(async (page, { params }) => {
      const post = await readDeletable(page, params.postId);
      return { page: postDeletePage(page, { post, isStale: false }), cache: 'private' };
    }),
    postDeleteForm: anybody(async (page, { params, body }) => {
      const asked = await page.ask('DELETE /api/v1/community/posts/{postId}', { params, body });
      const again = async () => postDeletePage(page, { post: await readDeletable(page, params.postId), isStale: true });
      return submit(
        asked,
        '/community?scope=mine&done=deleted',
        ({ code }) => code === 'version_conflict' && withStatus(409, again()),
      );
    }),
    postActForm: anybody(async (page, { params: { postId }, body: { act, version } }) =>
      submit(
        await askAct(page, postId, act, version),
        `/community/posts/${postId}`,
        ({ code }) => SAID.has(code) && withStatus(409, readPostPage(page, postId, {}, code)),
      ),
    ),
    postSubscribeForm: anybody(async (page, { params, body }) =>
      submit(
        await page.ask('PUT /api/v1/community/posts/{postId}/subscription', { params, body }),
        `/community/posts/${params.postId}`,
      ),
    ),
    commentForm: anybody(async (page, { params, body: { body, parentId = null } }) =>
      submit(
        await page.ask('POST /api/v1/community/posts/{postId}/comments', { params, body: { body, parentId } }),
        ({ comment: { id } }) => `/community/posts/${params.postId}?comment=${id}#comment-${id}`,
      ),
    ),
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
