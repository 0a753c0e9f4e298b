// Steps the wall clock of a running service by an hour, forwards and back, while its database keeps the right time. Sessions
// stay valid, limits keep their real waits, a new release appears, and jobs and uploads finish.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { POSTS } from '../fixtures/community.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { createResident, type House, speakFor, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectStatus, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const HOUR_MS = 3_600_000;
const PROFILE = '/api/v1/account/profile';
const FILE = '/assets/jp/Assets/media-1.txt';

async function until(condition: () => Promise<boolean>, what: string, timeoutMs = 20_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`in time: ${what}`);
    await Bun.sleep(50);
  }
}

test.each([
  ['forwards', HOUR_MS],
  ['back', -HOUR_MS],
] as const)(
  'the clock is stepped an hour %s',
  async (_way, shiftMs) => {
    const data = folderForTest();
    const shift = join(data, 'shift');
    await using database = await createTestDatabase();
    await using sql = connectTo(database.url);
    using snapshot = createSmallSnapshot();
    let livehouse: House | undefined;
    try {
      expect((await runJson(data, 'publish', snapshot.directory)).code).toBe(0);
      livehouse = await startHouse({
        data,
        databaseUrl: database.url,
        environment: {
          LIMITS: 'on',
          CLOCK_SHIFT_FILE: shift,
          BUN_OPTIONS: `--preload=${join(import.meta.dir, '..', 'fixtures', 'clock-shift.ts')}`,
        },
      });
      const { address, child } = livehouse;
      const resident = await createResident(sql);
      const speak = speakFor(resident, () => address);
      const read = async (): Promise<string> => (await fetch(`${address}${FILE}`)).text();
      // Often enough to be cached.
      for (let i = 0; i < 5; i++) expect(await read()).toBe('media 1');
      let limited = await speak('PATCH', PROFILE, { bio: 'one' });
      for (let i = 0; i < 30 && limited.status === 200; i++)
        limited = await speak('PATCH', PROFILE, { bio: `bio ${i}` });
      expect(limited.status).toBe(429);

      const stream = await fetch(`${address}/api/v1/community/notifications/stream`, { headers: speak.headers() });
      expect(stream.status).toBe(200);
      const streamed = stream.text();

      writeFileSync(shift, String(shiftMs));
      child.kill('SIGUSR2');
      await until(async () => {
        const told = (await fetch(`${address}${FILE}`, { method: 'HEAD' })).headers.get('date') ?? '';
        return Math.abs(Date.parse(told) - Date.now() - shiftMs) < 60_000;
      }, 'its clock is stepped');

      const still = await speak('PATCH', PROFILE, { bio: 'still' });
      if (still.status !== 200) {
        expect(still.status).toBe(429);
        expect(Number(still.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
      await expectOnlyStatus(speak('GET', PROFILE), 200);
      await expectOnlyStatus(speak('POST', POSTS, { body: 'After the step' }), 201);

      snapshot.write('assets/Assets/media-1.txt', 'changed');
      expect((await runJson(data, 'publish', snapshot.directory)).code).toBe(0);
      await until(async () => (await read()) === 'changed', 'the new release shows');

      const png = await makePng(64, 48);
      const reserved = await fetch(`${address}/api/v1/community/uploads/intents`, {
        method: 'POST',
        headers: {
          ...speak.headers(),
          'content-type': 'application/json',
          'idempotency-key': 'a-key-of-the-step-of-time',
        },
        body: JSON.stringify({ fileName: 'step.png', mediaType: 'image/png', size: png.length }),
      });
      const { id } = (await expectStatus<{ attachment: { id: string } }>(reserved, 201)).attachment;
      const sent = await fetch(`${address}/api/v1/community/uploads/${id}/content`, {
        method: 'PUT',
        headers: { ...speak.headers(), 'content-type': 'application/octet-stream' },
        body: png,
      });
      expect(sent.status).toBe(202);
      await until(async () => {
        const answer = await speak('GET', `/api/v1/community/attachments/${id}`);
        const { attachment } = await readJson<{ attachment: { status: string } }>(answer);
        return attachment.status === 'ready';
      }, 'the upload is ready');
      await until(async () => (await (await fetch(`${address}/readyz`)).text()).includes('"status":"ok"'), 'ready');
      await sql`delete from session where token = ${resident.sessionToken}`;
      // It ends with the session.
      const ended = await Promise.race([streamed.then(() => true), Bun.sleep(60_000).then(() => false)]);
      expect(ended).toBe(true);
      expect(await livehouse.stop()).toBe(0);
    } finally {
      await livehouse?.kill();
    }
  },
  120_000,
);
