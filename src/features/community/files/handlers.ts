import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { listOwned, readVariants } from '../../uploads/common/attachments.ts';
import { presentAttachment } from '../../uploads/common/present.ts';
import { type CommunityDependencies, pageRows } from '../common/parts.ts';
import { readHolders } from '../posts/attachments.ts';
import { FILES_LIMIT, type filesContract } from './contract.ts';

export function filesHandlers({ database }: CommunityDependencies): Handlers<typeof filesContract> {
  const { db } = database;
  return {
    ownAttachmentList: async ({ query, actor }) => {
      const { status, limit = FILES_LIMIT } = query;
      const list = nameList('own attachments', status);
      const before = timeCursors.read(list, query.cursor);
      const found = await listOwned(db, actor.accountId, { status, before, limit: pageRows(limit) });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      const ids = rows.map(({ id }) => id);
      const [variants, holders] = await Promise.all([readVariants(db, ids), readHolders(db, ids)]);
      const attachments = rows.map((row) => {
        const own = variants.filter(({ attachmentId }) => attachmentId === row.id);
        const holder = holders.get(row.id);
        return { ...presentAttachment(row, own), postId: holder?.postId ?? null, postTitle: holder?.title ?? null };
      });
      return json({ attachments, nextCursor });
    },
  };
}
