// Kills the server with SIGKILL while it receives parts, joins them, and examines the file. After each kill it is restarted
// and the client resumes from the descriptor. Every file becomes `ready` with exactly its bytes, and no partial data stays.
// LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AttachmentView } from '../../src/features/uploads/common/view.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { createResident, type House, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { makePngBomb } from '../fixtures/pictures.ts';
import { Storm } from '../fixtures/storm.ts';
import { attachmentPath, OCTETS, PART_BYTES, type PartView, uploadPath } from '../fixtures/uploads.ts';

const storm = new Storm('upload-crash', 3);
/** Wider than the largest variant, and quick to decode. */
const WIDTH = 4200;
const HEIGHT = 1050;

/** The moments of the kills, in turn. */
const MOMENTS = ['parts', 'completion', 'processing'] as const;

/** A PNG of some megabytes: pixels that take time to decode, and a chunk as padding. */
function makeFile(bytes: number): Uint8Array<ArrayBuffer> {
  const picture = Buffer.from(makePngBomb(WIDTH, HEIGHT));
  const padding = bytes - picture.length - 12;
  const chunk = Buffer.alloc(padding + 12, 0x62);
  chunk.writeUInt32BE(padding, 0);
  chunk.write('zzZz', 4, 'latin1');
  return new Uint8Array(Buffer.concat([picture.subarray(0, -12), chunk, picture.subarray(-12)]));
}

test(
  `${storm.rounds} kills while uploading`,
  async () => {
    const data = folderForTest();
    await using database = await createTestDatabase();
    const bytes = makeFile(3 * PART_BYTES + 12_345);
    const count = Math.ceil(bytes.length / PART_BYTES);
    const temporary = join(data, 'temporary');
    mkdirSync(temporary, { mode: 0o711 });
    const start = (): Promise<House> =>
      startHouse({ data, databaseUrl: database.url, environment: { LOG_LEVEL: 'warn', TMPDIR: temporary } });
    let livehouse = await start();
    await using sql = connectTo(database.url);
    const { cookie } = await createResident(sql);
    const call = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${livehouse.address}${path}`, {
        ...init,
        headers: { cookie, origin: livehouse.address, ...Object.fromEntries(new Headers(init.headers)) },
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
      for (const round of storm) {
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
        await Promise.all([livehouse.kill(), running.catch(() => undefined)]);
        livehouse = await start();

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
        expect(now.attachment).toMatchObject({ status: 'ready', width: WIDTH, height: HEIGHT, displayWidth: 4096 });
        const original = await call(`${attachmentPath(id)}/content?variant=original`);
        expect(Bun.SHA256.hash(await original.bytes(), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'));
        const deleted = await call(attachmentPath(id), { method: 'DELETE' });
        expect(deleted.status).toBe(200);
      }
      // Every file was deleted, so no object and no partial file is left.
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
      // The last process that was killed left work folders at most until the next one was ready.
      const folders = (): readonly string[] =>
        readdirSync(temporary).filter((name) => name.startsWith('livehouse-work-'));
      while (folders().length > 0 && Date.now() < deadline) await Bun.sleep(100);
      expect(folders()).toEqual([]);
    } finally {
      await livehouse.kill();
    }
  },
  { timeout: storm.rounds * 60_000 + 60_000 },
);
