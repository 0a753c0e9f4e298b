// The recipes of docs/recipes, each run by Node 20 as its head says, in a project into which the package is installed, against
// a service with the sample. The page among them is tested in tests/browser/client-package.test.ts.
import { expect, test } from 'bun:test';
import { generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../packages/client/src/index.ts';
import { SAMPLE, withChangedSample } from '../fixtures/changed-sample.ts';
import { openClientProject } from '../fixtures/client-project.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { openWorld } from '../world.ts';

const ROOT = join(import.meta.dir, '../..');
const RECIPES = join(ROOT, 'docs/recipes');
const { TEST_NODE: NODE = '' } = process.env;

const project = await keepOpen(openClientProject());
cpSync(RECIPES, project.folder, { recursive: true });
const world = await keepOpen(openWorld());
await world.publish(SAMPLE);
await getReady(world.fetch, '/api/v1/servers/demo/catalog/query/cards');
writeFileSync(join(project.folder, 'demo.d.ts'), await connect(world.address).catalog('demo').declarations());

/** Runs a recipe to its end. */
async function run(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await project.run(NODE, ...words);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** Starts a recipe that does not end, with what it says so far. */
function start(words: readonly string[], variables: Readonly<Record<string, string>>) {
  const env = { ...process.env, ...variables };
  const child = Bun.spawn([NODE, ...words], { cwd: project.folder, env, stdout: 'pipe', stderr: 'inherit' });
  let said = '';
  const reading = (async () => {
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) said += piece;
  })();
  return {
    said: () => said,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await Promise.all([child.exited, reading]);
    },
  };
}

const scripts = readdirSync(RECIPES).filter((name) => name.endsWith('.js'));

test.each(scripts)(
  '%s is typed',
  async (script) => {
    const node = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true };
    expect(await project.check(script, { ...node, allowJs: true, checkJs: true })).toBe('');
  },
  60_000,
);

interface SampleCard {
  readonly cardId: number;
  readonly characterId: number;
  readonly cardType: string;
  readonly levelLimit: number;
  readonly stat: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

test('the card calculator finds the strongest team', async () => {
  const { cards }: { cards: SampleCard[] } = JSON.parse(readFileSync(join(SAMPLE, 'catalog/cards.json'), 'utf8'));
  const powerOf = ({ cardType, levelLimit, stat }: SampleCard): number =>
    Math.floor(
      Object.values(stat[levelLimit] ?? {}).reduce((sum, value) => sum + value) * (cardType === 'red' ? 1.5 : 1),
    );
  const best = new Map<number, number>();
  for (const card of cards) best.set(card.characterId, Math.max(powerOf(card), best.get(card.characterId) ?? 0));
  const expected = [...best.values()].toSorted((one, other) => other - one).slice(0, 5);
  const lines = (await run('card-calculator.js', world.address, 'red', '50')).trim().split('\n');
  expect(lines.map((line) => Number(line.split('\t')[0]))).toEqual([
    ...expected,
    expected.reduce((sum, power) => sum + power),
  ]);
  expect(lines[0]).toMatch(/^\d+\t\d+\t\w+ \w+: \w+/);
});

test('the mirror has every jacket, and then fetches only what has changed', async () => {
  const mirror = (): Promise<string> => run('mirror-jackets.js', world.address, 'jackets');
  const songs = await connect(world.address).catalog('demo').resource('songs').query().count();
  expect(await mirror()).toBe(`${songs} jackets: ${songs} fetched, 0 removed\n`);
  const own = join(SAMPLE, 'assets/Assets/Livehouse/Jackets');
  const here = join(project.folder, 'jackets');
  for (const name of readdirSync(here).filter((name) => name.endsWith('.png')))
    expect(readFileSync(join(here, name)).equals(readFileSync(join(own, name)))).toBe(true);
  expect(await mirror()).toBe(`${songs} jackets: 0 fetched, 0 removed\n`);
  await withChangedSample(
    'demo-jackets',
    [['catalog/songs.json', 'Jackets/1002.png', 'Jackets/1001.png']],
    async (folder) => {
      cpSync(join(own, '1004.png'), join(folder, 'assets/Assets/Livehouse/Jackets/1003.png'));
      await world.publish(folder);
    },
  );
  expect(await mirror()).toBe(`${songs - 1} jackets: 1 fetched, 1 removed\n`);
  expect(readdirSync(here)).not.toContain('1002.png');
  expect(readFileSync(join(here, '1003.png')).equals(readFileSync(join(own, '1004.png')))).toBe(true);
}, 60_000);

test('the news tell of a release and of what is new in it', async () => {
  const told: unknown[] = [];
  using chat = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      told.push(await request.json());
      return new Response(null, { status: 204 });
    },
  });
  await using news = start(['release-news.js', world.address, `http://127.0.0.1:${chat.port}/`], { SECONDS: '0.1' });
  await world.until(() => news.said().startsWith('watching'), 30_000);
  const change = ['catalog/cards.json', 'First Light', 'The First Light'] as const;
  await withChangedSample('demo-1.5.0', [change], (folder) => world.publish(folder));
  await world.until(() => told.length > 0, 30_000);
  expect(told[0]).toEqual({
    content: expect.stringMatching(/^\*\*demo-1\.5\.0\*\* is here\n(?:.*\n)*cards: 0 new, 1 changed, 0 gone\n/),
    allowed_mentions: { parse: [] },
  });
}, 60_000);

test('the bot answers a command of the chat, and nobody else', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  await getReady(world.fetch, '/api/v1/servers/demo/catalog/query/songs');
  await using bot = start(['chat-bot.js'], { LIVEHOUSE: world.address, PUBLIC_KEY: key, PORT: '0' });
  await world.until(() => bot.said().startsWith('listening'), 30_000);
  const port = /\d+/.exec(bot.said())?.[0];
  const send = async (interaction: object, isForged = false) => {
    const [time, body] = ['1700000000', JSON.stringify(interaction)];
    const signature = sign(null, Buffer.from(time + body + (isForged ? ' ' : '')), privateKey).toString('hex');
    const headers = { 'x-signature-ed25519': signature, 'x-signature-timestamp': time };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const ask = (words: string) => send({ type: 2, data: { name: 'song', options: [{ name: 'words', value: words }] } });
  expect(await send({ type: 1 })).toEqual({ status: 200, body: { type: 1 } });
  expect(await send({ type: 1 }, true)).toEqual({ status: 401, body: undefined });
  expect((await send({ type: 2, data: { name: 'other' } })).status).toBe(400);
  const { body } = await ask('lighthouse');
  const [embed] = body.data.embeds;
  expect(embed).toMatchObject({
    description: 'Saltglass Lanterns',
    url: `${world.address}/catalog/demo/songs/1001`,
    fields: [{ name: 'Charts', value: 'easy 7 · normal 15 · expert 22' }],
  });
  for (const address of [embed.url, embed.thumbnail.url])
    expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  expect((await ask('no such words')).body.data).toEqual({ content: 'There is no such song.', flags: 64 });
}, 60_000);
