// Handlers of posts: from the request to the module that does it, and the view back.
import { answerJson, answerNothing } from '../../../http/answer/json.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { cutPage } from '../../../kernel/page.ts';
import { type CommunityParts, pageRows } from '../common/parts.ts';
import { type PostRow, presentWholePost } from '../common/rows.ts';
import { type postsContract, REVISION_LIMIT } from './contract.ts';
import {
  archivePost,
  createPost,
  deletePost,
  editPost,
  listPostRevisions,
  pinPost,
  type WrittenPost,
} from './posts.ts';

export function postsHandlers(parts: CommunityParts): Handlers<typeof postsContract> {
  const { database, faces } = parts;
  const { db } = database;
  const presentWritten = ({ post, moderationQueued, moderationReasons }: WrittenPost) => ({
    post: presentWholePost(post, faces),
    moderationQueued,
    moderationReasons,
  });
  const presentOne = (post: PostRow) => ({ post: presentWholePost(post, faces) });

  return {
    postCreate: async ({ context, body, actor }) =>
      answerJson(context, presentWritten(await createPost(parts, actor, body)), { status: 201 }),
    postEdit: async ({ context, params, body, actor }) =>
      answerJson(context, presentWritten(await editPost(parts, actor, params.postId, body))),
    postDelete: async ({ context, params, body, actor }) => {
      await deletePost(parts, actor, params.postId, body.version);
      return answerNothing(context);
    },
    postPin: async ({ context, params, body, actor }) => {
      const { active, version, place = 'profile' } = body;
      return answerJson(context, presentOne(await pinPost(parts, actor, params.postId, { active, version, place })));
    },
    postArchive: async ({ context, params, body, actor }) =>
      answerJson(context, presentOne(await archivePost(parts, actor, params.postId, body.version, true))),
    postRestore: async ({ context, params, body, actor }) =>
      answerJson(context, presentOne(await archivePost(parts, actor, params.postId, body.version, false))),
    postRevisionList: async ({ context, params, query, actor }) => {
      const limit = query.limit ?? REVISION_LIMIT;
      const below = query.cursor === undefined ? VERSION_MAX : Number(query.cursor);
      const found = await listPostRevisions(db, actor, params.postId, below, pageRows(limit));
      const { rows, next = null } = cutPage(found, limit, ({ revision }) => String(revision));
      return answerJson(context, { revisions: rows, nextCursor: next });
    },
  };
}
