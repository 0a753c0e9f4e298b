// The guide for programs: every command that it shows works as it is, and its bot runs.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const HTML = { accept: 'text/html', 'accept-language': 'en' };

const world = await keepOpen(openWorld());
const releaseId = (await world.publish(SAMPLE)).releaseId;
await world.untilThere('/api/v1/servers/demo/catalog/query/cards');

const unescaped = (text: string): string =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
async function commandsOf(address: World): Promise<readonly string[]> {
  const answer = await address.fetch('/developers', { headers: HTML });
  expect(answer.status).toBe(200);
  return [...(await answer.text()).matchAll(/<code>([\s\S]*?)<\/code>/g)].map(([, text = '']) => unescaped(text));
}

test('its addresses answer, with names of this instance', async () => {
  const commands = (await commandsOf(world)).filter((text) => text.startsWith('curl'));
  expect(commands.length).toBe(8);
  expect(commands.some((text) => text.includes(releaseId))).toBe(true);
  for (const command of commands) {
    const address = /'(http[^']+)'$/.exec(command)?.[1] ?? '';
    expect(address.startsWith(world.address)).toBe(true);
    const expected = address.includes('/nobody/') ? 404 : address.includes('/community/') ? 401 : 200;
    expect([address, (await fetch(address)).status]).toEqual([address, expected]);
  }
});

test('its bot runs as it is', async () => {
  const bot = (await commandsOf(world)).find((text) => text.startsWith('const base')) ?? '';
  const folder = folderForTest();
  const path = join(folder, 'bot.mjs');
  await Bun.write(path, bot);
  await using child = Bun.spawn([process.execPath, path], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: {},
    killSignal: 'SIGKILL',
  });
  const { value } = await child.stdout.getReader().read();
  expect(Buffer.from(value ?? []).toString()).toContain(`Watching demo at ${releaseId}`);
});

test('its client is one file, and the program that uses it runs as it is', async () => {
  const commands = await commandsOf(world);
  const address = commands.map((text) => /-o livehouse\.mjs '(http[^']+)'$/.exec(text)?.[1]).find((one) => one) ?? '';
  const program = commands.find((text) => text.startsWith('import { connect } from "./livehouse.mjs"')) ?? '';
  const folder = folderForTest();
  await Bun.write(join(folder, 'livehouse.mjs'), await (await fetch(address)).text());
  await Bun.write(join(folder, 'program.mjs'), program);
  await using child = Bun.spawn([process.execPath, 'program.mjs'], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
    env: {},
  });
  const [said, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect([code, complaint]).toEqual([0, '']);
  expect(said).toContain('prefix');
});

test('a first server without a list does not hide those of the next; without any list it says that', async () => {
  await using livehouse = await openWorld();
  using files = createSmallSnapshot({ server: 'aaa' });
  files.describe({ resources: {} });
  await livehouse.publish(files.directory);
  const read = async (): Promise<string> => (await livehouse.fetch('/developers', { headers: HTML })).text();
  expect(await read()).toContain('No list published yet');
  expect(await read()).not.toContain('Nothing published yet');
  await livehouse.publish(SAMPLE);
  await livehouse.until(async () => (await commandsOf(livehouse)).length > 3);
  const commands = await commandsOf(livehouse);
  expect(commands.filter((text) => text.startsWith('curl')).length).toBe(8);
  expect(commands.some((text) => text.includes('/servers/demo/cards/'))).toBe(true);
}, 30_000);

test('without a release it says so; it is kept and has an entity tag', async () => {
  await using empty = await openWorld();
  expect((await commandsOf(empty)).length).toBe(3);
  const etag = (await world.fetch('/developers', { headers: HTML })).headers.get('etag') ?? '';
  expect((await world.fetch('/developers', { headers: { ...HTML, 'if-none-match': etag } })).status).toBe(304);
});
