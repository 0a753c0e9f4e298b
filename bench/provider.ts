// A warm provider collection against a release document of about the same size, in one process and one run, so that the
// median ratio of the rounds means something whatever else the machine does. Needs `wrk` (Debian package) on the path. Prints one JSON line.
//
//   node bin/bun.js bench/provider.ts [seconds]
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/platform/config/package-root.ts';
import { openSimulator } from '../tests/fixtures/provider-upstream/simulator.ts';
import { openWorld } from '../tests/world.ts';

const SECONDS = Number(process.argv[2] ?? 5);
const ROUNDS = 7;

/** Answers per second of one address. */
async function load(address: string, coding: string): Promise<number> {
  const child = Bun.spawn(['wrk', '-t1', '-c32', `-d${SECONDS}s`, '-H', `Accept-Encoding: ${coding}`, address], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`wrk failed: ${await new Response(child.stderr).text()}`);
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(text);
  if (failed !== null) throw new Error(`${failed[1]} answers were not good`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
}

async function sizeOf(address: string, coding: string): Promise<number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': coding }, decompress: false });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return (await answer.bytes()).byteLength;
}

await using simulator = await openSimulator();
await using world = await openWorld({ PROVIDER_URL: simulator.address, LOG_LEVEL: 'warn' });
const { server } = await world.publish(join(PACKAGE_ROOT, 'examples', 'sample'));
const document = `${world.address}/api/v1/servers/${server}/songs`;
// As many stories as make a collection of the document's size.
const MAIN_STORIES = '/api/misc/mainstories.5.json';
const STORY_BYTES = 477;
const stories: object = JSON.parse(Buffer.from(simulator.documentBytes(MAIN_STORIES) ?? []).toString());
const count = Math.round((await sizeOf(document, 'identity')) / STORY_BYTES);
simulator.replace(MAIN_STORIES, Object.fromEntries(Object.entries(stories).slice(0, count)));
const collection = `${world.address}/api/v1/game/provider/jp/stories/main`;

const results: Record<string, unknown> = {};
for (const coding of ['identity', 'br']) {
  const bytes = { provider: await sizeOf(collection, coding), release: await sizeOf(document, coding) };
  const provider: number[] = [];
  const release: number[] = [];
  // In turns, so that both see the same weather.
  for (let round = 0; round < ROUNDS; round++) {
    release.push(await load(document, coding));
    provider.push(await load(collection, coding));
  }
  const ratios = provider.map((perSecond, round) => perSecond / (release[round] ?? Number.NaN)).sort((x, y) => x - y);
  const ratio = Math.round((ratios[ROUNDS >> 1] ?? Number.NaN) * 100) / 100;
  results[coding] = { bytes, best: { provider: Math.max(...provider), release: Math.max(...release) }, ratio };
}
process.stdout.write(`${JSON.stringify(results)}\n`);
