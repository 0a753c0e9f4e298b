// Recommendations against a model in SQL: the pool as one statement with every rule written out, without memory. Both must
// give the same pages, for strangers and for people with blocks, mutes, follows, tags and feedback, while things change.
import { expect, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { Impressions } from '../../src/features/community/feeds/impressions.ts';
import { makeRanking } from '../../src/features/community/feeds/ranking.ts';
import { Recommendations } from '../../src/features/community/feeds/recommended.ts';
import { spreadAuthors } from '../../src/features/community/feeds/spread.ts';
import { RECOMMENDATION_WEIGHTS as WEIGHTS } from '../../src/platform/config/recommendation.ts';
import { DatabaseStamps } from '../../src/platform/database/stamps.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

const POSTS = 3_000;

const test_ = await keepOpen(createTestDatabase());
const sql = await keepOpen(
  new SQL(test_.url, { max: 1, database: test_.name, connection: { statement_timeout: '0' } }),
);
const seed = readFileSync(join(import.meta.dir, '../../bench/community-seed.sql'), 'utf8');
const sizes = `set bench.posts = '${POSTS}'; set bench.comments = '6000'; set bench.likes = '10000';`;
await sql.unsafe(`${sizes}\n${seed}`).simple();
const rows: { id: string }[] =
  await sql`select follower_id as id from follow group by 1 order by count(*) desc, 1 limit 6`;
const people = rows.map(({ id }) => id);
const ids = `{${people.join(',')}}`;
await sql`insert into block (blocker_id, blocked_id) select p, a.account_id from unnest(${ids}::uuid[]) p
    cross join lateral (select account_id from author_stat where account_id <> p order by hashtext(account_id::text || p) limit 9) a`;
await sql`insert into block (blocker_id, blocked_id) select a.account_id, p from unnest(${ids}::uuid[]) p
    cross join lateral (select account_id from author_stat where account_id <> p order by hashtext(p || account_id::text) limit 9) a
    on conflict do nothing`;
await sql`insert into mute (muter_id, muted_id) select p, a.account_id from unnest(${ids}::uuid[]) p
    cross join lateral (select account_id from author_stat where account_id <> p order by posts desc offset 3 limit 4) a`;
await sql`insert into tag (name, id) select name, gen_random_uuid() from unnest('{quiet,loud}'::text[]) name`;
await sql`update post set tags = array['quiet'] where tags = '{}' and hashtext(id::text) % 5 = 0`;
await sql`update post set tags = array['loud'] where tags = '{}' and hashtext(id::text) % 7 = 0`;
await sql`insert into post_tag (post_id, tag, created_at) select id, tags[1], created_at from post
    where tags <> '{}' on conflict do nothing`;
await sql`insert into tag_preference (account_id, tag, kind) select p, 'event', 'follow' from unnest(${ids}::uuid[]) p
    union all select p, 'quiet', 'mute' from unnest(${ids}::uuid[]) p`;
await sql`insert into post_feedback (account_id, post_id, kind) select p, x.id, 'hide' from unnest(${ids}::uuid[]) p
    cross join lateral (select id from post order by like_count desc, hashtext(id::text || p) limit 30) x`;
await sql`update post set hidden_at = now() where hashtext(id::text) % 31 = 0`;
await sql`update post set archived_at = now() where hashtext(id::text) % 37 = 0`;
await sql`update post set moderation_status = 'review' where hashtext(id::text) % 41 = 0`;
await sql`update profile set status = 'deleted' where uid % 50 = 0 and not account_id = any(${ids}::uuid[])`;
await sql`analyze`;
const database = await keepOpen(openReadyDatabase(test_.url));
await makeRanking(database, WEIGHTS);

/** All pages up to a number, in one list, as the service reads them; and where the first one began. */
async function readPages(recommendations: Recommendations, me: string | undefined, seed: number, count: number) {
  const viewer = me === undefined ? undefined : ({ accountId: me, role: 'member' } as const);
  const ids: string[] = [];
  let after: Parameters<Recommendations['read']>[2]['after'];
  for (let page = 0; page < count; page += 1) {
    const { rows, next } = await recommendations.read({}, viewer, { seed, limit: 20, after });
    ids.push(...rows.map(({ id }) => id));
    after = next;
    if (next === undefined) break;
  }
  if (after === undefined) throw new Error('there are too few posts');
  return { ids, rankingId: after.rankingId, asOf: new Date(after.asOf).toISOString() };
}

interface Place {
  readonly me: string | undefined;
  readonly seed: number;
  readonly rankingId: number;
  readonly asOf: string;
}

/** The same by the model: one statement for the pool, one for what follows. */
async function readModel({ me = '00000000-0000-0000-0000-000000000000', seed, rankingId, asOf }: Place, count: number) {
  const isMe = me === '00000000-0000-0000-0000-000000000000' ? 'false' : 'true';
  const active = 'p.deleted_at is null and p.hidden_at is null and p.archived_at is null';
  const before = `p.created_at <= '${asOf}' and ${active}`;
  const newest = 'order by p.created_at desc, p.id desc';
  const pool = `
    select post_id as id from ranking_entry where ranking_id = ${rankingId} and position <= 192
    union (select p.id from post p where ${before} ${newest} limit 128)
    union (select post_id from ranking_entry where ranking_id = ${rankingId} and position > 192
      order by ((${seed} # (('x' || right(post_id::text, 8))::bit(32)::bigint & 2147483647)) * 1103515245) & 2147483647, post_id limit 64)
    union (select p.id from post p where p.author_id = '${me}' and ${before} ${newest} limit 64)
    union (select n.id from follow f cross join lateral (select p.id, p.created_at from post p
      where p.author_id = f.followed_id and ${before} ${newest} limit 8) n
      where f.follower_id = '${me}' order by n.created_at desc, n.id desc limit 96)
    union (select n.id from tag_preference k cross join lateral (select p.id, p.created_at from post_tag t join post p on p.id = t.post_id
      where t.tag = k.tag and ${before} ${newest} limit 8) n
      where k.account_id = '${me}' and k.kind = 'follow' order by n.created_at desc, n.id desc limit 96)`;
  const tags = (kind: string): string =>
    `array(select tag from tag_preference where account_id = '${me}' and kind = '${kind}')`;
  const shown = `${active} and a.status <> 'deleted' and (p.author_id = '${me}' or (p.moderation_status = 'allow'
      and (p.visibility = 'public' or (${isMe} and p.visibility = 'protected'))
      and not exists (select 1 from block b where (b.blocker_id, b.blocked_id) in (('${me}', p.author_id), (p.author_id, '${me}')))))
    and p.created_at <= '${asOf}' and not exists (select 1 from mute where muter_id = '${me}' and muted_id = p.author_id)
    and (p.author_id = '${me}' or not p.tags && ${tags('mute')})
    and not exists (select 1 from post_feedback k where k.post_id = p.id and k.account_id = '${me}')`;
  const jitter = `((${seed}::bigint * 1103515245 + ascii(substr(p.id::text, 33, 1)) * 104729 + ascii(substr(p.id::text, 34, 1)) * 13007
    + ascii(substr(p.id::text, 35, 1)) * 1543 + ascii(substr(p.id::text, 36, 1)) * 193) & 2147483647) % 13`;
  const score = `coalesce(e.score, 0) + ${jitter} + case when p.created_at > '${asOf}'::timestamptz - interval '1 hour' then ${WEIGHTS.hour}
      when p.created_at > '${asOf}'::timestamptz - interval '24 hours' then ${WEIGHTS.day}
      when p.created_at > '${asOf}'::timestamptz - interval '168 hours' then ${WEIGHTS.week} else 0 end
    + case when exists (select 1 from follow where follower_id = '${me}' and followed_id = p.author_id) then ${WEIGHTS.author} else 0 end
    + case when p.tags && ${tags('follow')} then ${WEIGHTS.tag} else 0 end
    - case when exists (select 1 from feed_impression k where k.account_id = '${me}' and k.post_id = p.id and k.seen_at < '${asOf}')
      then ${WEIGHTS.seen} else 0 end`;
  const ranked: { id: string; author: string }[] = await sql.unsafe(`
    select p.id, p.author_id as author from (${pool}) pool join post p on p.id = pool.id join profile a on a.account_id = p.author_id
      left join ranking_entry e on e.ranking_id = ${rankingId} and e.post_id = p.id
    where ${shown} order by ${score} desc, p.created_at desc, p.id desc`);
  const rest: { id: string }[] = await sql.unsafe(`select p.id from post p join profile a on a.account_id = p.author_id
    where ${shown} and p.id not in (${pool}) ${newest} limit ${count}`);
  return [
    ...[...spreadAuthors(ranked, ({ author }) => author, 6)].map(({ id }) => id),
    ...rest.map(({ id }) => id),
  ].slice(0, count);
}

const open = (): Recommendations =>
  new Recommendations({ database, stamps: new DatabaseStamps(database), weights: WEIGHTS, log: openLog('silent') });

/** Compares some pages, into what follows the pool. */
async function compare(recommendations: Recommendations, me: string | undefined, seed: number): Promise<void> {
  const pages = await readPages(recommendations, me, seed, 34);
  // What was shown is written now; the model reads it from the database.
  await recommendations.impressions.close();
  expect(pages.ids).toEqual(await readModel({ me, seed, ...pages }, pages.ids.length));
}

test('a pool in memory and one by SQL give the same pages', async () => {
  const recommendations = open();
  for (const [at, me] of [undefined, ...people].entries()) {
    for (const seed of [0, 7 + at, 2_147_483_647 - at]) await compare(recommendations, me, seed);
  }
}, 120_000);

test('a post that was seen before counts as seen on the next page, too, however long a page takes', async () => {
  const [me = ''] = people;
  const [post]: { id: string }[] = await sql`insert into feed_impression (account_id, post_id, seen_at)
    select ${me}, id, now() - interval '1 day' from post order by created_at limit 1
    on conflict (account_id, post_id) do update set seen_at = excluded.seen_at returning post_id as id`;
  const ids = [post?.id ?? ''];
  const impressions = new Impressions(database, openLog('silent'));
  const seen = new Map(await impressions.read(me, ids));
  using clock = spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  // Another page of the same person, meanwhile.
  await impressions.read(me, []);
  impressions.note(me, ids, seen);
  expect(await impressions.read(me, ids)).toEqual(seen);
  expect(clock).toHaveBeenCalled();
  await impressions.close();
});

test('what changes between two pages counts at once for whom it concerns; nothing hidden is shown', async () => {
  const recommendations = open();
  const [me = '', other = ''] = people;
  const viewer = { accountId: me, role: 'member' } as const;
  const read = async (limit: number) => {
    const { rows } = await recommendations.read({}, viewer, { seed: 3, limit, after: undefined });
    return rows;
  };
  const before = await read(50);
  const [hidden, ofBlocked, ofMuted, refused] = before.filter(({ authorId }) => authorId !== me && authorId !== other);
  await sql`update post set hidden_at = now() where id = ${hidden?.id ?? ''}`;
  await sql`insert into block (blocker_id, blocked_id) values (${ofBlocked?.authorId ?? ''}, ${me})`;
  await sql`insert into mute (muter_id, muted_id) values (${me}, ${ofMuted?.authorId ?? ''}) on conflict do nothing`;
  await sql`insert into post_feedback (account_id, post_id, kind) values (${me}, ${refused?.id ?? ''}, 'hide') on conflict do nothing`;
  const after = await read(50);
  expect(after.length).toBe(50);
  const authors = after.map(({ authorId }) => authorId);
  expect(after.map(({ id }) => id)).not.toContain(hidden?.id ?? '');
  expect(after.map(({ id }) => id)).not.toContain(refused?.id ?? '');
  expect(authors).not.toContain(ofBlocked?.authorId ?? '');
  expect(authors).not.toContain(ofMuted?.authorId ?? '');
  const [fresh]: { id: string }[] =
    await sql`insert into post (id, author_id, title, body, excerpt, visibility, moderation_status, search_text, grams)
    values (gen_random_uuid(), ${other}, 'new', 'new', 'new', 'public', 'allow', 'new', '') returning id`;
  await sql`insert into follow (follower_id, followed_id) values (${me}, ${other}) on conflict do nothing`;
  await sql`delete from block where ${me}::uuid in (blocker_id, blocked_id) and ${other}::uuid in (blocker_id, blocked_id)`;
  await sql`delete from mute where muter_id = ${me} and muted_id = ${other}`;
  // Part of the pool, wherever its points put it.
  const pooled: string[] = [];
  let place: Parameters<Recommendations['read']>[2]['after'];
  do {
    const page = await recommendations.read({}, viewer, { seed: 3, limit: 50, after: place });
    pooled.push(...page.rows.filter((row) => row.place !== null).map(({ id }) => id));
    place = page.next;
  } while (place !== undefined && place.position !== null);
  expect(pooled).toContain(fresh?.id ?? '');
  // What was shown so far is written before the model and the new recommendations read it.
  await recommendations.impressions.close();
  // These know nothing from before the changes, which others may learn of a second later.
  await compare(open(), me, 5);
}, 120_000);
