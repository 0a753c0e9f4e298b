// Tokens with rights of administrators: made by administrators, good for their scope and servers alone, listed for all
// administrators, audited with every change, and over with the role. Also the deletion of releases, by session, by token and
// by command.
import { describe, expect, test } from 'bun:test';
import { openObjects } from '../../src/app/open-objects.ts';
import { takeLease } from '../../src/features/release/store/lease.ts';
import { requireManifest } from '../../src/features/release/store/registry.ts';
import { sideManifestKey } from '../../src/kernel/object-key.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { closing } from '../fixtures/closing.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  readJson,
} from '../fixtures/people.ts';
import { LIVEHOUSE, runJson, runProgram } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const SERVERS = '/api/v1/admin/servers';
const TOKENS = '/api/v1/account/tokens';
const WEBHOOKS = '/api/v1/admin/webhooks';
const HOOK = { url: 'https://hooks.example.org/', events: ['post.created'] };

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const administrator = await home.person({ role: 'administrator' });
const other = await home.person({ role: 'administrator' });
const objects = await keepOpen(closing(openObjects(checkConfig({ LIVEHOUSE_DATA: home.world.dataDirectory }))));
const snapshot = await keepOpen(createSmallSnapshot());

async function publish(sourceId: string, server = 'jp', promote = true): Promise<string> {
  snapshot.describe({ sourceId, server: { id: server, displayName: server, region: 'jp' } });
  snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: `Song of ${sourceId}`, bandId: 1 }]));
  return (await home.world.publish(snapshot.directory, { promote })).releaseId;
}

interface Token {
  readonly id: string;
  readonly secret: string;
  send(method: string, path: string, body?: unknown): Promise<Response>;
}
async function makeToken(scopes: readonly string[], servers?: readonly string[], owner: Person = administrator) {
  const made = owner.send('POST', TOKENS, { name: 'ci', scopes, ...(servers && { servers }) });
  const { token, secret = '' } = await expectStatus(made, 201);
  const send: Token['send'] = (method, path, body) =>
    home.world.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { id: token.id, secret, send };
}
const newest = async (subjectKind: 'server' | 'webhook', count: number) => {
  const { events } = await readJson(other.fetch(`/api/v1/admin/audit?subjectKind=${subjectKind}&limit=${count}`));
  return events.map(({ action, actor, before, after }) => [action, actor?.uid, before, after]);
};

describe('the scope releases', () => {
  test('promotes, rolls back and retires its servers, audited with the token', async () => {
    const [first, second] = [await publish('v1'), await publish('v2')];
    await publish('v1', 'kr');
    const token = await makeToken(['releases'], ['jp']);
    const { servers } = await readJson<{ servers: { id: string }[] }>(token.send('GET', SERVERS));
    expect(servers.map(({ id }) => id)).toEqual(['jp']);
    const { uid } = administrator;
    const tokenId = token.id;
    await expectOnlyStatus(token.send('POST', `${SERVERS}/jp/promote`, { from: second, to: first }), 200);
    await expectOnlyStatus(token.send('POST', `${SERVERS}/jp/rollback`, { from: first }), 200);
    await expectOnlyStatus(token.send('POST', `${SERVERS}/jp/retire`, { from: second }), 200);
    expect(await newest('server', 3)).toEqual([
      ['release.retire', uid, { releaseId: second }, { releaseId: null, tokenId }],
      ['release.rollback', uid, { releaseId: first }, { releaseId: second, tokenId }],
      ['release.promote', uid, { releaseId: second }, { releaseId: first, tokenId }],
    ]);
    await expectOnlyStatus(token.send('POST', `${SERVERS}/jp/promote`, { from: second, to: second }), 200);
    const path = `${SERVERS}/kr`;
    await expectRefused(token.send('POST', `${path}/promote`, { from: null, to: second }), '403 server_not_in_scope');
    await expectRefused(token.send('POST', `${path}/rollback`, { from: second }), '403 server_not_in_scope');
    await expectRefused(token.send('POST', `${path}/retire`), '403 server_not_in_scope');
    await expectRefused(token.send('DELETE', `${path}/releases/${second}`), '403 server_not_in_scope');
  });

  test('does nothing else, and other scopes do not what it does', async () => {
    const token = await makeToken(['releases'], ['jp']);
    for (const path of [WEBHOOKS, '/api/v1/admin/accounts', '/api/v1/admin/tokens', '/api/v1/account/profile']) {
      await expectRefused(token.send('GET', path), '403 insufficient_scope');
    }
    await expectRefused(token.send('POST', '/api/v1/publications', {}), '403 insufficient_scope');
    const publisher = await makeToken(['publish'], ['jp']);
    await expectRefused(publisher.send('GET', SERVERS), '403 insufficient_scope');
    await expectRefused(publisher.send('GET', WEBHOOKS), '403 insufficient_scope');
  });

  test('needs servers, an administrator and a fresh proof', async () => {
    for (const servers of [undefined, [], ['JP']]) {
      const body = { name: 'ci', scopes: ['releases'], ...(servers && { servers }) };
      await expectRefused(administrator.send('POST', TOKENS, body), '422 invalid_token_servers');
    }
    const needless = { name: 'ci', scopes: ['webhooks'], servers: ['jp'] };
    await expectRefused(administrator.send('POST', TOKENS, needless), '422 invalid_token_servers');
    for (const [scope, servers] of [
      ['releases', ['jp']],
      ['webhooks', undefined],
    ] as const) {
      const body = { name: 'ci', scopes: [scope], ...(servers && { servers }) };
      const moderator = await home.person({ role: 'moderator' });
      await expectRefused(moderator.send('POST', TOKENS, body), '403 forbidden');
      const late = await home.person({ role: 'administrator' });
      await home.sql`update session set created_at = now() - interval '11 minutes' where account_id = ${late.id}`;
      await expectRefused(late.send('POST', TOKENS, body), '403 reauthentication_required');
    }
  });
});

test('the scope webhooks makes, changes and removes webhooks, audited with the token', async () => {
  const token = await makeToken(['webhooks']);
  const { webhook } = await readJson<{ webhook: { id: string; version: number } }>(
    expectOnlyStatus(token.send('POST', WEBHOOKS, HOOK), 201),
  );
  const path = `${WEBHOOKS}/${webhook.id}`;
  await expectOnlyStatus(token.send('PATCH', path, { description: 'by token', version: webhook.version }), 200);
  await expectOnlyStatus(token.send('POST', `${path}/secret`), 201);
  await expectOnlyStatus(token.send('POST', `${path}/test`), 202);
  await expectOnlyStatus(token.send('GET', path), 200);
  await expectOnlyStatus(token.send('DELETE', path), 204);
  const events = await newest('webhook', 5);
  expect(events.map(([action]) => action)).toEqual([
    'webhook.delete',
    'webhook.test',
    'webhook.secret',
    'webhook.change',
    'webhook.create',
  ]);
  for (const [, uid, , after] of events) {
    expect(uid).toBe(administrator.uid);
    expect(after).toMatchObject({ tokenId: token.id });
  }
  await expectRefused(token.send('GET', SERVERS), '403 insufficient_scope');
});

test('all administrators see them, and they end with the role', async () => {
  const owner = await home.person({ role: 'administrator' });
  const token = await makeToken(['releases', 'webhooks'], ['jp'], owner);
  await makeToken(['read'], undefined, owner);
  const { tokens } = await readJson(other.fetch('/api/v1/admin/tokens'));
  const listed = tokens.filter(({ owner: of }) => of?.uid === owner.uid);
  expect(listed).toMatchObject([
    { id: token.id, name: 'ci', scopes: ['releases', 'webhooks'], servers: ['jp'], secondFactor: false },
  ]);
  expect(JSON.stringify(tokens)).not.toContain(token.secret);
  const page = await (await expectOnlyStatus(other.fetch('/admin/tokens'), 200)).text();
  expect(page).toContain(`/admin/accounts/${owner.uid}`);
  await expectRefused((await home.person({ role: 'moderator' })).fetch('/api/v1/admin/tokens'), '403 forbidden');

  await expectOnlyStatus(token.send('GET', WEBHOOKS), 200);
  const change = { from: 'administrator', role: 'member' };
  await expectOnlyStatus(other.send('PUT', `/api/v1/admin/accounts/${owner.uid}/role`, change), 200);
  await expectRefused(token.send('GET', WEBHOOKS), '401 invalid_token');
  const after = await readJson(other.fetch('/api/v1/admin/tokens'));
  expect(after.tokens.some(({ id }) => id === token.id)).toBe(false);
});

test('where staff needs a second factor, tokens that were made without are refused', async () => {
  await using strict = await openAccountsWorld({ LIMITS: 'off', STAFF_SECOND_FACTOR: 'required' });
  const owner = await strict.person({ role: 'administrator' });
  for (const [scope, servers] of [
    ['releases', ['jp']],
    ['webhooks', undefined],
  ] as const) {
    const body = { name: 'ci', scopes: [scope], ...(servers && { servers }) };
    await expectRefused(owner.send('POST', TOKENS, body), '403 second_factor_required');
  }
  const secret = `lh_${'a'.repeat(43)}`;
  const digest = new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  await strict.sql`insert into api_token (id, account_id, name, secret_hash, scopes, servers)
    values (${Bun.randomUUIDv7()}, ${owner.id}, 'old', ${digest}, '{releases,webhooks}', '{jp}')`;
  const headers = { authorization: `Bearer ${secret}` };
  await expectRefused(strict.world.fetch(SERVERS, { headers }), '403 second_factor_required');
  await expectRefused(strict.world.fetch(WEBHOOKS, { headers }), '403 second_factor_required');
  await strict.sql`update api_token set second_factor = true where account_id = ${owner.id}`;
  await expectOnlyStatus(strict.world.fetch(SERVERS, { headers }), 200);
});

describe('the deletion of a release', () => {
  const remove = (server: string, releaseId: string, by: Pick<Person, 'fetch'> = administrator) =>
    by.fetch(`${SERVERS}/${server}/releases/${releaseId}`, { method: 'DELETE' });
  const digestsOf = async (server: string, releaseId: string) =>
    new Set((await requireManifest(objects, server, releaseId)).entries.map(({ sha256 }) => sha256));

  test('removes what only it needed; a pinned read is 404, and others stay', async () => {
    const [first, second] = [await publish('d1', 'del'), await publish('d2', 'del')];
    const [gone, kept] = [await digestsOf('del', first), await digestsOf('del', second)];
    const pinned = `/api/v1/servers/del/songs/1?release=${first}`;
    await expectOnlyStatus(home.world.fetch(pinned), 200);
    await expectOnlyStatus(remove('del', first), 204);
    await home.world.until(async () => (await home.world.fetch(pinned)).status === 404, 10_000);
    const only = [...gone].filter((digest) => !kept.has(digest));
    expect(only.length).toBeGreaterThan(0);
    await home.world.until(async () => (await objects.presentContent(only)).size === 0, 30_000);
    expect((await objects.presentContent([...kept])).size).toBe(kept.size);
    await expectOnlyStatus(home.world.fetch('/api/v1/servers/del/songs/1'), 200);
    const outcome = await runJson(home.world.dataDirectory, 'releases', 'verify', 'del');
    expect([outcome.code, outcome.json.problems]).toEqual([0, []]);
    expect(await newest('server', 1)).toEqual([
      ['release.delete', administrator.uid, { releaseId: first }, { releaseId: null }],
    ]);
    await expectRefused(remove('del', first), '404 release_not_found');
    // No rollback leads to it.
    await expectRefused(
      administrator.send('POST', `${SERVERS}/del/rollback`, { from: second }),
      '409 nothing_to_roll_back',
    );
  });

  test('is refused for the current release, under a lease, and without a fresh proof', async () => {
    const [first, second] = [await publish('e1', 'held'), await publish('e2', 'held')];
    await expectRefused(remove('held', second), '409 release_in_use');
    for (const kind of ['publish', 'remote'] as const) {
      const lease = await takeLease(objects, 'held', kind);
      await expectRefused(remove('held', first), '409 release_in_use');
      await lease.release();
    }
    await expectRefused(remove('nowhere', first), '404 server_not_found');
    await expectRefused(remove('held', 'r-11111111111111111111'), '404 release_not_found');
    await expectRefused(remove('held', 'no-id'), '404 release_not_found');
    const late = await home.person({ role: 'administrator' });
    await home.sql`update session set created_at = now() - interval '11 minutes' where account_id = ${late.id}`;
    await expectRefused(remove('held', first, late), '403 reauthentication_required');
    await expectOnlyStatus(late.fetch(SERVERS), 200);
    const pointer = await objects.readVersioned('servers/held/current.json');
    await objects.write('servers/held/current.json', new TextEncoder().encode('{}'));
    home.world.expectLogError('the current release is damaged');
    await expectRefused(remove('held', first), '409 release_unusable');
    await objects.write('servers/held/current.json', pointer?.bytes ?? new Uint8Array());
    await expectOnlyStatus(remove('held', first), 204);
  });

  test('that was interrupted is finished by the next run', async () => {
    const [first] = [await publish('f1', 'half'), await publish('f2', 'half')];
    // As a process leaves it that is killed after the first document.
    await objects.remove(sideManifestKey('half', first));
    const { code, json } = await runJson(home.world.dataDirectory, 'releases', 'delete', 'half', first);
    expect([code, json.objects > 0]).toEqual([0, true]);
    expect(await objects.children(`servers/half/releases/`)).not.toContain(first);
    const again = await runJson(home.world.dataDirectory, 'releases', 'delete', 'half', first);
    expect([again.code, again.json.errors[0].code]).toEqual([1, 'release_not_found']);
  });

  test('has a page that asks first', async () => {
    const [first, second] = [await publish('g1', 'page'), await publish('g2', 'page')];
    const path = '/admin/releases/page/delete';
    const list = await (await administrator.fetch('/admin/releases')).text();
    expect(list).toContain(`${path}?to=${first}`);
    expect(list).not.toContain(`${path}?to=${second}`);
    const asked = await (await expectOnlyStatus(administrator.fetch(`${path}?to=${first}`), 200)).text();
    expect(asked).toContain('Delete release');
    const fields = (to: string) => ({
      method: 'POST',
      body: new URLSearchParams({ from: second, to }),
      redirect: 'manual' as const,
    });
    await expectOnlyStatus(administrator.fetch(path, fields(second)), 409);
    const done = await expectOnlyStatus(administrator.fetch(path, fields(first)), 303);
    expect(done.headers.get('location')).toContain('done=delete');
    await expectRefused(remove('page', first), '404 release_not_found');
  });
});

test('gc --retired removes retired servers with all their releases', async () => {
  const releaseId = await publish('h1', 'over');
  await publish('h1', 'stays');
  const digests = await requireManifest(objects, 'over', releaseId);
  expect(digests.entryCount).toBeGreaterThan(0);
  await expectOnlyStatus(administrator.send('POST', `${SERVERS}/over/retire`, { from: releaseId }), 200);
  await runJson(home.world.dataDirectory, 'releases', 'gc');
  expect(await objects.children('servers/over/releases/')).toEqual([releaseId]);
  // As a collection leaves it that is killed before the pointer goes.
  await objects.remove(sideManifestKey('over', releaseId));
  expect((await runJson(home.world.dataDirectory, 'releases', 'gc', 'stays')).code).toBe(0);
  const { code, json } = await runJson(home.world.dataDirectory, 'releases', 'gc', '--retired');
  expect([code, json.ok]).toEqual([0, true]);
  expect(await objects.readVersioned('servers/over/current.json')).toBeUndefined();
  expect(await objects.children('servers/over/releases/')).toEqual([]);
  await expectOnlyStatus(home.world.fetch('/api/v1/servers/stays/songs/1'), 200);
  // It can come back.
  await publish('h1', 'over');
  await home.world.untilThere('/api/v1/servers/over/songs/1');
}, 60_000);

describe('commands for another instance', () => {
  const data = keepFolder();

  async function run(secret: string | undefined, ...args: string[]) {
    const command = [...LIVEHOUSE, 'releases', ...args, '--to', home.world.address, '--json'];
    const { code, stdout } = await runProgram(command, { LIVEHOUSE_DATA: data, LIVEHOUSE_TOKEN: secret });
    // biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
    const json: any = JSON.parse(stdout);
    return { code, json };
  }

  test('promote, roll back, retire and delete', async () => {
    const [first, second] = [await publish('i1', 'far'), await publish('i2', 'far')];
    const { secret } = await makeToken(['releases'], ['far']);
    const promoted = await run(secret, 'promote', 'far', first);
    expect(promoted).toEqual({
      code: 0,
      json: { ok: true, server: 'far', releaseId: first, status: 'active', previous: second, changed: true },
    });
    expect(await run(secret, 'promote', 'far', first)).toMatchObject({ code: 0, json: { changed: false } });
    expect(await run(secret, 'rollback', 'far')).toMatchObject({ code: 0, json: { releaseId: second } });
    expect(await run(secret, 'delete', 'far', second)).toMatchObject({
      code: 1,
      json: { errors: [{ code: 'release_in_use' }] },
    });
    expect(await run(secret, 'delete', 'far', first)).toEqual({
      code: 0,
      json: { ok: true, server: 'far', releaseId: first },
    });
    expect(await run(secret, 'retire', 'far')).toMatchObject({ code: 0, json: { status: 'retired', changed: true } });
  }, 60_000);

  test('say what is wrong', async () => {
    const first = await publish('j1', 'near');
    const { secret } = await makeToken(['releases'], ['far']);
    const codeOf = async (token: string | undefined, ...args: string[]) => {
      const { code, json } = await run(token, ...args);
      return [code, json.errors[0].code];
    };
    expect(await codeOf(undefined, 'rollback', 'near')).toEqual([2, 'wrong_usage']);
    expect(await codeOf('lh_short', 'rollback', 'near')).toEqual([2, 'wrong_usage']);
    expect(await codeOf(`lh_${'x'.repeat(43)}`, 'rollback', 'near')).toEqual([1, 'invalid_token']);
    expect(await codeOf((await makeToken(['publish'], ['near'])).secret, 'rollback', 'near')).toEqual([
      1,
      'insufficient_scope',
    ]);
    expect(await codeOf(secret, 'promote', 'near', first)).toEqual([1, 'server_not_in_scope']);
    expect(await codeOf(secret, 'delete', 'near', first)).toEqual([1, 'server_not_in_scope']);
    expect(await codeOf(secret, 'rollback', 'near')).toEqual([1, 'release_unavailable']);
  }, 60_000);
});
