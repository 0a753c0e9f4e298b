// Lists as moderators see them beside a case or a report. Read-only.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { readRow } from '../../../platform/database/rows.ts';
import type { ContextText } from '../../moderation/common/content-context.ts';
import { inMilliseconds } from '../common/rows.ts';
import { requireList } from './lists.ts';
import { readText } from './state.ts';

/** A public list, hidden ones too; undefined for private ones. */
export async function readPublicList(db: Queries, reader: Actor, id: string): Promise<ContextText | undefined> {
  const found = await requireList(db, reader, id).catch((error: unknown) => {
    if (isRefusal(error, 'list_not_found')) return undefined;
    throw error;
  });
  if (found === undefined || found.visibility !== 'public') return undefined;
  const made = await readRow(db, z.object({ createdAt: z.number() }))`
    select ${sql.raw(inMilliseconds('created_at'))}::float8 as "createdAt" from entity_list where id = ${id}::uuid`;
  return {
    kind: 'list',
    id,
    authorUid: found.ownerUid,
    authorHandle: found.ownerHandle,
    authorName: found.ownerName,
    title: found.title,
    text: await readText(db, found),
    verdict: found.moderationStatus,
    version: found.version,
    revision: found.revision,
    hidden: found.hidden,
    createdAt: made?.createdAt ?? found.updatedAt,
  };
}
