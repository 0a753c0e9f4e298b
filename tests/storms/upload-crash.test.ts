// Kills the server with SIGKILL while it receives parts, joins them, and works on the file. After each kill it is started
// again and the client goes on from what the descriptor tells: every file ends `ready` with exactly its bytes, and nothing
// is left half there. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { AttachmentView } from '../../src/features/uploads/common/view.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { signValue } from '../fixtures/people.ts';
import { makePngBomb } from '../fixtures/pictures.ts';
import { attachmentPath, OCTETS, PART_BYTES, type PartView, uploadPath } from '../fixtures/uploads.ts';

const KILLS = Number(process.env.LIVEHOUSE_STORM ?? 5);
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const PORT_TRIES_MS = 30_000;
const SECRET = 'a secret of the storm that is long enough';

/** The moments at which a kill falls, in turn. */
const MOMENTS = ['parts', 'completion', 'processing'] as const;

interface House {
  readonly address: string;
  kill(): Promise<void>;
}

async function startHouse(data: string, database: TestDatabase): Promise<House> {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, '--no-env-file', MAIN, 'serve'], {
    env: {
      ...process.env,
      LIVEHOUSE_DATA: data,
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: String(port),
      AUTH_SECRET: SECRET,
      LIMITS: 'off',
      LOG_LEVEL: 'warn',
      PROVIDER_URL: 'off',
    },
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + PORT_TRIES_MS;
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    const text = await answer?.text();
    if (text?.includes('"database":"ok"') && text.includes('"jobs":"ok"')) break;
    if (Date.now() > deadline) throw new Error(`the server did not become ready: ${text}`);
    await Bun.sleep(20);
  }
  return {
    address,
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

async function createPerson(database: TestDatabase): Promise<string> {
  await using sql = new SQL(database.url, { max: 1, database: database.name });
  const [id, token] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await sql`insert into account (id, name, email, email_verified) values (${id}, 'Storm', 'storm@example.org', true)`;
  await sql`insert into profile (account_id, display_name) values (${id}, 'Storm')`;
  await sql`insert into session (id, token, account_id, expires_at)
    values (${Bun.randomUUIDv7()}, ${token}, ${id}, now() + interval '7 days')`;
  return `livehouse.session_token=${encodeURIComponent(signValue(token, SECRET))}`;
}

/** A PNG of some megabytes: pixels that take a moment, and a chunk that fills it up. */
function makeFile(bytes: number): Uint8Array<ArrayBuffer> {
  const picture = Buffer.from(makePngBomb(6000, 6000));
  const padding = bytes - picture.length - 12;
  const chunk = Buffer.alloc(padding + 12, 0x62);
  chunk.writeUInt32BE(padding, 0);
  chunk.write('zzZz', 4, 'latin1');
  return new Uint8Array(Buffer.concat([picture.subarray(0, -12), chunk, picture.subarray(-12)]));
}

test(
  `${KILLS} kills while uploading`,
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'livehouse-storm-'));
    const database = await createTestDatabase();
    const bytes = makeFile(3 * PART_BYTES + 12_345);
    const count = Math.ceil(bytes.length / PART_BYTES);
    let house = await startHouse(data, database);
    const cookie = await createPerson(database);
    const call = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${house.address}${path}`, {
        ...init,
        headers: { cookie, origin: house.address, ...Object.fromEntries(new Headers(init.headers)) },
      });
    const describe = async (id: string): Promise<{ attachment: AttachmentView; parts: readonly PartView[] }> => {
      const answer = await call(attachmentPath(id));
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return JSON.parse(await answer.text());
    };
    const sendMissing = async (id: string): Promise<void> => {
      const { parts, attachment } = await describe(id);
      if (attachment.status !== 'reserved') return;
      const held = new Set(parts.map(({ partNumber }) => partNumber));
      for (let number = 1; number <= count; number++) {
        if (held.has(number)) continue;
        const body = bytes.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
        const sent = await call(uploadPath(id, `parts/${number}`), { method: 'PUT', headers: OCTETS, body });
        if (sent.status !== 200) throw new Error(`part ${number}: ${sent.status} ${await sent.text()}`);
      }
    };
    const complete = (id: string): Promise<Response> => call(uploadPath(id, 'complete'), { method: 'POST' });
    try {
      for (let round = 0; round < KILLS; round++) {
        const moment = MOMENTS[round % MOMENTS.length];
        const reserved = await call('/api/v1/community/uploads/intents', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': `storm-key-of-round-${round}` },
          body: JSON.stringify({ fileName: 'storm.png', mediaType: 'image/png', size: bytes.length }),
        });
        const { attachment }: { attachment: AttachmentView } = JSON.parse(await reserved.text());
        const { id } = attachment;
        let running: Promise<unknown>;
        if (moment === 'parts') running = sendMissing(id);
        else {
          await sendMissing(id);
          running = complete(id);
          if (moment === 'processing') await running;
        }
        await Bun.sleep(Math.random() * (moment === 'processing' ? 400 : 120));
        await Promise.all([house.kill(), running.catch(() => undefined)]);
        house = await startHouse(data, database);

        await sendMissing(id);
        const completed = await complete(id);
        expect([moment, completed.status]).toEqual([moment, 202]);
        const deadline = Date.now() + 60_000;
        let now = await describe(id);
        while (now.attachment.status === 'scanning' || now.attachment.status === 'reserved') {
          if (Date.now() > deadline) throw new Error(`${moment}: stuck in ${JSON.stringify(now)}`);
          await Bun.sleep(50);
          now = await describe(id);
        }
        expect(now.attachment).toMatchObject({ status: 'ready', width: 6000, height: 6000, displayWidth: 4096 });
        const original = await call(attachmentPath(id, '/content?variant=original'));
        expect(Bun.SHA256.hash(await original.bytes(), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'));
        const deleted = await call(attachmentPath(id), { method: 'DELETE' });
        expect(deleted.status).toBe(200);
      }
      // Every file was deleted: nothing of them is left, and nothing half written is counted as anything.
      const deadline = Date.now() + 20_000;
      const folder = join(data, 'objects');
      const left = (): readonly string[] =>
        ['attachments/v1', 'parts/v1'].flatMap((prefix) =>
          existsSync(join(folder, prefix))
            ? readdirSync(join(folder, prefix), { recursive: true, encoding: 'utf8' }).filter((name) =>
                /original$|\.webp$|\.jpg$|\/\d+\.[0-9a-f]{16}$/.test(name),
              )
            : [],
        );
      while (left().length > 0 && Date.now() < deadline) await Bun.sleep(100);
      expect(left()).toEqual([]);
    } finally {
      await house.kill();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
    }
  },
  { timeout: KILLS * 60_000 + 60_000 },
);
