// What grows with a community besides its reads: writes, which are measured by the blocks of user tables and indexes that
// they touch with all their triggers and keys, and work that goes through much of the database, by its time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { exportCommunity, forgetDeletedWords, removeAuthor } from '../src/features/community/account-erasure.ts';
import { createComment } from '../src/features/community/comments/comments.ts';
import type { CommunityDependencies } from '../src/features/community/common/parts.ts';
import { moveWindows } from '../src/features/community/feeds/activity.ts';
import { forgetImpressions } from '../src/features/community/feeds/impressions.ts';
import { makeRanking } from '../src/features/community/feeds/ranking.ts';
import { forgetNotifications } from '../src/features/community/notifications/notifications.ts';
import { setRelation } from '../src/features/community/people/people.ts';
import { createPost, editPost } from '../src/features/community/posts/posts.ts';
import { likePost } from '../src/features/community/reactions/reactions.ts';
import type { Database } from '../src/platform/database/database.ts';
import { countWriteBlocks } from './blocks.ts';
import { memberOf, openParts } from './community-parts.ts';
import { type Figures, keepTimes } from './growth-tables.ts';
import { PROJECT_ROOT, runMeasured, withFolder } from './livehouse.ts';
import { publishSample } from './moving.ts';

/** Of each kind. */
const WRITES = 100;
const DAYS = 30;

interface Targets {
  readonly people: readonly { readonly id: string; readonly uid: number }[];
  readonly posts: readonly string[];
}

/** Writes that a turn makes, by name. A post is edited by its author, who wrote it in the same turn. */
const WRITE_KINDS: Readonly<
  Record<string, (parts: CommunityDependencies, targets: Targets, turn: number) => Promise<unknown>>
> = {
  'a new post': (parts, targets, turn) => createPost(parts, actorOf(targets, turn), { body: `Grown ${turn} #event` }),
  'a new post, and an edit of it': async (parts, targets, turn) => {
    const author = actorOf(targets, turn);
    const { post } = await createPost(parts, author, { body: `Grown again ${turn} #event` });
    await editPost(parts, author, post.id, { body: `Edited ${turn}`, version: post.version });
  },
  'a comment': (parts, targets, turn) =>
    createComment(parts, actorOf(targets, turn), targets.posts[turn % targets.posts.length] ?? '', {
      body: `Yes, ${turn}`,
    }),
  'a like': (parts, targets, turn) =>
    likePost(parts, actorOf(targets, turn), targets.posts[turn % targets.posts.length] ?? '', true),
  'a follow': (parts, targets, turn) => {
    const other = targets.people[(turn + 7) % targets.people.length];
    return setRelation(parts, actorOf(targets, turn), other?.uid ?? 0, 'follow', true);
  },
  'a ranking': ({ database, weights }) => makeRanking(database, weights),
};

function actorOf({ people }: Targets, turn: number) {
  const person = people[turn % people.length];
  if (person === undefined) throw new Error('too few people were seeded');
  return memberOf(person);
}

/** Blocks that one write of each kind touches. */
export async function measureWrites(sql: SQL, databaseUrl: string): Promise<Figures> {
  const targets = await readTargets(sql);
  const blocks = new Map<string, number>();
  for (const [name, write] of Object.entries(WRITE_KINDS)) {
    let parts: CommunityDependencies | undefined;
    const touched = await countWriteBlocks(sql, databaseUrl, WRITES, (database, turn) => {
      parts ??= openParts(database);
      return write(parts, targets, turn);
    });
    blocks.set(name, touched);
  }
  return blocks;
}

async function readTargets(sql: SQL): Promise<Targets> {
  const people: { id: string; uid: number }[] = await sql`
    select account_id as id, uid::int as uid from profile where handle like 'seed-%' order by account_id limit ${WRITES}`;
  const posts: { id: string }[] = await sql`
    select id from post where visibility = 'public' and moderation_status = 'allow' order by id limit ${WRITES}`;
  return { people, posts: posts.map(({ id }) => id) };
}

/** Milliseconds of what sweeps, exports and removals take. */
export async function measureUpkeep(sql: SQL, database: Database, databaseUrl: string): Promise<Figures> {
  const { milliseconds, time } = keepTimes();
  await time('windows of activity, first time', () => moveWindows(database));
  await time('windows of activity', () => moveWindows(database));
  await time('the nightly sweep', async () => {
    await forgetDeletedWords(database);
    await forgetNotifications(database.db, DAYS);
    await forgetImpressions(database.db, DAYS);
  });
  const [person]: { id: string; posts: number }[] = await sql`
    select account_id as id, posts from author_stat order by abs(posts - 5), account_id limit 1`;
  if (person === undefined) throw new Error('nobody was seeded');
  await time('the export of a person', async () => {
    for await (const file of exportCommunity(database, person.id)) if (file.name === '') throw new Error('no name');
  });
  await time('the removal of a person', () => removeAuthor(database, person.id));
  await withFolder(async (folder) => {
    const source = { LIVEHOUSE_DATA: join(folder, 'data'), DATABASE_URL: databaseUrl, OBJECTS_URL: '' };
    await publishSample(source);
    const exported = join(folder, 'exported');
    const command = [process.execPath, '--no-env-file', join(PROJECT_ROOT, 'src', 'main.ts'), 'export', exported];
    const done = await runMeasured(command, source);
    if (!existsSync(join(exported, 'manifest.json'))) throw new Error('nothing was exported');
    milliseconds.set('`livehouse export`', done.milliseconds);
    milliseconds.set('… its memory, MiB', done.peakMebibytes);
  });
  return milliseconds;
}
