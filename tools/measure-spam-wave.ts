// Measures how many acts a moderator needs until nothing of a made-up spam wave is public: 500 accounts write 5,000 texts of five
// kinds, and a moderator works through the pages: first rejects together what waits with the same text, then hides everything of
// each account that is left. `node bin/bun.js tools/measure-spam-wave.ts [ACCOUNTS] [TEXTS]` prints the numbers. An act is a form that
// is sent, a button that is pressed, or a click that opens the next page.
import { POSTS } from '../tests/fixtures/community.ts';
import { expectOnlyStatus, openAccountsWorld, type Person, readJson } from '../tests/fixtures/people.ts';

const [accounts = 500, texts = 5_000] = process.argv.slice(2).map(Number);
const WRITERS = 16;
/** From so many entries with the same text on, they are rejected together. */
const SERIES = 5;
const MANY_LINKS = 'https://a.example https://b.example https://c.example https://d.example https://e.example';

await using world = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' });
const moderator = await world.person({ role: 'moderator' });
const victim = await world.person();
const target = await readJson(victim.send('POST', POSTS, { body: 'What do you think of the new songs?' }));

/** Five kinds: plain advertising, a link, many links, an equal text, and comments. */
function write(who: Person, index: number): Promise<Response> {
  switch (index % 5) {
    case 0:
      return who.send('POST', POSTS, { body: `Cheap followers ${index}` });
    case 1:
      return who.send('POST', POSTS, { body: `Look at https://spam.example/${index}` });
    case 2:
      return who.send('POST', POSTS, { body: `${index} ${MANY_LINKS}` });
    case 3:
      return who.send('POST', POSTS, { title: 'Win', body: 'You have won a prize. Write to us now to get it.' });
    default:
      return who.send('POST', `${POSTS}/${target.post.id}/comments`, { body: `Earn money at home ${index}` });
  }
}

const people: Person[] = [];
for (let made = 0; made < accounts; made++) people.push(await world.person());
const answers = new Map<number, number>();
let next = 0;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    for (let index = next++; index < texts; index = next++) {
      const who = people[index % people.length];
      if (who === undefined) return;
      const { status } = await write(who, index);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  }),
);
const wroteMs = performance.now() - startedAt;

async function countLeft(): Promise<{ readonly shown: number; readonly waiting: number }> {
  const [row] = await world.sql<{ shown: number; waiting: number }[]>`select
    (select count(*)::int from post p where author_id <> ${victim.id} and deleted_at is null and hidden_at is null
      and moderation_status = 'allow')
    + (select count(*)::int from comment where deleted_at is null and hidden_at is null and moderation_status = 'allow') as shown,
    (select count(*)::int from moderation_case where status = 'review') as waiting`;
  return row ?? { shown: -1, waiting: -1 };
}

/** A text with which many entries wait. The queue shows them one after the other. */
async function findSeries(): Promise<{ readonly id: string; readonly version: number } | undefined> {
  const [row] = await world.sql<{ id: string; version: number }[]>`select (array_agg(id order by id))[1] as id,
    (array_agg(version order by id))[1] as version from moderation_case where status = 'review' and body is not null
    group by body having count(*) >= ${SERIES} limit 1`;
  return row;
}

const before = await countLeft();
const headers = { accept: 'text/html', cookie: moderator.cookie };
let [alikeActs, removalActs] = [0, 0];
const actedAt = performance.now();
for (let series = await findSeries(); series !== undefined; series = await findSeries()) {
  await expectOnlyStatus(world.world.fetch('/moderation', { headers }), 200);
  // The button of the desk.
  const path = `/api/v1/moderation/cases/${series.id}/reject-alike`;
  await expectOnlyStatus(moderator.send('POST', path, { reasonCode: 'spam', version: series.version }), 200);
  alikeActs += 2;
}
const between = await countLeft();
const rest = await world.sql<{ uid: string }[]>`select uid from profile p where account_id <> ${victim.id} and (
  exists (select 1 from post where author_id = p.account_id and deleted_at is null and hidden_at is null
    and moderation_status <> 'rejected')
  or exists (select 1 from comment where author_id = p.account_id and deleted_at is null and hidden_at is null
    and moderation_status <> 'rejected'))`;
for (const { uid } of rest) {
  // The page of a person is one click away from the queue and from every text; its form is the second act.
  await expectOnlyStatus(world.world.fetch(`/moderation/people/${uid}/content`, { headers }), 200);
  const fields = { scope: 'all', reasonCode: 'spam', message: '', restriction: 'write' };
  await expectOnlyStatus(world.form(`/moderation/people/${uid}/removals`, fields, { ...headers }), 303);
  removalActs += 2;
}
const acts = alikeActs + removalActs;
const sentMs = performance.now() - actedAt;
await world.world.until(async () => {
  const open = await world.sql`select 1 from removal where state = 'running' limit 1`;
  return open.length === 0;
}, 600_000);
const doneMs = performance.now() - actedAt;
const after = await countLeft();

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
process.stdout.write(
  `${[
    `${accounts} accounts wrote ${texts} texts in ${seconds(wroteMs)} s (${[...answers].map(([status, n]) => `${n} × ${status}`).join(', ')})`,
    `before: ${before.shown} public, ${before.waiting} waiting`,
    `after ${alikeActs} acts that rejected the same text together: ${between.shown} public, ${between.waiting} waiting`,
    `acts of the moderator: ${acts}, of which ${removalActs} hid everything of ${rest.length} accounts (${(acts / texts).toFixed(2)} a text), sent in ${seconds(sentMs)} s, done after ${seconds(doneMs)} s`,
    `after: ${after.shown} public, ${after.waiting} waiting`,
  ].join('\n')}\n`,
);
if (after.shown !== 0 || after.waiting !== 0) process.exitCode = 1;
