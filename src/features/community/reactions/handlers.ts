import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { readAttachment, readVariants } from '../../uploads/common/attachments.ts';
import { presentAttachment as presentDescriptor } from '../../uploads/common/present.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { linkAttachments, listAttachmentIds, unlinkAttachment } from '../posts/attachments.ts';
import type { reactionsContract } from './contract.ts';
import { bookmarkPost, clearFeedback, giveFeedback, likePost } from './reactions.ts';

export function reactionsHandlers(dependencies: CommunityDependencies): Handlers<typeof reactionsContract> {
  const { database } = dependencies;
  const { db } = database;
  return {
    postLike: async ({ params, body, actor }) => json(await likePost(dependencies, actor, params.postId, body.active)),
    postBookmark: async ({ params, body, actor }) =>
      json(await bookmarkPost(dependencies, actor, params.postId, body.active)),
    postFeedback: async ({ params, body, actor }) => {
      const { feedback, reasonCode = null } = body;
      return json({ feedback: await giveFeedback(dependencies, actor, params.postId, feedback, reasonCode) });
    },
    feedbackClear: async ({ actor }) => json({ cleared: await clearFeedback(db, actor.accountId) }),
    postAttachmentLink: async ({ params, body, actor }) => {
      await linkAttachments(database, actor, params.postId, body.attachmentIds);
      const ids = await listAttachmentIds(db, params.postId);
      const variants = await readVariants(db, ids);
      const rows = await Promise.all(ids.map((id) => readAttachment(db, id)));
      const attachments = rows.flatMap((row) =>
        row === undefined
          ? []
          : [
              presentDescriptor(
                row,
                variants.filter((variant) => variant.attachmentId === row.id),
              ),
            ],
      );
      return json({ attachments });
    },
    postAttachmentUnlink: async ({ params, actor }) => {
      const { postId, attachmentId } = params;
      await unlinkAttachment(database, actor, postId, attachmentId);
      return json({ attachmentId, detached: true, postId });
    },
  };
}
