// Upload bodies that are received while the gates still run: nothing counts before the sender is authorised, and nothing is
// kept if he is not. Also uploads that another process on the same database and folder cancelled, completed or expired while
// this one has them cached.
import { expect, onTestFinished, test } from 'bun:test';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TransactionSQL } from 'bun';
import { hashTokenSecret } from '../../src/features/accounts/sign-in/sessions.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import {
  attachmentPath,
  complete,
  OCTETS,
  PART_BYTES,
  readDescriptor,
  reserve,
  sendContent,
  sendPart,
  settle,
  uploadPath,
} from '../fixtures/uploads.ts';
import { openWorld } from '../world.ts';

const HALF = PART_BYTES / 2;

const livehouse = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
/** Stands for another process: it has its own guard and its own caches. */
const elsewhere = await keepOpen(
  openWorld({
    DATABASE_URL: livehouse.databaseUrl,
    LIVEHOUSE_DATA: livehouse.world.dataDirectory,
    LIMITS: 'off',
    BASE_URL: livehouse.origin,
  }),
);
await elsewhere.until(
  async () => (await (await elsewhere.fetch('/readyz')).text()).includes('"database":"ok"'),
  30_000,
);

/** The same person with requests to the other process. */
const atOther = (person: Person): Pick<Person, 'fetch' | 'send'> => {
  const fetchThere: Person['fetch'] = (path, init = {}) =>
    elsewhere.fetch(path, {
      ...init,
      headers: {
        origin: livehouse.origin,
        cookie: person.cookie,
        ...Object.fromEntries(new Headers(init.headers).entries()),
      },
    });
  return {
    fetch: fetchThere,
    send: (method, path, body) =>
      fetchThere(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  };
};

async function handleOf(id: string): Promise<string> {
  const [row]: { part_handle: string }[] = await livehouse.sql`select part_handle from attachment where id = ${id}`;
  return row?.part_handle ?? 'none';
}

async function folderOf(id: string): Promise<string> {
  return join(livehouse.world.objectsDirectory, 'parts/v1', await handleOf(id));
}

async function countedOf(id: string): Promise<readonly number[]> {
  const rows: { part_number: number }[] = await livehouse.sql`
    select part_number from attachment_part where attachment_id = ${id} order by part_number`;
  return rows.map((row) => row.part_number);
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Bytes of a file that are allocated on the disk. */
const storedIn = (path: string): number => (existsSync(path) ? statSync(path).blocks * 512 : 0);

interface SlowPart {
  send(bytes: Uint8Array): Promise<void>;
  /** Status and body. */
  readonly answer: Promise<readonly [status: number, body: string]>;
}

/** A part whose bytes the test sends piece by piece. */
function openPart(person: Person, id: string, partNumber: number, bytes = PART_BYTES): SlowPart {
  const head = Object.entries({
    host: new URL(livehouse.origin).host,
    cookie: person.cookie,
    origin: livehouse.origin,
    ...OCTETS,
    'content-length': String(bytes),
  });
  const path = uploadPath(id, `parts/${partNumber}`);
  const socket = connect(livehouse.world.port, '127.0.0.1');
  socket.write(`PUT ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  let text = '';
  const answer = new Promise<readonly [number, string]>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (end < 0 || text.length < end + 4 + length) return;
      resolve([Number(text.split(' ')[1]), text.slice(end + 4)]);
      socket.destroy();
    });
  });
  return { send: (piece) => new Promise((resolve) => socket.write(piece, () => resolve())), answer };
}

const codeOf = (body: string): string => {
  const value: { error?: { code: string } } = JSON.parse(body);
  return value.error?.code ?? '';
};

/** Blocks every lookup of a session while `work` runs. Changes of `work` are visible to the lookups that follow. */
const whileSessionsWait = <T>(work: (sql: TransactionSQL) => Promise<T>): Promise<T> =>
  livehouse.sql.begin(async (sql) => {
    await sql`lock table session in access exclusive mode`;
    return await work(sql);
  });

test('bytes are received before their sender is authorised, and count only afterwards', async () => {
  const person = await livehouse.person();
  const { id } = await reserve(person, PART_BYTES + 10);
  const whole = join(await folderOf(id), 'whole');
  const part = await whileSessionsWait(async () => {
    const part = openPart(person, id, 1);
    let isAnswered = false;
    void part.answer.then(() => {
      isAnswered = true;
    });
    await part.send(new Uint8Array(PART_BYTES));
    await livehouse.world.until(() => storedIn(whole) >= PART_BYTES);
    // Requests that came later have been answered, and this one has not.
    for (let round = 0; round < 20; round += 1) await expectOnlyStatus(livehouse.world.fetch('/readyz'), 200);
    expect([isAnswered, await countedOf(id)]).toEqual([false, []]);
    return part;
  });
  const [status, body] = await part.answer;
  expect([status, await countedOf(id)]).toEqual([200, [1]]);
  expect(JSON.parse(body)).toMatchObject({ part: { partNumber: 1, byteSize: PART_BYTES } });
});

/** What ends the right to upload in the middle of a body, and the refusal. */
const ENDS: readonly (readonly [string, number, string, (sql: TransactionSQL, person: Person) => Promise<unknown>])[] =
  [
    [
      'the session is revoked',
      401,
      'authentication_required',
      (sql, { id }) => sql`delete from session where account_id = ${id}`,
    ],
    [
      'the account is restricted',
      403,
      'community_upload_restricted',
      (sql, { id }) => sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${id}, 'upload', 'spam')`,
    ],
    [
      'the account is suspended',
      403,
      'account_suspended',
      (sql, { id }) => sql`update profile set status = 'suspended' where account_id = ${id}`,
    ],
  ];

test.each(ENDS)('in the middle of a body %s', async (_, status, code, end) => {
  for (const sent of [HALF, PART_BYTES]) {
    const person = await livehouse.person();
    const { id } = await reserve(person, PART_BYTES + 10);
    const folder = await folderOf(id);
    const part = await whileSessionsWait(async (sql) => {
      const part = openPart(person, id, 1);
      await part.send(new Uint8Array(sent));
      await livehouse.world.until(() => namesIn(folder).includes('1.slot'));
      await end(sql, person);
      return part;
    });
    // The answer does not wait for the rest of the body.
    const [told, body] = await part.answer;
    expect([sent, told, codeOf(body), await countedOf(id)]).toEqual([sent, status, code, []]);
    expect([namesIn(folder), storedIn(join(folder, 'whole'))]).toEqual([['whole'], 0]);
  }
});

test('a revoked token can send nothing more', async () => {
  const person = await livehouse.person();
  const secret = `lh_${'b'.repeat(43)}`;
  await livehouse.sql`insert into api_token (id, account_id, name, secret_hash, scopes)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'uploads', ${hashTokenSecret(secret)}, '{upload}')`;
  const program: Person['fetch'] = (path, init = {}) =>
    livehouse.world.fetch(path, { ...init, headers: { ...OCTETS, authorization: `Bearer ${secret}` } });
  const { id } = await reserve(person, PART_BYTES + 10);
  const send = () => program(uploadPath(id, 'parts/1'), { method: 'PUT', body: new Uint8Array(PART_BYTES) });
  await expectOnlyStatus(send(), 200);
  await livehouse.sql`delete from api_token where account_id = ${person.id}`;
  await expectRefused(send(), '401 invalid_token');
  expect(namesIn(await folderOf(id)).filter((name) => !name.endsWith('.slot'))).toEqual(['whole']);
});

test('another recently admitted caller cannot reach the upload', async () => {
  const [owner, other] = await livehouse.people(2);
  const { id } = await reserve(owner, PART_BYTES + 10);
  await reserve(other, 10);
  await expectRefused(sendPart(other, id, 1, new Uint8Array(PART_BYTES)), '404 attachment_not_found');
  expect(namesIn(await folderOf(id))).toEqual([]);
});

test('an upload that another process cancelled accepts nothing more and leaves no files', async () => {
  const person = await livehouse.person();
  const there = atOther(person);
  const cancel = async (id: string): Promise<void> => {
    await expectOnlyStatus(there.fetch(uploadPath(id, 'multipart'), { method: 'DELETE' }), 200);
    await livehouse.world.until(async () => {
      const [row]: { gone: boolean }[] = await livehouse.sql`
        select objects_removed_at is not null as gone from attachment where id = ${id}`;
      return row?.gone === true;
    }, 20_000);
  };
  // Cancelled before the part, and in the middle of it.
  const { id } = await reserve(person, PART_BYTES + 10);
  await cancel(id);
  await expectRefused(sendPart(person, id, 1, new Uint8Array(PART_BYTES)), '409 upload_cancelled');
  const second = await reserve(person, PART_BYTES + 10);
  const part = openPart(person, second.id, 1);
  await part.send(new Uint8Array(HALF));
  const folder = await folderOf(second.id);
  await livehouse.world.until(() => namesIn(folder).includes('1.slot'));
  await cancel(second.id);
  await part.send(new Uint8Array(HALF));
  const [status, body] = await part.answer;
  expect([status, codeOf(body)]).toEqual([409, 'upload_cancelled']);
  for (const one of [id, second.id]) {
    expect([await countedOf(one), existsSync(await folderOf(one))]).toEqual([[], false]);
  }
}, 60_000);

test('an upload that another process completed keeps its bytes, and late parts do not change them', async () => {
  const person = await livehouse.person();
  const there = atOther(person);
  const png = await makePng(64, 48);
  const bytes = new Uint8Array(PART_BYTES + 10);
  bytes.set(png);
  const { id } = await reserve(person, bytes.length);
  await expectOnlyStatus(sendPart(person, id, 1, bytes.slice(0, PART_BYTES)), 200);
  await expectOnlyStatus(sendPart(person, id, 2, bytes.slice(PART_BYTES)), 200);
  const original = join(livehouse.world.objectsDirectory, 'attachments/v1', id, 'original');
  const late = openPart(person, id, 1);
  const other = new Uint8Array(PART_BYTES).fill(7);
  await late.send(other.subarray(0, HALF));
  await livehouse.world.until(async () => namesIn(await folderOf(id)).length > 3);
  // The examination removes the parts that this test reads, so it has to wait.
  await livehouse.sql`alter table attachment_variant rename to attachment_variant_away`;
  onTestFinished(async () => {
    await livehouse.sql`alter table attachment_variant_away rename to attachment_variant`;
  });
  await expectOnlyStatus(complete(there, id), 202);
  const digest = Bun.SHA256.hash(bytes, 'hex');
  const check = async (): Promise<void> => {
    const [row]: { sha256: string }[] = await livehouse.sql`select sha256 from attachment where id = ${id}`;
    expect([row?.sha256, existsSync(await folderOf(id))]).toEqual([digest, false]);
    if (existsSync(original)) expect(Bun.SHA256.hash(await Bun.file(original).bytes(), 'hex')).toBe(digest);
  };
  await late.send(other.subarray(HALF));
  const [status, body] = await late.answer;
  expect([status, JSON.parse(body).part, JSON.parse(body).attachment.id]).toEqual([200, undefined, id]);
  await check();
  // A part that begins after the completion.
  const after = await sendPart(person, id, 1, other);
  expect([after.status, (await readJson<{ part?: object }>(after)).part]).toEqual([200, undefined]);
  await check();
}, 60_000);

test('an upload that expired in another process is expired here', async () => {
  const person = await livehouse.person();
  const { id } = await reserve(person, PART_BYTES + 10);
  await livehouse.sql`update attachment set expires_at = now() - interval '1 second' where id = ${id}`;
  await expectRefused(sendPart(person, id, 1, new Uint8Array(PART_BYTES)), '410 upload_intent_expired');
  expect(await countedOf(id)).toEqual([]);
});

test('wrong content for an upload that another process cancelled is refused as cancelled', async () => {
  const person = await livehouse.person();
  const { id } = await reserve(person, 1000);
  await livehouse.sql`update attachment set status = 'deleted' where id = ${id}`;
  await expectRefused(sendContent(person, id, new Uint8Array(1000)), '409 upload_cancelled');
  expect(existsSync(await folderOf(id))).toBe(false);
});

test('an upload that another process began, and one without a handle from an earlier version, are received', async () => {
  const person = await livehouse.person();
  const png = await makePng(32, 24);
  for (const handle of [true, false]) {
    const { id } = await reserve(person, png.length);
    if (!handle) await livehouse.sql`update attachment set part_handle = null where id = ${id}`;
    await expectOnlyStatus(sendContent(atOther(person), id, png), 202);
    expect((await settle(person, id)).status).toBe('ready');
    const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
    expect(Buffer.compare(Buffer.from(await original.arrayBuffer()), png)).toBe(0);
    expect((await readDescriptor(person, id)).parts).toEqual([]);
  }
}, 60_000);
