// Database and files on one disk, as in a default installation, that becomes full in the middle of an upload. Reads continue,
// writes and sign-ins are refused with `storage_full`, and everything continues by itself when there is space again.
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { checkRoom } from '../../src/app/doctor/data.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, type Person, parseMail, readJson } from '../fixtures/people.ts';
import { padPng } from '../fixtures/pictures.ts';
import { openSmallDisk } from '../fixtures/small-disks.ts';
import {
  attachmentPath,
  complete,
  PART_BYTES,
  readDescriptor,
  reserve,
  sendIntent,
  sendPart,
  settle,
} from '../fixtures/uploads.ts';
import { openWorld } from '../world.ts';

const EMAIL = 'akari@example.org';
const PASSWORD = 'a lantern at the harbour';

const disk = openSmallDisk('house');
const data = join(disk.path, 'data');
// An earlier run may have left something.
disk.clear();
rmSync(data, { recursive: true, force: true });
// As root, the database server runs as another user.
mkdirSync(data, { mode: 0o755 });
const world = await keepOpen(openWorld({ LIVEHOUSE_DATA: data, DATABASE_URL: undefined, LIMITS: 'off' }));
await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 90_000);
// The files of the pages are built while there is space, as `serve` does at its start.
await expectOnlyStatus(world.fetch('/'), 200);
const headers = { origin: world.address, 'content-type': 'application/json' };
await world.fetch('/api/v1/account/register', { method: 'POST', headers, body: JSON.stringify({ email: EMAIL }) });
const outbox = join(data, 'outbox');
const mails = (): readonly string[] => readdirSync(outbox).filter((name) => name.endsWith('.eml'));
await world.until(() => mails().length > 0, 20_000);
const { token } = parseMail(readFileSync(join(outbox, mails()[0] ?? ''), 'utf8'));
const signedIn = await world.fetch('/account/password', {
  method: 'POST',
  headers: { origin: world.address },
  body: new URLSearchParams({ token, password: PASSWORD }),
});
const cookie = cookiesOf(signedIn);
const own = openDatabase({ databaseUrl: undefined, dataDirectory: data }, openLog('error'));
await own.ready(30_000);
await own.db.execute(sql`update profile set role = 'administrator'`);
await own.close();
const fetchAs: Person['fetch'] = (path, init = {}) => {
  const own = new Headers(init.headers);
  own.set('origin', world.address);
  own.set('cookie', cookie);
  return world.fetch(path, { ...init, headers: own });
};
const person: Pick<Person, 'fetch' | 'send'> = {
  fetch: fetchAs,
  send: (method, path, body) =>
    fetchAs(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
};
afterAll(() => disk?.clear());

const signInAgain = () =>
  world.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { origin: world.address, 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });

async function readiness(query: string): Promise<readonly [number, unknown]> {
  const answer = await world.fetch(`/readyz${query}`);
  return [answer.status, await answer.json()];
}

test('database and files on one full disk: reads continue, writes are refused, and an upload continues afterwards', async () => {
  const bytes = padPng(3 * PART_BYTES);
  const slice = (number: number): Uint8Array<ArrayBuffer> =>
    bytes.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
  const { id } = await reserve(person, bytes.length);
  await expectOnlyStatus(sendPart(person, id, 1, slice(1)), 200);

  disk.fill();
  await expectRefused(sendPart(person, id, 2, slice(2)), '503 storage_unavailable');
  // Small rows fit into space that the database has allocated; then its tables have to grow.
  const metadata = { fileName: 'a.png', mediaType: 'image/png', size: 1000 };
  let answer = await sendIntent(person, metadata);
  for (let i = 0; i < 2000 && answer.status === 201; i++) answer = await sendIntent(person, metadata);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectRefused(answer, '507 storage_full');
  // So it is for who signs in: each sign-in is a new session.
  let signIn = await signInAgain();
  for (let i = 0; i < 500 && signIn.status === 200; i++) signIn = await signInAgain();
  await expectRefused(signIn, '507 storage_full');
  const held = await readDescriptor(person, id);
  expect(held.parts.map(({ partNumber }) => partNumber)).toEqual([1]);
  expect(await readiness('')).toMatchObject([200, { status: 'degraded', checks: { disk: 'storage_full' } }]);
  expect(await readiness('?plane=community')).toMatchObject([503, { status: 'storage_full' }]);
  const doctor = checkRoom(checkConfig({ LIVEHOUSE_DATA: join(disk.path, 'data') }));
  expect([doctor.state, doctor.detail]).toEqual(['fail', expect.stringContaining('storage_full')]);
  const page = await (await person.fetch('/admin', { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('The disk is full');
  const overview = await readJson<{ disk: { isFull: boolean } }>(person.fetch('/api/v1/admin/overview'));
  expect(overview.disk.isFull).toBe(true);

  disk.clear();
  expect(await readiness('?plane=community')).toMatchObject([200, { status: 'ok' }]);
  await expectOnlyStatus(signInAgain(), 200);
  for (const number of [2, 3]) await expectOnlyStatus(sendPart(person, id, number, slice(number)), 200);
  await expectOnlyStatus(complete(person, id), 202);
  expect(await settle(person, id)).toMatchObject({ status: 'ready' });
  const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
  expect(Bun.SHA256.hash(await original.bytes(), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'));
}, 120_000);

test('a database that stopped for lack of space restarts by itself, and the upload continues', async () => {
  const bytes = padPng(PART_BYTES + 1000);
  const last = bytes.subarray(PART_BYTES);
  const { id } = await reserve(person, bytes.length);
  await expectOnlyStatus(sendPart(person, id, 1, bytes.subarray(0, PART_BYTES)), 200);
  const database = openDatabase({ databaseUrl: undefined, dataDirectory: join(disk.path, 'data') }, openLog('error'));
  try {
    await database.ready(30_000);
    disk.fill();
    // The write-ahead log is filled until it needs another file. There is no space for it, so the server stops.
    const isEnded = async (): Promise<boolean> =>
      database.db.execute(sql`select pg_logical_emit_message(true, 'test', repeat('x', 9000000))`).then(
        () => false,
        () => true,
      );
    await world.until(isEnded, 30_000);
  } finally {
    await database.close();
  }
  await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"database":"unavail'), 30_000);
  await expectOnlyStatus(world.fetch('/'), 200);
  const refused = await sendPart(person, id, 2, last);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectRefused(refused, '507 storage_full');

  disk.clear();
  // Old connections turn out to be closed one by one.
  await world.until(async () => (await sendPart(person, id, 2, last)).status === 200, 60_000);
  await world.until(async () => (await complete(person, id)).status === 202, 60_000);
  await world.until(async () => (await person.fetch(attachmentPath(id))).ok, 60_000);
  expect(await settle(person, id)).toMatchObject({ status: 'ready' });
}, 120_000);
