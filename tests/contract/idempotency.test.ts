// Repeats of requests that create something: with the same `Idempotency-Key` they create nothing, whether they come one after
// another, together, or by way of another process.
import { describe, expect, test } from 'bun:test';
import { COMMENTS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  readJson,
} from '../fixtures/people.ts';
import { openWorld, type World } from '../world.ts';

const AUTH_SECRET = 'a secret of forty characters for tests..';
const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', AUTH_SECRET }));
const { sql } = home;
const second = await keepOpen(openWorld({ DATABASE_URL: home.databaseUrl, LIMITS: 'off', AUTH_SECRET }));
await second.untilThere('/readyz', 120_000);
const administrator = await home.person({ role: 'administrator' });

let serial = 0;
const nextKey = (): string => `key-of-a-test-${String(++serial).padStart(4, '0')}`;

interface Sent {
  readonly path: string;
  readonly body: object;
  readonly key: string;
}
const postBy =
  (world: Pick<World, 'fetch' | 'address'>) =>
  (person: Person, { path, body, key }: Sent): Promise<Response> =>
    world.fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: world.address,
        cookie: person.cookie,
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
const post = postBy(home.world);
const countOf = async (person: Person): Promise<number> => {
  const [row]: { n: number }[] = await sql`select count(*)::int as n from post where author_id = ${person.id}`;
  return row?.n ?? -1;
};
const rowsOf = async (person: Person): Promise<number> => {
  const [row]: { n: number }[] =
    await sql`select count(*)::int as n from idempotency_key where account_id = ${person.id}`;
  return row?.n ?? -1;
};

describe('what can be repeated', () => {
  test('a post: status, address and the post as it reads now', async () => {
    const person = await home.person();
    const sent = { path: POSTS, body: { body: 'once', tags: ['a', 'b'] }, key: nextKey() };
    const first = await expectOnlyStatus(post(person, sent), 201);
    const { post: made } = await readJson<{ post: { id: string; version: number } }>(first);
    expect(first.headers.get('location')).toBe(`${POSTS}/${made.id}`);
    await expectStatus(person.send('PATCH', `${POSTS}/${made.id}`, { body: 'edited', version: made.version }), 200);
    // The order of fields is no difference.
    const again = await expectOnlyStatus(post(person, { ...sent, body: { tags: ['a', 'b'], body: 'once' } }), 201);
    expect(again.headers.get('location')).toBe(`${POSTS}/${made.id}`);
    expect(await readJson<object>(again)).toMatchObject({
      post: { id: made.id, body: 'edited', version: made.version + 1 },
      moderationQueued: false,
      moderationReasons: [],
    });
    expect(await countOf(person)).toBe(1);

    await expectOnlyStatus(person.send('DELETE', `${POSTS}/${made.id}`, { version: made.version + 1 }), 204);
    await expectRefused(post(person, sent), '404 post_not_found');
    expect(await countOf(person)).toBe(1);
  });

  test('a comment, whose post belongs to the request', async () => {
    const person = await home.person();
    const [one, other] = [await writePost(person), await writePost(person)];
    const sent = { path: `${POSTS}/${one.id}/comments`, body: { body: 'hello' }, key: nextKey() };
    const { comment } = await readJson<{ comment: { id: string; version: number } }>(post(person, sent));
    const again = await expectOnlyStatus(post(person, sent), 201);
    expect(await readJson<object>(again)).toMatchObject({ comment: { id: comment.id, body: 'hello' } });
    expect(again.headers.get('location')).toBeNull();
    await expectRefused(post(person, { ...sent, path: `${POSTS}/${other.id}/comments` }), '409 idempotency_conflict');
    await expectStatus(person.send('DELETE', `${COMMENTS}/${comment.id}`, { version: comment.version }), 200);
    await expectRefused(post(person, sent), '404 comment_not_found');
  });

  test('a report, also after it was closed', async () => {
    const [author, person] = await home.people(2);
    const { id: targetId } = await writePost(author);
    const { id: postId } = await writePost(author);
    const comment = await writeComment(author, postId);
    const body = { targetKind: 'post', targetId, reasonCode: 'spam' };
    const sent = { path: '/api/v1/community/reports', body, key: nextKey() };
    const first = await expectOnlyStatus(post(person, sent), 201);
    const made = await readJson<{ report: { id: string } }>(first);
    expect(await readJson<object>(expectOnlyStatus(post(person, sent), 201))).toEqual(made);
    await sql`update report set status = 'dismissed', version = 2 where id = ${made.report.id}`;
    expect(await readJson<object>(expectOnlyStatus(post(person, sent), 201))).toMatchObject({
      report: { id: made.report.id, status: 'dismissed', version: 2 },
    });
    // Without the key, or with another one, it is a new report.
    const later = await readJson<{ report: { id: string } }>(post(person, { ...sent, key: nextKey() }));
    expect(later.report.id).not.toBe(made.report.id);
    await expectRefused(
      post(person, { ...sent, body: { ...body, targetKind: 'comment', targetId: comment.id } }),
      '409 idempotency_conflict',
    );
    await sql`delete from report where id = ${made.report.id}`;
    await expectRefused(post(person, sent), '404 report_not_found');
  });

  test('an appeal', async () => {
    const person = await home.person();
    const restricted = await administrator.send('POST', `/api/v1/moderation/users/${person.uid}/restrictions`, {
      kind: 'write',
      reasonCode: 'spam',
    });
    const { restriction } = await readJson<{ restriction: { id: string } }>(restricted);
    const sent = {
      path: '/api/v1/account/appeals',
      body: { restrictionId: restriction.id, message: 'Why?' },
      key: nextKey(),
    };
    const made = await readJson<{ appeal: { id: string } }>(expectOnlyStatus(post(person, sent), 201));
    expect(await readJson<object>(expectOnlyStatus(post(person, sent), 201))).toEqual(made);
    await expectRefused(post(person, { ...sent, key: nextKey() }), '409 appeal_exists');
    await sql`delete from appeal where id = ${made.appeal.id}`;
    await expectRefused(post(person, sent), '404 appeal_not_found');
  });

  test('a token and a webhook, whose secrets are in the first answer alone', async () => {
    const sent = { path: '/api/v1/account/tokens', body: { name: 'bot', scopes: ['read'] }, key: nextKey() };
    const made = await readJson<{ token: { id: string }; secret: string }>(
      expectOnlyStatus(post(administrator, sent), 201),
    );
    expect(made.secret).toMatch(/^lh_/);
    const again = await readJson<object>(expectOnlyStatus(post(administrator, sent), 201));
    expect(again).toEqual({ token: made.token });
    await expectOnlyStatus(administrator.fetch(`${sent.path}/${made.token.id}`, { method: 'DELETE' }), 204);
    await expectRefused(post(administrator, sent), '404 api_token_not_found');

    const hook = {
      path: '/api/v1/admin/webhooks',
      body: { url: 'https://hooks.example.org/', events: ['post.created'] },
      key: nextKey(),
    };
    const first = await expectOnlyStatus(post(administrator, hook), 201);
    const { webhook, secret } = await readJson<{ webhook: { id: string }; secret: string }>(first);
    expect(secret).toMatch(/^whsec_/);
    expect(first.headers.get('location')).toBe(`${hook.path}/${webhook.id}`);
    expect(await readJson<object>(expectOnlyStatus(post(administrator, hook), 201))).toEqual({ webhook });
    await expectOnlyStatus(administrator.fetch(`${hook.path}/${webhook.id}`, { method: 'DELETE' }), 204);
    await expectRefused(post(administrator, hook), '404 webhook_not_found');
    const stored: object[] = await sql`select * from idempotency_key`;
    const text = JSON.stringify(stored);
    expect([made.secret, secret, sent.key].filter((word) => text.includes(word))).toEqual([]);
  });

  test('an invite', async () => {
    const sent = { path: '/api/v1/admin/invites', body: { maxUses: 3 }, key: nextKey() };
    const made = await readJson<{ invite: { id: string } }>(expectOnlyStatus(post(administrator, sent), 201));
    await sql`update instance_invite set uses = 2 where id = ${made.invite.id}`;
    expect(await readJson<object>(expectOnlyStatus(post(administrator, sent), 201))).toMatchObject({
      invite: { id: made.invite.id, uses: 2 },
    });
    await expectOnlyStatus(administrator.fetch(`${sent.path}/${made.invite.id}`, { method: 'DELETE' }), 204);
    await expectRefused(post(administrator, sent), '404 invite_not_found');
  });
});

describe('keys', () => {
  test('are checked behind the caller, and belong to an account and a route', async () => {
    const [person, other] = await home.people(2);
    const sent = { path: POSTS, body: { body: 'mine' }, key: nextKey() };
    for (const key of ['short', 'x'.repeat(129), '-begins-with-a-sign', 'has a space in its middle']) {
      await expectRefused(post(person, { ...sent, key }), '400 invalid_idempotency_key');
    }
    const stranger = { headers: { 'idempotency-key': 'short', origin: home.origin }, method: 'POST' };
    await expectRefused(home.world.fetch(POSTS, stranger), '401 authentication_required');
    const mine = await readJson<{ post: { id: string } }>(post(person, sent));
    const theirs = await readJson<{ post: { id: string } }>(expectOnlyStatus(post(other, sent), 201));
    expect(theirs.post.id).not.toBe(mine.post.id);
    await expectOnlyStatus(
      post(person, { path: `${POSTS}/${mine.post.id}/comments`, body: { body: 'a' }, key: sent.key }),
      201,
    );
    await expectRefused(post(person, { ...sent, body: { body: 'another' } }), '409 idempotency_conflict');
    expect([await countOf(person), await rowsOf(person)]).toEqual([1, 2]);
  });

  test('a refused request leaves no row, so it can be mended and sent again', async () => {
    const person = await home.person();
    const sent = { path: POSTS, body: { body: '' }, key: nextKey() };
    await expectRefused(post(person, sent), '422 invalid_post');
    const subject = { server: 'nowhere', resource: 'cards', id: '1' };
    await expectRefused(post(person, { ...sent, body: { body: 'x', subject } }), '422 invalid_subject');
    expect(await rowsOf(person)).toBe(0);
    await expectOnlyStatus(post(person, { ...sent, body: { body: 'good' } }), 201);
    expect([await countOf(person), await rowsOf(person)]).toEqual([1, 1]);
  });

  test('a transaction that fails behind the row leaves neither', async () => {
    const person = await home.person();
    await sql.unsafe(`create function fail() returns trigger language plpgsql as $$
      begin if new.author_id = '${person.id}' then raise exception 'on purpose'; end if; return new; end $$`);
    await sql.unsafe('create trigger fail before insert on post for each row execute function fail()');
    const sent = { path: POSTS, body: { body: 'lost' }, key: nextKey() };
    home.world.expectLogError('unexpected error');
    await expectRefused(post(person, sent), '500 internal_error');
    await sql.unsafe('drop trigger fail on post; drop function fail');
    expect([await countOf(person), await rowsOf(person)]).toEqual([0, 0]);
    await expectOnlyStatus(post(person, sent), 201);
  });

  test('are forgotten after a day, also before the sweep', async () => {
    const person = await home.person();
    const sent = { path: POSTS, body: { body: 'daily' }, key: nextKey() };
    const first = await readJson<{ post: { id: string } }>(post(person, sent));
    await sql`update idempotency_key set created_at = now() - interval '24 hours' where account_id = ${person.id}`;
    const next = await readJson<{ post: { id: string } }>(expectOnlyStatus(post(person, sent), 201));
    expect(next.post.id).not.toBe(first.post.id);
    const repeated = await readJson<{ post: { id: string } }>(post(person, sent));
    expect([repeated.post.id, await rowsOf(person), await countOf(person)]).toEqual([next.post.id, 1, 2]);
  });

  test('go with the account', async () => {
    const person = await home.person();
    await expectOnlyStatus(post(person, { path: POSTS, body: { body: 'bye' }, key: nextKey() }), 201);
    expect(await rowsOf(person)).toBe(1);
    await expectOnlyStatus(person.send('DELETE', '/api/v1/account/profile', { confirmation: person.email }), 204);
    await home.world.until(async () => (await rowsOf(person)) === 0, 30_000);
  });
});

describe('together', () => {
  const idsOf = async (answers: readonly Response[]): Promise<ReadonlySet<string>> => {
    const bodies = await Promise.all(answers.map((answer) => readJson<{ post: { id: string } }>(answer)));
    return new Set(bodies.map(({ post: made }) => made.id));
  };

  test('twenty repeats create one post', async () => {
    const person = await home.person();
    const sent = { path: POSTS, body: { body: 'twenty' }, key: nextKey() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(person, sent)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect((await idsOf(answers)).size).toBe(1);
    expect([await countOf(person), await rowsOf(person)]).toEqual([1, 1]);
  });

  test('by two processes they create one, too', async () => {
    const person = await home.person();
    const bySecond = postBy(second);
    for (let round = 0; round < 5; round += 1) {
      const sent = { path: POSTS, body: { body: `round ${round}` }, key: nextKey() };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? post : bySecond)(person, sent)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
      expect((await idsOf(answers)).size).toBe(1);
      expect([await countOf(person), await rowsOf(person)]).toEqual([round + 1, round + 1]);
    }
  });

  test('with other bodies one succeeds, and the others conflict', async () => {
    const person = await home.person();
    const key = nextKey();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => post(person, { path: POSTS, body: { body: `text ${at}` }, key })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await countOf(person)).toBe(1);
  });

  test('a quota of one is no obstacle for repeats, also by two processes', async () => {
    const person = await home.person();
    for (let number = 1; number < 30; number += 1) await writePost(person, { body: `number ${number}` });
    const sent = { path: POSTS, body: { body: 'the last of this hour' }, key: nextKey() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? post : postBy(second))(person, sent)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await countOf(person)).toBe(30);
    await expectRefused(post(person, { ...sent, key: nextKey() }), '429 post_quota_exceeded');
    await expectOnlyStatus(post(person, sent), 201);
  });

  test('a request that runs elsewhere for more than five seconds is reported as running', async () => {
    const person = await home.person();
    const key = nextKey();
    const sent = { path: POSTS, body: { body: 'slow' }, key };
    const digest = new Bun.CryptoHasher('sha256').update(key).digest('hex');
    await sql.begin(async (transaction) => {
      await transaction`insert into idempotency_key (account_id, route, key_digest, request_digest, status, created_id)
        values (${person.id}, 'postCreate', ${digest}, '', 201, '')`;
      const began = performance.now();
      await expectRefused(post(person, sent), '409 idempotency_in_progress');
      expect(performance.now() - began).toBeGreaterThan(4_500);
      await transaction`delete from idempotency_key where account_id = ${person.id}`;
    });
    expect([await countOf(person), await rowsOf(person)]).toEqual([0, 0]);
    await expectOnlyStatus(post(person, sent), 201);
  }, 30_000);
});

test('the burst limit counts repeats', async () => {
  await using limited = await openAccountsWorld();
  const person = await limited.person();
  const key = nextKey();
  const send = () =>
    limited.world.fetch(POSTS, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: limited.origin,
        cookie: person.cookie,
        'idempotency-key': key,
      },
      body: JSON.stringify({ body: 'again' }),
    });
  const left = async (): Promise<number> => Number(/r=(\d+)/.exec((await send()).headers.get('ratelimit') ?? '')?.[1]);
  const first = await left();
  expect([await left(), await left()]).toEqual([first - 1, first - 2]);
});

test('pages of other sites may send the header where their tokens may post', async () => {
  const answer = await home.world.fetch(POSTS, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toContain('Idempotency-Key');
});
