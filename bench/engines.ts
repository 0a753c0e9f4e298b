// What the engines cost: the release plane with its objects on S3 (warm copies) beside the same release on disk; two worker
// processes on two cores beside one process on one; an upload of 128 MiB through the service to S3 beside the same bytes
// sent straight to S3. Needs an S3-compatible server: bash tests/engines/with-s3.sh node bin/bun.js bench/run.ts engines
//
// The load shares the cores. So each pair is measured in turns in one run, and CPU time an answer stands beside the rate:
// work of others on the machine disturbs it least. Two workers get both cores, wrk among them; one process gets a core of
// its own and wrk the other, so the rate of two is understated by what wrk takes.
import { join } from 'node:path';
import { openS3Client } from '../src/platform/objects/s3/client.ts';
import { beginUpload, completeUpload, uploadPart } from '../src/platform/objects/s3/upload.ts';
import { connectTo, createTestDatabase, type TestDatabase } from '../tests/fixtures/database.ts';
import { createResident, type House, startHouse } from '../tests/fixtures/house-process.ts';
import { makePngBomb } from '../tests/fixtures/pictures.ts';
import { runJson } from '../tests/fixtures/run-command.ts';
import { createS3Store } from '../tests/fixtures/s3-store.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../tests/fixtures/small-snapshot.ts';
import { withFolder } from './livehouse.ts';
import { formatTable, medianOf, readChildren, readCpuSeconds, sumOf } from './machine.ts';
import { requirePeer } from './peers.ts';
import type { Scale } from './scale.ts';

const MEBIBYTE = 1024 * 1024;
const PART_BYTES = 8 * MEBIBYTE;
const UPLOAD_BYTES = 128 * MEBIBYTE;
const PARTS_AT_ONCE = 4;
const CONNECTIONS = 32;
const CORES = { first: '0', second: '1', both: '0,1' } as const;

interface Read {
  readonly name: string;
  readonly path: string;
  readonly range?: string;
}

const SONGS = Array.from({ length: 20 }, (_, i) => `id=${i + 1}`).join('&');
const READS: readonly Read[] = [
  { name: 'entity', path: '/api/v1/servers/jp/songs/3' },
  { name: 'batch of 20', path: `/api/v1/servers/jp/songs?${SONGS}` },
  { name: '64 KiB range of 4 MiB', path: '/assets/jp/Assets/large.bin', range: 'bytes=65536-131071' },
  { name: 'whole 4 MiB', path: '/assets/jp/Assets/large.bin' },
];

interface Run {
  readonly rate: number;
  readonly answers: number;
  readonly cpuSeconds: number;
}

interface Contestant {
  readonly livehouse: House;
  /** Cores of the load. */
  readonly loadCores: string;
}

/** CPU seconds of a house and of the workers that it supervises. */
const cpuSecondsOf = ({ child }: House): number => sumOf([child.pid, ...readChildren(child.pid)].map(readCpuSeconds));

async function load({ livehouse, loadCores }: Contestant, read: Read, seconds: number): Promise<Run> {
  const before = cpuSecondsOf(livehouse);
  const child = Bun.spawn(
    [
      ...[requirePeer('taskset'), '-c', loadCores, requirePeer('wrk'), '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`],
      ...(read.range === undefined ? [] : ['-H', `Range: ${read.range}`]),
      `${livehouse.address}${read.path}`,
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const text = await new Response(child.stdout).text();
  await child.exited;
  const answers = Number(/(\d+) requests in/.exec(text)?.[1] ?? 0);
  if (answers === 0 || /Non-2xx|Socket errors/.test(text)) throw new Error(`${read.name}: ${text}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? Number.NaN);
  return { rate, answers, cpuSeconds: cpuSecondsOf(livehouse) - before };
}

/** One read against both, in turns, each first every other time; the first round does not count. */
async function compare(one: Contestant, other: Contestant, read: Read, { rounds, seconds }: Scale) {
  const runs: { readonly one: Run; readonly other: Run }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const isTurned = round % 2 === 1;
    const before = isTurned ? await load(other, read, seconds) : await load(one, read, seconds);
    const after = isTurned ? await load(one, read, seconds) : await load(other, read, seconds);
    if (round > 0) runs.push(isTurned ? { one: after, other: before } : { one: before, other: after });
  }
  const microseconds = (side: 'one' | 'other'): number =>
    (sumOf(runs.map((pair) => pair[side].cpuSeconds)) / sumOf(runs.map((pair) => pair[side].answers))) * 1e6;
  const [oneCpu, otherCpu] = [microseconds('one'), microseconds('other')];
  const rateRatio = medianOf(runs.map((pair) => pair.other.rate / pair.one.rate));
  return { rateRatio, cpuRatio: otherCpu / oneCpu, oneCpu, otherCpu };
}

const HEAD = ['', 'rate ×', 'CPU/answer ×', 'µs', 'µs', 'goal'] as const;

async function compareReads(
  one: Contestant,
  other: Contestant,
  scale: Scale,
  judge: (rate: number, cpu: number) => string,
) {
  const rows: string[][] = [];
  for (const read of READS) {
    const { rateRatio, cpuRatio, oneCpu, otherCpu } = await compare(one, other, read, scale);
    const cells = [rateRatio.toFixed(2), cpuRatio.toFixed(2), oneCpu.toFixed(1), otherCpu.toFixed(1)];
    rows.push([read.name, ...cells, judge(rateRatio, cpuRatio)]);
  }
  process.stdout.write(`${formatTable(HEAD, rows)}\n`);
}

/** A figure is within its goal, or says by how much it is not. */
const isWithin = (good: boolean): string => (good ? 'met' : 'missed');

/** Prints the three comparisons. */
export async function benchEngines(scale: Scale): Promise<void> {
  const server = process.env.TEST_S3_URL;
  if (!server)
    throw new Error('no S3-compatible server: bash tests/engines/with-s3.sh node bin/bun.js bench/run.ts engines');
  await using database = await createTestDatabase();
  using snapshot = createSmallSnapshot();
  snapshot.write('assets/Assets/large.bin', crypto.getRandomValues(new Uint8Array(65_536)).toBase64().repeat(48));
  await withFolder(async (folder) => {
    await compareStores(folder, server, database, snapshot, scale);
    await compareProcesses(folder, database, scale);
    await compareUploads(folder, server, database, scale);
  });
}

async function compareStores(
  folder: string,
  server: string,
  database: TestDatabase,
  snapshot: SmallSnapshot,
  scale: Scale,
): Promise<void> {
  const store = createS3Store(server);
  const [disk, s3] = [join(folder, 'disk'), join(folder, 's3')];
  await publish(disk, snapshot.directory, {});
  await publish(s3, snapshot.directory, store.environment);
  const prefix = [requirePeer('taskset'), '-c', CORES.first];
  const args = ['--no-worker'];
  const environment = { LOG_LEVEL: 'warn' };
  const onDisk = await startHouse({ data: disk, databaseUrl: database.url, prefix, args, environment });
  try {
    const remote = { data: s3, databaseUrl: database.url, prefix, args };
    const onS3 = await startHouse({ ...remote, environment: { ...environment, ...store.environment } });
    try {
      process.stdout.write('objects on S3, copies warm, by objects on disk (rate ≥ 0.95, or CPU ≤ 1.05)\n');
      const [one, other] = [onDisk, onS3].map((livehouse) => ({ livehouse, loadCores: CORES.second }));
      if (one === undefined || other === undefined) throw new Error('there are two');
      await compareReads(one, other, scale, (rate, cpu) => isWithin(rate >= 0.95 || cpu <= 1.05));
    } finally {
      await onS3.stop();
    }
  } finally {
    await onDisk.stop();
  }
}

async function publish(data: string, directory: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  try {
    const { code, stderr } = await runJson(data, 'publish', directory);
    if (code !== 0) throw new Error(stderr);
  } finally {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

async function compareProcesses(folder: string, database: TestDatabase, scale: Scale): Promise<void> {
  const shared = { data: join(folder, 'disk'), databaseUrl: database.url, environment: { LOG_LEVEL: 'warn' } };
  const taskset = requirePeer('taskset');
  const one = await startHouse({ ...shared, args: ['--no-worker'], prefix: [taskset, '-c', CORES.first] });
  try {
    const args = ['--no-worker', '--workers', '2'];
    const two = await startHouse({ ...shared, args, prefix: [taskset, '-c', CORES.both] });
    try {
      process.stdout.write(
        '\ntwo workers on both cores, wrk among them, by one process on a core of its own (cores by CPU ≥ 1.7)\n',
      );
      const lone = { livehouse: one, loadCores: CORES.second };
      const pair = { livehouse: two, loadCores: CORES.both };
      // As many answers as two cores give at this CPU time an answer, by what one gives.
      await compareReads(lone, pair, scale, (_rate, cpu) => `${(2 / cpu).toFixed(2)} ${isWithin(2 / cpu >= 1.7)}`);
    } finally {
      await two.stop();
    }
  } finally {
    await one.stop();
  }
}

async function compareUploads(folder: string, server: string, database: TestDatabase, scale: Scale): Promise<void> {
  const store = createS3Store(server);
  const client = openS3Client(store.s3);
  const bytes = new Uint8Array(UPLOAD_BYTES);
  bytes.set(makePngBomb(64, 64));
  const livehouse = await startHouse({
    data: join(folder, 'uploads'),
    databaseUrl: database.url,
    args: ['--no-worker'],
    environment: { LOG_LEVEL: 'warn', QUOTAS: 'off', ...store.environment },
  });
  await using sql = connectTo(database.url);
  try {
    const { cookie } = await createResident(sql);
    const headers = { cookie, origin: livehouse.address };
    const [straight, through, cpu]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= Math.min(3, scale.rounds); round++) {
      const direct = await timed(() => sendStraight(client, `attachments/v1/bench-${round}/original`, bytes));
      const before = cpuSecondsOf(livehouse);
      const ours = await timed(() => sendThrough(livehouse.address, headers, bytes, round));
      if (round === 0) continue;
      straight.push(direct);
      through.push(ours);
      cpu.push((cpuSecondsOf(livehouse) - before) * 1000);
    }
    const ratio = medianOf(through.map((ms, i) => ms / (straight[i] ?? Number.NaN)));
    process.stdout.write(
      `\n128 MiB in 16 parts, ${PARTS_AT_ONCE} at a time: through to S3 ${medianOf(through).toFixed(0)} ms (${medianOf(cpu).toFixed(0)} ms of CPU), straight ${medianOf(straight).toFixed(0)} ms, time × ${ratio.toFixed(2)}\n`,
    );
  } finally {
    client.close();
    await livehouse.stop();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** Runs `work` for each part, a few at a time. */
async function eachPart(work: (number: number, start: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: UPLOAD_BYTES / PART_BYTES }, (_, i) => i + 1);
  const lane = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      await work(number, (number - 1) * PART_BYTES);
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane));
}

/** As any client of S3 would: each part with its digest, then the joining. */
async function sendStraight(client: ReturnType<typeof openS3Client>, key: string, bytes: Uint8Array<ArrayBuffer>) {
  const uploadId = await beginUpload(client, key);
  const parts: { number: number; etag: string }[] = [];
  await eachPart(async (number, start) => {
    const body = bytes.subarray(start, start + PART_BYTES);
    const sha256 = new Bun.CryptoHasher('sha256').update(body).digest('hex');
    parts.push({ number, etag: await uploadPart(client, { key, uploadId, number, body, sha256, patient: true }) });
  });
  const outcome = await completeUpload(
    client,
    key,
    uploadId,
    parts.toSorted((a, b) => a.number - b.number),
  );
  if (outcome !== undefined) throw new Error(`the parts could not be joined (${outcome})`);
}

async function sendThrough(
  address: string,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array<ArrayBuffer>,
  round: number,
): Promise<void> {
  const uploads = `${address}/api/v1/community/uploads`;
  const reserved = await fetch(`${uploads}/intents`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `bench-engines-round-${round}` },
    body: JSON.stringify({ fileName: 'bench.png', mediaType: 'image/png', size: bytes.length }),
  });
  const text = await reserved.text();
  if (reserved.status !== 201) throw new Error(`the intent was answered ${reserved.status}: ${text}`);
  const { attachment }: { attachment: { id: string } } = JSON.parse(text);
  await eachPart(async (number, start) => {
    const answer = await fetch(`${uploads}/${attachment.id}/parts/${number}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes.subarray(start, start + PART_BYTES),
    });
    if (answer.status !== 200) throw new Error(`a part was answered ${answer.status}: ${await answer.text()}`);
  });
  const completed = await fetch(`${uploads}/${attachment.id}/complete`, { method: 'POST', headers });
  if (completed.status !== 202)
    throw new Error(`completion was answered ${completed.status}: ${await completed.text()}`);
}
