// Rows of a post: the post itself, its tags and its revisions, written in the transaction of their change. Statements are sent
// one behind the other without waiting, where the next one needs no answer; the connection keeps their order.
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { prepareWrite } from '../../../platform/database/prepared.ts';
import { postTag } from '../../../platform/database/schema/community.ts';
import type { Verdict } from '../../moderation/common/vocabulary.ts';
import { arrayText } from '../common/parts.ts';
import type { PostContent, Visibility } from '../common/rules.ts';
import type { Subject } from '../common/subject.ts';
import { nameTags } from '../tags/tags.ts';

// Prepared, like the revision below: Drizzle takes longer to build them than PostgreSQL to run them.
const insertStatement = prepareWrite(
  () => sql`with made as (insert into post (id, author_id, title, body, excerpt, tags, own_tags, visibility, moderation_status, spoiler,
      subject_server, subject_resource, subject_id, subject_title, published_at, search_text, grams)
    values (${sql.placeholder('id')}::uuid, ${sql.placeholder('me')}::uuid, ${sql.placeholder('title')}, ${sql.placeholder('body')},
      ${sql.placeholder('excerpt')}, ${sql.placeholder('tags')}::text[], ${sql.placeholder('ownTags')}::text[],
      ${sql.placeholder('visibility')}, ${sql.placeholder('verdict')}, ${sql.placeholder('spoiler')}::boolean,
      ${sql.placeholder('server')}, ${sql.placeholder('resource')}, ${sql.placeholder('subjectId')}, ${sql.placeholder('subjectTitle')},
      case when ${sql.placeholder('published')}::boolean then now() end, ${sql.placeholder('searchText')}, ${sql.placeholder('grams')}::tsvector)
      returning id, title, body, visibility, tags)
    insert into post_revision (post_id, revision, title, body, visibility, tags)
      select id, 1, title, body, visibility, tags from made`,
);

interface PostInsert {
  readonly id: string;
  readonly accountId: string;
  readonly visibility: Visibility;
  readonly verdict: Verdict;
  /** Whether it is public and allowed from the start. */
  readonly published: boolean;
  readonly subject: Subject | null;
  readonly spoiler: boolean;
  readonly content: PostContent;
}

/** Writes a new post and its first revision. */
export async function insertPost(tx: Transaction, { content, subject, accountId, ...rest }: PostInsert): Promise<void> {
  const { tags, ownTags, mentions: _, ...texts } = content;
  await insertStatement.list(
    tx,
    {},
    {
      ...rest,
      ...texts,
      me: accountId,
      tags: arrayText(tags),
      ownTags: arrayText(ownTags),
      server: subject?.server ?? null,
      resource: subject?.resource ?? null,
      subjectId: subject?.id ?? null,
      subjectTitle: subject?.title ?? null,
    },
  );
}

/** Replaces the tags of a post. */
export async function writeTags(tx: Transaction, postId: string, tags: readonly string[]): Promise<void> {
  await tx.delete(postTag).where(eq(postTag.postId, postId));
  await addTags(tx, postId, tags);
}

/** Writes the tags of a post that has none. */
export async function addTags(tx: Transaction, postId: string, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  await nameTags(tx, tags);
  const createdAt = sql<Date>`(select created_at from post where id = ${postId}::uuid)`;
  await tx.insert(postTag).values(tags.map((tag) => ({ postId, tag, createdAt })));
}

const revisionStatement = prepareWrite(
  () => sql`insert into post_revision (post_id, revision, title, body, visibility, tags, edit_reason)
    values (${sql.placeholder('postId')}::uuid, ${sql.placeholder('revision')}::int, ${sql.placeholder('title')},
      ${sql.placeholder('body')}, ${sql.placeholder('visibility')}, ${sql.placeholder('tags')}::text[], ${sql.placeholder('editReason')})`,
);

/** Writes a revision. */
export async function writeRevision(
  tx: Transaction,
  plan: {
    readonly postId: string;
    readonly revision: number;
    readonly visibility: Visibility;
    readonly content: PostContent;
    readonly editReason: string | null;
  },
): Promise<void> {
  const { content, ...rest } = plan;
  const { title, body, tags } = content;
  await revisionStatement.list(tx, {}, { ...rest, title, body, tags: arrayText(tags) });
}
