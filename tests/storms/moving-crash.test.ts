// Kills exports and imports with SIGKILL at random moments and repeats them until they finish. An interrupted export is no
// export, and an installation with an interrupted import does not start. The result is the same byte by byte.
// LIVEHOUSE_STORM: how many kills of each.
import { expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '../fixtures/database.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { codesOf, contentOf, filesOf, type Place, runAt, startAt } from '../fixtures/moving.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { Storm } from '../fixtures/storm.ts';

const exporting = new Storm('moving-crash, exports', 2);
const importing = new Storm('moving-crash, imports', 2);
const KILLS = exporting.rounds;
const POSTS = 3000;

/** What must be the same afterwards: all except what jobs of the running service rewrite, and the time of the last export. */
const lasting = (folder: string): readonly (readonly [string, string])[] =>
  [...contentOf(folder)].filter(([name]) => !/^table (?:ranking|activity_window|instance_mark)/.test(name)).sort();

/** Runs a command and kills it after `delayMs`; returns whether it was killed before it ended. */
async function killAfter(place: Place, args: readonly string[], delayMs: number): Promise<boolean> {
  const child = startAt(place, ...args);
  const timer = setTimeout(() => child.kill('SIGKILL'), delayMs);
  await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await child.exited;
  clearTimeout(timer);
  return child.signalCode === 'SIGKILL';
}

const KILLS_AN_IMPORT = 10;

/** An empty installation to import into; disposing removes it. */
async function openTarget(root: string, turn: number) {
  const database = await createTestDatabase();
  const to = { LIVEHOUSE_DATA: join(root, `target-${turn}`), DATABASE_URL: database.url } satisfies Place;
  return {
    to,
    [Symbol.asyncDispose]: async () => {
      await database[Symbol.asyncDispose]();
      rmSync(to.LIVEHOUSE_DATA, { recursive: true, force: true });
    },
  };
}

/** More than the lane allows for a short storm. */
const TIMEOUT_MS = 120_000 + KILLS * 60_000;

test(
  'killed exports and imports are resumed, and incomplete ones are never accepted',
  async () => {
    const root = folderForTest();
    using snapshot = createSmallSnapshot({ media: 600 });
    await using home = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' });
    await home.world.publish(snapshot.directory);
    const person = await home.person();
    await home.sql`insert into post (id, author_id, title, body, excerpt, visibility, moderation_status, search_text, grams)
      select gen_random_uuid(), ${person.id}, 'Storm', repeat('wind ', 200), 'wind', 'public', 'allow', 'storm', ''::tsvector
      from generate_series(1, ${POSTS}::int)`;
    const from: Place = { LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl };

    const calm = join(root, 'calm');
    const startedAt = performance.now();
    expect((await runAt(from, ['export', calm])).json).toMatchObject({ ok: true });
    const exportMs = performance.now() - startedAt;
    const expected = lasting(calm);

    const folder = join(root, 'exported');
    let kills = 0;
    for (let tries = 0; kills < KILLS && tries < KILLS * 20 && !exporting.isOver; tries += 1) {
      // A finished export is removed, so that every kill hits an export that works.
      if (existsSync(join(folder, 'manifest.json'))) rmSync(folder, { recursive: true });
      const isKilled = await killAfter(from, ['export', folder], exportMs * (0.15 + 0.8 * Math.random()));
      if (!isKilled || !existsSync(folder) || existsSync(join(folder, 'manifest.json'))) continue;
      kills += 1;
      exporting.count();
      const taken = await runAt({ LIVEHOUSE_DATA: join(root, 'nobody') }, ['import', folder]);
      expect([taken.code, ['export_unfinished', 'export_missing'].includes(codesOf(taken)[0] ?? '')]).toEqual([
        1,
        true,
      ]);
    }
    exporting.tell();
    if (!exporting.isOver) expect(kills).toBe(KILLS);
    if (!existsSync(join(folder, 'manifest.json'))) {
      expect((await runAt(from, ['export', folder])).json).toMatchObject({ ok: true, problems: [] });
    }
    expect(lasting(folder)).toEqual(expected);
    expect([...filesOf(folder).keys()].filter((path) => /unfinished|\.tmp-/.test(path))).toEqual([]);

    const measured = await createTestDatabase();
    const importedAt = performance.now();
    const calmPlace: Place = { LIVEHOUSE_DATA: join(root, 'calm-target'), DATABASE_URL: measured.url };
    expect((await runAt(calmPlace, ['import', folder])).json).toMatchObject({ ok: true });
    const importMs = performance.now() - importedAt;
    await measured[Symbol.asyncDispose]();

    // An import needs more kills than one to get through, but not hundreds: a long storm imports several times.
    for (let turn = 0, kills = 0; kills < KILLS && turn < KILLS && !importing.isOver; turn += 1) {
      await using target = await openTarget(root, turn);
      const { to } = target;
      const unfinished = join(to.LIVEHOUSE_DATA, 'objects', 'imports');
      const most = Math.min(KILLS - kills, KILLS_AN_IMPORT);
      for (let kill = 0; kill < most && !importing.isOver; kill += 1) {
        // Each delay is longer, so that the last steps are hit as well.
        const delayMs = importMs * (0.2 + (0.8 * (kill + Math.random())) / most);
        if (!(await killAfter(to, ['import', folder], delayMs))) break;
        kills += 1;
        importing.count();
        if (!existsSync(unfinished)) continue;
        const served = await runAt({ ...to, PORT: '0' }, ['work']);
        expect([served.code, codesOf(served)]).toEqual([1, ['import_unfinished']]);
      }
      const last = await runAt(to, ['import', folder]);
      // The last kill may have come after the last step.
      if (last.code !== 0) expect(codesOf(last)).toEqual(['target_not_empty']);
      expect(existsSync(unfinished)).toBe(false);
      const again = join(root, 'again');
      expect((await runAt(to, ['export', again])).json).toMatchObject({ ok: true, problems: [] });
      expect(lasting(again)).toEqual(expected);
      rmSync(again, { recursive: true });
    }
    importing.tell();
  },
  TIMEOUT_MS,
);
