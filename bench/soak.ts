// A long run at a steady rate: `node bin/bun.js bench/soak.ts [--minutes=120] [--rate=40] [--out=FOLDER]`. People read the
// catalog and the community, write, like, upload pictures and delete, an operator publishes and collects, all on the embedded
// engines. Memory, descriptors, connections and disk are read every ten seconds; the result is a table, `soak.csv`, and one
// plot for each figure in `soak.svg`. What was written is deleted again after a while, so that everything should stay flat.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SQL } from 'bun';
import { EMBEDDED_DATABASE } from '../src/platform/database/embedded/cluster.ts';
import { SAMPLE } from '../tests/fixtures/changed-sample.ts';
import { createResident, startHouse } from '../tests/fixtures/house-process.ts';
import { runJson } from '../tests/fixtures/run-command.ts';
import { embeddedUrl, seedCluster } from '../tests/fixtures/seeded-cluster.ts';
import { describeMachine, formatTable, medianOf } from './machine.ts';
import { readSample, type SoakSample } from './soak-probe.ts';
import { openVisitors } from './soak-visitors.ts';

const SAMPLE_MS = 10_000;
const PUBLISH_MS = 180_000;
const PEOPLE = 12;
const ROWS = 12;
/** The part of the run in which caches and pools fill up, which is not compared. */
const WARM = 0.25;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '40' },
    out: { type: 'string', default: join(tmpdir(), 'livehouse-soak') },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
if (!(minutes > 0 && minutes <= 1440 && rate > 0 && rate <= 2000)) throw new Error('minutes to 1,440, rate to 2,000');

const data = mkdtempSync(join(tmpdir(), 'livehouse-soak-'));
const snapshot = join(data, 'snapshot');
let serial = 0;

/** Publishes the sample with another text, and collects all but the newest three releases. */
async function publish(): Promise<void> {
  serial += 1;
  writeFileSync(join(snapshot, 'assets', 'Assets', 'soak.txt'), `version ${serial}`);
  for (const command of [
    ['publish', snapshot],
    ['releases', 'gc', '--keep', '3'],
  ]) {
    const { code, json } = await runJson(data, ...command);
    if (code !== 0) throw new Error(`${command.join(' ')}: ${JSON.stringify(json)}`);
  }
}

/** Runs `work` every `stepMs` until the end; a failure ends the whole run. */
async function repeat(stepMs: number, end: number, work: () => Promise<void>): Promise<void> {
  for (let at = performance.now() + stepMs; at < end; at += stepMs) {
    await Bun.sleep(Math.max(0, at - performance.now()));
    await work();
  }
}

const FIGURES = ['resident', 'children', 'descriptors', 'connections', 'database', 'objects'] as const;

const MINUTE_MS = 60_000;

function report(samples: readonly SoakSample[]): string {
  const step = Math.max(1, Math.ceil(samples.length / ROWS));
  const rows: string[][] = [];
  for (let start = 0; start < samples.length; start += step) {
    const part = samples.slice(start, start + step);
    const last = part.at(-1);
    rows.push([
      `${((last?.atMs ?? 0) / MINUTE_MS).toFixed(0)} min`,
      ...FIGURES.map((name) => medianOf(part.map((sample) => sample[name])).toFixed(0)),
    ]);
  }
  return formatTable(
    ['until', 'service MiB', 'children MiB', 'descriptors', 'connections', 'database MiB', 'objects MiB'],
    rows,
  );
}

/** The middle of the last quarter over the middle of the quarter after the warm one. */
function growthOf(samples: readonly SoakSample[], name: (typeof FIGURES)[number]): number {
  const warm = samples.slice(Math.floor(samples.length * WARM));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const middle = (part: readonly SoakSample[]): number => medianOf(part.map((sample) => sample[name]));
  return middle(warm.slice(-third)) / Math.max(1, middle(warm.slice(0, third)));
}

const messageOf = (line: string): string => /"message":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 200);

const WIDTH = 720;
const HEIGHT = 120;

/** One plot below the other, each from zero. */
function plot(samples: readonly SoakSample[]): string {
  const last = samples.at(-1)?.atMs ?? 1;
  const plots = FIGURES.map((name, index) => {
    const most = Math.max(1, ...samples.map((sample) => sample[name]));
    const points = samples.map(
      (sample) =>
        `${((sample.atMs / last) * WIDTH).toFixed(1)},${(HEIGHT - 20 - (sample[name] / most) * (HEIGHT - 40)).toFixed(1)}`,
    );
    return `<g transform="translate(0 ${index * HEIGHT})"><text x="4" y="14">${name}: at most ${most.toFixed(0)}</text>
<polyline fill="none" stroke="#335" points="${points.join(' ')}"/></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${FIGURES.length * HEIGHT}" font-family="sans-serif" font-size="12">
<title>Figures over ${(last / MINUTE_MS).toFixed(0)} minutes</title>
<rect width="100%" height="100%" fill="#fff"/>${plots.join('\n')}</svg>\n`;
}

process.stdout.write(`${describeMachine()}\n${minutes} minutes at ${rate} requests a second\n`);
try {
  await seedCluster(data);
  cpSync(SAMPLE, snapshot, { recursive: true });
  await publish();
  const livehouse = await startHouse({
    data,
    databaseUrl: undefined,
    environment: { QUOTAS: 'off', LOG_LEVEL: 'warn' },
  });
  const sql = new SQL(embeddedUrl(data), { max: 1, database: EMBEDDED_DATABASE });
  const residents = [];
  for (let person = 0; person < PEOPLE; person += 1) residents.push(await createResident(sql));
  const visitors = openVisitors(livehouse.address, residents);
  const samples: SoakSample[] = [];
  const startedAt = performance.now();
  const end = startedAt + minutes * MINUTE_MS;
  await Promise.all([
    visitors.live(rate, end),
    repeat(SAMPLE_MS, end, async () => {
      samples.push(await readSample(performance.now() - startedAt, data, livehouse.child.pid, sql));
    }),
    repeat(PUBLISH_MS, end, publish),
  ]);
  mkdirSync(values.out, { recursive: true });
  const lines = samples.map((sample) =>
    [Math.round(sample.atMs / 1000), ...FIGURES.map((name) => sample[name])].join(','),
  );
  writeFileSync(join(values.out, 'soak.csv'), `${['seconds', ...FIGURES].join(',')}\n${lines.join('\n')}\n`);
  writeFileSync(join(values.out, 'soak.svg'), plot(samples));
  process.stdout.write(`${report(samples)}\n`);
  for (const name of FIGURES)
    process.stdout.write(`${name}: last third over first, without the start: ${growthOf(samples, name).toFixed(2)}\n`);
  process.stdout.write(`${visitors.describe()}\n`);
  const complaints = Map.groupBy(livehouse.log().trim().split('\n').filter(Boolean), messageOf);
  for (const [message, lines] of complaints) process.stdout.write(`in the log, ${lines.length} times: ${message}\n`);
  await sql.close();
  const code = await livehouse.stop();
  if (code !== 0 || visitors.failed > 0) process.exitCode = 1;
} finally {
  rmSync(data, { recursive: true, force: true });
}
