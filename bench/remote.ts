// Publishing `minecraft-assets` (62,661 files) to another instance by `livehouse publish --to`, beside the same on this machine:
// the first time, with a hundredth of the files changed, and unchanged. A proxy between the two counts bytes and the time in
// which a connection is open, so that reading the snapshot is told apart from transfer and commit. Publisher and service share
// the cores of one machine.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { PROJECT_ROOT, publishSnapshot, requireExample, runMeasured, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import type { Scale } from './scale.ts';
import { createUploader, UPLOADER_SECRET } from './uploader.ts';

const ROUNDS = 3;
const READY_MS = 30_000;
const UNCHANGED_GOAL_SECONDS = 1;
const SERVER = 'minecraft-media';

/** One run of the command. */
interface Run {
  readonly seconds: number;
  /** While a connection was open; NaN on this machine. */
  readonly transferSeconds: number;
  readonly sent: number;
  readonly received: number;
}

const STEPS = ['first', 'one file in a hundred changed', 'unchanged'] as const;

/** Prints time and bytes of remote publications beside local ones. */
export async function benchRemote(scale: Scale): Promise<void> {
  const example = requireExample('minecraft-assets');
  const rounds = scale.roundsGiven ? scale.rounds : ROUNDS;
  const here = STEPS.map((): Run[] => []);
  const there = STEPS.map((): Run[] => []);
  await withFolder(async (folder) => {
    const snapshot = copySnapshot(example, join(folder, 'snapshot'));
    for (let round = 1; round <= rounds; round++) {
      const place = join(folder, `round-${round}`);
      mkdirSync(place);
      await using target = await openTarget(join(place, 'target'));
      for (const [step] of STEPS.entries()) {
        if (step === 1) changeSome(snapshot, round);
        await runMeasured(['sync', '-f', folder]);
        const { milliseconds } = await publishSnapshot(snapshot, join(place, 'local'));
        here[step]?.push({ seconds: milliseconds / 1000, transferSeconds: Number.NaN, sent: 0, received: 0 });
        await runMeasured(['sync', '-f', folder]);
        there[step]?.push(await publishTo(snapshot, join(place, 'publisher'), target));
      }
    }
  });
  const rows = STEPS.map((name, step) => present(name, here[step] ?? [], there[step] ?? []));
  const head = ['', 'here s', 'there s', '× here', 'of it connected s', 'MB sent', 'MB received', 'goal'];
  process.stdout.write(`${formatTable(head, rows)}\n`);
}

function present(name: (typeof STEPS)[number], here: readonly Run[], there: readonly Run[]): readonly string[] {
  const median = (runs: readonly Run[], read: (run: Run) => number): number => medianOf(runs.map(read));
  const local = median(here, ({ seconds }) => seconds);
  const remote = median(there, ({ seconds }) => seconds);
  const connected = median(there, ({ transferSeconds }) => transferSeconds);
  const isMet = connected < UNCHANGED_GOAL_SECONDS;
  return [
    name,
    local.toFixed(2),
    remote.toFixed(2),
    (remote / local).toFixed(2),
    connected.toFixed(2),
    median(there, ({ sent }) => sent / 1e6).toFixed(1),
    median(there, ({ received }) => received / 1e6).toFixed(1),
    name === 'unchanged' ? `connected < ${UNCHANGED_GOAL_SECONDS} s ${isMet ? 'met' : 'missed'}` : '',
  ];
}

/** The example with its files as own copies, so that some of them can be changed. */
function copySnapshot(example: string, folder: string): string {
  cpSync(example, folder, { recursive: true });
  return folder;
}

/** Changes every hundredth JSON or text file by a space at its end. */
function changeSome(snapshot: string, round: number): void {
  const tree = join(snapshot, 'node_modules', 'minecraft-assets', 'minecraft-assets', 'data');
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  for (const [index, name] of names.toSorted().entries()) {
    if (index % 100 !== round % 100) continue;
    const path = join(tree, name);
    writeFileSync(path, `${readFileSync(path, 'utf8')} `);
  }
  const descriptor = join(snapshot, 'snapshot.json');
  const { sourceId: _, ...rest }: Record<string, unknown> = JSON.parse(readFileSync(descriptor, 'utf8'));
  writeFileSync(descriptor, JSON.stringify({ ...rest, sourceId: `changed-${round}` }));
}

interface Target extends AsyncDisposable {
  /** Of the proxy. */
  readonly address: string;
  readonly token: string;
  /** What has passed since the last call, and the seconds in which a connection was open. */
  readPassed(): Promise<Pick<Run, 'transferSeconds' | 'sent' | 'received'>>;
}

/** An instance with a token to publish to it, behind a counting proxy. */
async function openTarget(data: string): Promise<Target> {
  mkdirSync(data, { recursive: true });
  const database = await createTestDatabase();
  const livehouse = await startLivehouse(data, {
    pinned: false,
    environment: { DATABASE_URL: database.url, AUTH_SECRET: UPLOADER_SECRET, LIMITS: 'off', PROVIDER_URL: 'off' },
  });
  const address = `http://127.0.0.1:${livehouse.port}`;
  await waitForDatabase(address);
  const { id, cookie } = await createUploader(database);
  await using sql = connectTo(database.url);
  await sql`update profile set role = 'administrator' where account_id = ${id}`;
  const made = await fetch(`${address}/api/v1/account/tokens`, {
    method: 'POST',
    headers: { cookie, origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: ['publish'], servers: [SERVER] }),
  });
  const { secret }: { secret: string } = JSON.parse(await made.text());
  const proxy = await openCountingProxy(livehouse.port);
  return {
    address: `http://127.0.0.1:${proxy.port}`,
    token: secret,
    readPassed: proxy.readPassed,
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      await livehouse.stop();
      await database[Symbol.asyncDispose]();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function waitForDatabase(address: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const checks = await (await fetch(`${address}/readyz`)).text();
    if (checks.includes('"database":"ok"') && checks.includes('"jobs":"ok"')) return;
    if (performance.now() > deadline) throw new Error(`the database did not become ready: ${checks}`);
    await Bun.sleep(20);
  }
}

async function publishTo(snapshot: string, data: string, target: Target): Promise<Run> {
  await target.readPassed();
  const command = [join(PROJECT_ROOT, 'bin', 'livehouse'), 'publish', snapshot, '--to', target.address, '--json'];
  const { milliseconds } = await runMeasured(command, { LIVEHOUSE_DATA: data, LIVEHOUSE_TOKEN: target.token });
  return { seconds: milliseconds / 1000, ...(await target.readPassed()) };
}

interface CountingProxy {
  readonly port: number;
  readPassed: Target['readPassed'];
  close(): Promise<void>;
}

async function openCountingProxy(target: number): Promise<CountingProxy> {
  let [sent, received, open, since, openMs] = [0, 0, 0, 0, 0];
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    if (open === 0) since = performance.now();
    open += 1;
    client.on('data', (piece) => {
      sent += piece.length;
    });
    upstream.on('data', (piece) => {
      received += piece.length;
    });
    client.pipe(upstream);
    upstream.pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('close', () => {
      open -= 1;
      if (open === 0) openMs += performance.now() - since;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    readPassed: async () => {
      // The end of the last connection is heard after the end of its process.
      while (open > 0) await Bun.sleep(5);
      const passed = { sent, received, transferSeconds: openMs / 1000 };
      [sent, received, openMs] = [0, 0, 0];
      return passed;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
