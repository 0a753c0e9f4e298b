// Kills `livehouse publish --to` and the service that it publishes to, with SIGKILL and at random moments. Afterwards the
// current release is the old or the new one and verifies; the publication is taken up again, gets the release id of a
// publication on the machine, and what was received is not sent again. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { readPointer } from '../../src/features/release/store/store.ts';
import { verifyRelease } from '../../src/features/release/store/verify.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { createResident, type House, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { LIVEHOUSE, runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('remote-publish-crash', 5);
const LARGE_BYTES = 6_000_000;

test(
  `${storm.rounds} kills while publishing from elsewhere`,
  async () => {
    const [data, client, local] = [folderForTest(), folderForTest(), folderForTest()];
    await using database = await createTestDatabase();
    using snapshot = createSmallSnapshot({ media: 600 });
    await using sql = connectTo(database.url);
    const start = (port?: number): Promise<House> =>
      startHouse({ data, databaseUrl: database.url, ...(port === undefined ? {} : { port }) });
    let livehouse = await start();
    try {
      const { id, cookie } = await createResident(sql);
      await sql`update profile set role = 'administrator' where account_id = ${id}`;
      const made = await fetch(`${livehouse.address}/api/v1/account/tokens`, {
        method: 'POST',
        headers: { cookie, origin: livehouse.address, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'storm', scopes: ['publish'], servers: ['jp'] }),
      });
      const { secret }: { secret: string } = JSON.parse(await made.text());
      const publish = () =>
        Bun.spawn([...LIVEHOUSE, 'publish', snapshot.directory, '--to', livehouse.address, '--json'], {
          env: { ...process.env, LIVEHOUSE_DATA: client, LIVEHOUSE_TOKEN: secret, NO_COLOR: '1' },
          stdout: 'pipe',
          stderr: 'pipe',
          stdin: 'ignore',
        });
      const objects = openDiskObjects(join(data, 'objects'));
      const current = async (): Promise<string | undefined> => (await readPointer(objects, 'jp'))?.value?.releaseId;
      /** Bytes that the unfinished publication still waits for; undefined when there is none. */
      const readAwaited = async (): Promise<number | undefined> => {
        const [row]: { bytes: string | null }[] = await sql`
          select sum(o.bytes) as bytes from publication_object o join publication p on p.id = o.publication_id
          where p.state in ('open', 'committing') and o.received_at is null`;
        return row?.bytes == null ? undefined : Number(row.bytes);
      };
      let spanMs = 4_000;
      let old = await current();
      for (const round of storm) {
        for (let i = 0; i < 400; i++) snapshot.write(`assets/Assets/media-${i}.txt`, `round ${round} media ${i}`);
        snapshot.write('runtime/large.bin', Buffer.alloc(LARGE_BYTES, `round ${round} `));
        const expected = (await runJson(local, 'publish', snapshot.directory)).json.releaseId;
        const startedAt = performance.now();
        const child = publish();
        await Bun.sleep(Math.random() * spanMs);
        const isServer = round % 2 === 0;
        if (isServer) await livehouse.kill();
        else child.kill('SIGKILL');
        const between = await current();
        expect([old, expected]).toContain(between);
        if (between !== undefined) expect((await verifyRelease(objects, 'jp')).problems).toEqual([]);
        if (isServer) {
          livehouse = await start(livehouse.port);
        }
        const awaited = await readAwaited();
        let outcome = await new Response(child.stdout).text();
        const complaint = await new Response(child.stderr).text();
        // A client that lost its server goes on by itself; one that was killed is started again.
        if ((await child.exited) !== 0) {
          if (isServer) throw new Error(`it did not go on: ${outcome} ${complaint}`);
          const again = publish();
          outcome = await new Response(again.stdout).text();
          const said = await new Response(again.stderr).text();
          expect([await again.exited, said]).toEqual([0, expect.any(String)]);
          // What had arrived is not sent again. The line has one decimal place.
          const [, digits = '', unit = ''] = /sent {2}([\d.]+) (bytes|KiB|MiB)/.exec(said) ?? [];
          const sent = Number(digits) * (unit === 'MiB' ? 1024 ** 2 : unit === 'KiB' ? 1024 : 1);
          if (awaited !== undefined) expect(sent).toBeLessThan(awaited + 100_000);
        }
        expect(JSON.parse(outcome)).toMatchObject({ ok: true, releaseId: expected, promoted: true });
        expect(await current()).toBe(expected);
        expect((await verifyRelease(objects, 'jp')).problems).toEqual([]);
        if (round % 3 === 2) expect((await runJson(data, 'releases', 'gc', '--keep', '2')).json.ok).toBe(true);
        old = expected;
        spanMs = Math.min(6_000, performance.now() - startedAt);
      }
      await objects.close();
      const [row]: { n: string }[] =
        await sql`select count(*) as n from publication where state in ('open', 'committing')`;
      expect(Number(row?.n)).toBe(0);
    } finally {
      await livehouse.kill();
    }
  },
  { timeout: storm.rounds * 60_000 + 120_000 },
);
