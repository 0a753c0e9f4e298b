// Which audit events are about the account of the reader, or about something that it made or is accused of. Their notes are
// for the others of the staff.

import { and, eq, inArray } from 'drizzle-orm';
import { isUuid } from '../../../kernel/names.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { accountRestriction, moderationCase, report } from '../../../platform/database/schema/moderation.ts';
import { type FindConcerning, PERSON_KINDS } from '../../audit/events.ts';
import type { ContentContexts } from '../common/content-context.ts';

/** Finds the events with a note that the reader must not see. */
export const concerningBy =
  (contexts: Pick<ContentContexts, 'findOwn'>): FindConcerning =>
  async (db, reader, rows) => {
    const noted = rows.filter(({ note }) => note !== null);
    if (noted.length === 0) return new Set();
    const idsOf = (...kinds: readonly string[]): readonly string[] => [
      ...new Set(
        noted.flatMap((row) => (kinds.includes(row.subjectKind) && isUuid(row.subjectId) ? [row.subjectId] : [])),
      ),
    ];
    const { accountId } = reader;
    const texts = idsOf('post', 'comment', 'list');
    const restrictions = idsOf('restriction');
    const reports = idsOf('report');
    const found = await Promise.all([
      texts.length === 0 ? [] : contexts.findOwn(db, accountId, texts),
      listDecidedOf(db, accountId, idsOf('post', 'comment', 'list', 'attachment', 'avatar')),
      restrictions.length === 0
        ? []
        : db
            .select({ id: accountRestriction.id })
            .from(accountRestriction)
            .where(and(isAnyOf(accountRestriction.id, restrictions), eq(accountRestriction.accountId, accountId))),
      reports.length === 0
        ? []
        : db
            .select({ id: report.id })
            .from(report)
            .where(and(isAnyOf(report.id, reports), eq(report.targetAccountId, accountId))),
    ]);
    const own = new Set(found.flat().map(({ id }) => id));
    return new Set(
      noted
        .filter(({ subjectKind, subjectId }) =>
          PERSON_KINDS.has(subjectKind) ? subjectId === String(reader.uid) : own.has(subjectId),
        )
        .map(({ id }) => id),
    );
  };

/** Subjects of cases, also of those that are deleted by now. */
async function listDecidedOf(
  db: Queries,
  accountId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: moderationCase.subjectId })
    .from(moderationCase)
    .where(and(eq(moderationCase.authorAccountId, accountId), inArray(moderationCase.subjectId, [...ids])));
}
