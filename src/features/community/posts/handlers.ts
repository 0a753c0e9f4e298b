import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { cutPage } from '../../../kernel/page.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { type PostRow, presentWholePost } from '../common/rows.ts';
import { type postsContract, REVISION_LIMIT } from './contract.ts';
import {
  archivePost,
  createPost,
  deletePost,
  editPost,
  listPostRevisions,
  pinPost,
  readWrittenPost,
  type WrittenPost,
} from './posts.ts';

export function postsHandlers(dependencies: CommunityDependencies): Handlers<typeof postsContract> {
  const { database, faces } = dependencies;
  const { db } = database;
  const presentWritten = ({ post, moderationQueued, moderationReasons }: WrittenPost) => ({
    post: presentWholePost(post, faces),
    moderationQueued,
    moderationReasons,
  });
  const presentOne = (post: PostRow) => ({ post: presentWholePost(post, faces) });

  return {
    postCreate: {
      create: async ({ body, actor }) => ({
        status: 201,
        body: presentWritten(await createPost(dependencies, actor, body)),
      }),
      readCreated: async ({ actor, id }) => presentWritten(await readWrittenPost(dependencies, actor, id)),
    },
    postEdit: async ({ params, body, actor }) =>
      json(presentWritten(await editPost(dependencies, actor, params.postId, body))),
    postDelete: async ({ params, body, actor }) => {
      await deletePost(dependencies, actor, params.postId, body.version);
      return { status: 204 };
    },
    postPin: async ({ params, body, actor }) => {
      const { active, version, place = 'profile' } = body;
      return json(presentOne(await pinPost(dependencies, actor, params.postId, { active, version, place })));
    },
    postArchive: async ({ params, body, actor }) =>
      json(presentOne(await archivePost(dependencies, actor, params.postId, body.version, true))),
    postRestore: async ({ params, body, actor }) =>
      json(presentOne(await archivePost(dependencies, actor, params.postId, body.version, false))),
    postRevisionList: async ({ params, query, actor }) => {
      const limit = query.limit ?? REVISION_LIMIT;
      const below = query.cursor === undefined ? VERSION_MAX : Number(query.cursor);
      const found = await listPostRevisions(db, actor, params.postId, below, pageRows(limit));
      const { rows, next = null } = cutPage(found, limit, ({ revision }) => String(revision));
      return json({ revisions: rows, nextCursor: next });
    },
  };
}
