// Who may subscribe to what and whose streams follow which thread: every kind of reader with every kind of post.
import { expect, test } from 'bun:test';
import { NOTIFICATIONS, POSTS, USERS, writePost } from '../fixtures/community.ts';
import { openEvents } from '../fixtures/event-stream.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const people = {
  member: await world.person(),
  blocked: await world.person(),
  author: await world.person(),
  moderator: await world.person({ role: 'moderator' }),
  administrator: await world.person({ role: 'administrator' }),
};
const { author, blocked } = people;
await expectStatus(author.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
const posts = {
  public: (await writePost(author)).id,
  protected: (await writePost(author, { visibility: 'protected' })).id,
  private: (await writePost(author, { visibility: 'private' })).id,
  hidden: (await writePost(author)).id,
};
await world.sql`update post set hidden_at = now() where id = ${posts.hidden}`;

type Reader = 'stranger' | keyof typeof people;
const READERS: readonly Reader[] = ['stranger', 'member', 'blocked', 'author', 'moderator', 'administrator'];
const fetchOf = (reader: Reader): Pick<Person, 'fetch'> => (reader === 'stranger' ? world.world : people[reader]);
const send = (reader: Reader, path: string, body: object): Promise<Response> =>
  fetchOf(reader).fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: world.world.address },
    body: JSON.stringify(body),
  });
/** What each kind of reader gets, in the order of the posts. */
async function outcomes(ask: (reader: Reader, postId: string) => Promise<number>) {
  const found: Record<string, string> = {};
  for (const reader of READERS) {
    const statuses: number[] = [];
    for (const postId of Object.values(posts)) statuses.push(await ask(reader, postId));
    found[reader] = statuses.join(' ');
  }
  return found;
}

/** In the order public, protected, private, hidden. */
const READ = {
  member: '200 200 404 404',
  blocked: '404 404 404 404',
  author: '200 200 200 200',
  moderator: '200 200 404 200',
  administrator: '200 200 404 200',
};

test('the comments of a post are subscribed to by those who read it', async () => {
  const subscribe = async (reader: Reader, postId: string): Promise<number> =>
    (await send(reader, `${POSTS}/${postId}/subscription`, { active: true })).status;
  expect(await outcomes(subscribe)).toEqual({ stranger: '401 401 401 401', ...READ });
});

test('a thread is followed on one’s own stream by those who read it', async () => {
  const follow = async (reader: Reader, postId: string): Promise<number> => {
    const stream = await openEvents(fetchOf(reader), `${NOTIFICATIONS}/stream?thread=${postId}`);
    await stream.close();
    return stream.answer.status;
  };
  expect(await outcomes(follow)).toEqual({ stranger: '401 401 401 401', ...READ });
});

test('the stream for strangers has public posts alone, whoever asks', async () => {
  const follow = async (reader: Reader, postId: string): Promise<number> => {
    const stream = await openEvents(fetchOf(reader), `${POSTS}/${postId}/comments/news`);
    await stream.close();
    return stream.answer.status;
  };
  const found = await outcomes(follow);
  expect(found).toEqual(Object.fromEntries(READERS.map((reader) => [reader, '200 404 404 404'])));
});

test('the posts of a person are subscribed to by everybody signed in whom the person did not block, but themselves', async () => {
  const found: Record<string, number> = {};
  for (const reader of READERS)
    found[reader] = (await send(reader, `${USERS}/${author.uid}/posts-subscription`, { active: true })).status;
  expect(found).toEqual({
    ...{ stranger: 401, member: 200, blocked: 409, author: 422, moderator: 200, administrator: 200 },
  });
});
