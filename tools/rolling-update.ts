// An update without downtime, rehearsed: `bash tests/engines/with-postgres.sh node bin/bun.js tools/rolling-update.ts EARLIER`.
// EARLIER is a checkout with its packages, or a commit. A process of the earlier version serves people; this version starts
// beside it on the same data directory and database and migrates under load; then every request goes to either of them, with
// the same sessions; then the earlier one stops. Exits with 1 when a request failed or something acknowledged is missing.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hashPassword } from 'better-auth/crypto';
import type { SQL } from 'bun';
import { publishSnapshot, withCheckout } from '../bench/livehouse.ts';
import { verifyRelease } from '../src/features/release/store/verify.ts';
import { openDiskObjects } from '../src/platform/objects/disk/objects.ts';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { ENABLE, PASSWORD, VERIFY } from '../tests/fixtures/factors.ts';
import { createResident, type House, startHouse } from '../tests/fixtures/house-process.ts';
import { Ledger } from '../tests/fixtures/ledger.ts';
import { expectStatus } from '../tests/fixtures/people.ts';
import { bePublisher, type Publisher } from '../tests/fixtures/publications.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../tests/fixtures/small-snapshot.ts';
import { totpCode } from '../tests/fixtures/totp.ts';
import {
  findLostUploads,
  keepMakingTokens,
  keepProvingTwice,
  keepPublishing,
  keepReading,
  keepSigningIn,
  keepUploading,
  Street,
  Visitor,
} from '../tests/fixtures/update-visitors.ts';

interface Rehearsal {
  readonly name: string;
  readonly origin: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether people write and an operator publishes; else they sign in and read. */
  readonly isLoaded: boolean;
}

const NAME = 'house.livehouse.invalid';
const REHEARSALS: readonly Rehearsal[] = [
  { name: 'reads and writes', origin: `http://${NAME}`, environment: { QUOTAS: 'off' }, isLoaded: true },
  // Cookies of https have names of their own, which versions may change. Limits are never off there.
  { name: 'sessions over https', origin: `https://${NAME}`, environment: { LIMITS: '' }, isLoaded: false },
];
const WRITERS = 3;
const EARLIER_SECONDS = 5;
const LATER_SECONDS = 5;

const USAGE =
  'usage: with-postgres.sh node bin/bun.js tools/rolling-update.ts CHECKOUT|COMMIT [--seconds 60]\n' +
  'It needs an outside PostgreSQL, which with-postgres.sh starts.\n';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seconds: { type: 'string' } } });
  const [earlier] = positionals;
  const seconds = Number(values.seconds ?? 60);
  if (earlier === undefined || !(seconds > 0) || !process.env.TEST_POSTGRES_URL) {
    process.stderr.write(USAGE);
    return 2;
  }
  const root = resolve(earlier);
  const isCheckout = existsSync(join(root, 'src', 'main.ts'));
  const run = async (checkout: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const rehearsal of REHEARSALS) {
      say(`${rehearsal.name}:`);
      found.push(...(await rehearse(checkout, seconds, rehearsal)));
    }
    return found;
  };
  const faults = await (isCheckout ? run(root) : withCheckout(earlier, run));
  for (const fault of faults.slice(0, 20)) process.stdout.write(`fault: ${fault}\n`);
  process.stdout.write(faults.length === 0 ? 'nothing failed and nothing is lost\n' : `${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
}

async function rehearse(root: string, seconds: number, plan: Rehearsal): Promise<readonly string[]> {
  const data = mkdtempSync(join(tmpdir(), 'livehouse-update-'));
  using snapshot = createSmallSnapshot();
  await using database = await createTestDatabase({ empty: true });
  await using sql = connectTo(database.url, { max: 2 });
  const houses: House[] = [];
  const start = async (version: { root?: string }): Promise<House> => {
    const environment = { BASE_URL: plan.origin, TRUSTED_PROXIES: '127.0.0.1/32', ...plan.environment };
    const livehouse = await startHouse({ data, databaseUrl: database.url, environment, ...version });
    houses.push(livehouse);
    return livehouse;
  };
  try {
    await publishSnapshot(snapshot.directory, data, root);
    const old = await start({ root });
    const street = new Street(plan.origin);
    street.houses = [old];
    const town = await settleIn(street, sql);
    const working = openWork(street, town, plan.isLoaded ? snapshot : undefined);
    await Bun.sleep(EARLIER_SECONDS * 1000);
    const beganAt = performance.now();
    const now = await start({});
    say(`started beside it after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`);
    street.houses = [old, now];
    await Bun.sleep(seconds * 1000);
    await street.leave(old);
    if ((await old.stop()) !== 0) street.faults.push('the earlier version did not end with 0');
    await Bun.sleep(LATER_SECONDS * 1000);
    const lost = await working.end(sql, data);
    for (const livehouse of [old, now]) tellCounts(street, livehouse, livehouse === old ? 'earlier' : 'this');
    if ((await now.stop()) !== 0) street.faults.push('this version did not end with 0');
    return [...street.faults, ...lost, ...houses.flatMap(errorsOf)];
  } finally {
    for (const livehouse of houses) await livehouse.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

function tellCounts(street: Street, { port }: House, name: string): void {
  const counts = [...(street.counts.get(port) ?? [])].sort(([a], [b]) => a - b);
  say(`answers of ${name} version: ${counts.map(([status, count]) => `${status}: ${count}`).join(', ')}`);
}

const errorsOf = (livehouse: House): readonly string[] =>
  livehouse
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => `${livehouse.port} ${line}`);

type Town = Awaited<ReturnType<typeof settleIn>>;

/** People who sign in at the earlier version. */
async function settleIn(street: Street, sql: SQL) {
  const hash = await hashPassword(PASSWORD);
  const move = async (role: string): Promise<Visitor> => {
    const resident = await createResident(sql);
    await sql`update profile set role = ${role} where account_id = ${resident.id}`;
    await sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
      values (${Bun.randomUUIDv7()}, ${resident.id}, 'credential', ${resident.id}, ${hash})`;
    return new Visitor(street, resident).signIn();
  };
  const writers: Visitor[] = [];
  while (writers.length < WRITERS) writers.push(await move('member'));
  const [guest, programmer, painter] = [await move('member'), await move('member'), await move('member')];
  const [moderator, administrator] = [await move('moderator'), await move('administrator')];
  const begun = await moderator.send('POST', ENABLE, {});
  const { totpURI: uri, backupCodes: codes } = await expectStatus<{ totpURI: string; backupCodes: string[] }>(
    begun,
    200,
  );
  await expectStatus(await moderator.send('POST', VERIFY, { code: totpCode(uri) }), 200);
  await sql`update two_factor set last_step = null`;
  const publisher = await bePublisher(
    { world: { fetch: (path, init) => street.fetch(path, init), until } },
    administrator,
    ['jp'],
  );
  return { writers, guest, programmer, painter, moderator, administrator, factors: { uri, codes }, publisher };
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await condition()); await Bun.sleep(50)) {
    if (Date.now() > end) throw new Error('the condition did not come true in time');
  }
}

/** Everybody begins. `end` stops them and finds what is missing. */
function openWork(street: Street, town: Town, snapshot: SmallSnapshot | undefined) {
  const ledger = new Ledger();
  const done = new Map<string, number>();
  const count = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1);
  const [secrets, uploads, promoted]: [string[], string[], string[]] = [[], [], []];
  const { guest, programmer, painter, moderator, administrator } = town;
  const publisher: Publisher = town.publisher;
  const stopWriting = ledger.begin(snapshot === undefined ? [] : town.writers.map((writer) => writer.asWriter()));
  const others = Promise.all([
    keepSigningIn(street, guest, count),
    keepProvingTwice(street, moderator, town.factors, count),
    keepReading(street, administrator),
    ...(snapshot === undefined
      ? []
      : [
          keepMakingTokens(street, programmer, secrets),
          keepUploading(street, painter, uploads, (text) => ledger.perhaps.add(text)),
          keepPublishing(street, { publisher, administrator, snapshot }, promoted),
        ]),
  ]);

  const findLost = async (sql: SQL, data: string): Promise<readonly string[]> => {
    const lost = [...(await ledger.audit(sql)), ...(await findLostUploads(painter, uploads))];
    if (ledger.unanswered > 0) lost.push(`${ledger.unanswered} writes had no answer`);
    for (const secret of secrets) {
      const { status } = await street.fetch('/api/v1/account/profile', {
        headers: { authorization: `Bearer ${secret}` },
      });
      if (status !== 200) lost.push(`a token is lost: ${status}`);
    }
    for (const visitor of [...town.writers, guest, programmer, painter, moderator, administrator]) {
      const { status } = await visitor.fetch('/api/v1/account/profile');
      if (status !== 200) lost.push(`the session of ${visitor.email} is lost: ${status}`);
    }
    const kept = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/v1/servers/jp/release/history?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: { releases: { releaseId: string; current: boolean }[]; nextCursor: string | null } =
        await expectStatus(await street.fetch(path), 200);
      for (const { releaseId, current } of page.releases) {
        kept.add(releaseId);
        if (current && promoted.length > 0 && releaseId !== promoted.at(-1))
          lost.push(`${releaseId} is current, not ${promoted.at(-1)}`);
      }
      cursor = page.nextCursor;
    }
    lost.push(...promoted.filter((releaseId) => !kept.has(releaseId)).map((releaseId) => `${releaseId} is lost`));
    const { problems } = await verifyRelease(openDiskObjects(join(data, 'objects')), 'jp');
    return [...lost, ...problems.map((problem) => JSON.stringify(problem))];
  };

  return {
    end: async (sql: SQL, data: string): Promise<readonly string[]> => {
      street.stop();
      await Promise.all([stopWriting(), others]);
      const { posts, comments, likes, acknowledged } = ledger;
      say(
        `acknowledged: ${acknowledged} writes of ${posts.size} posts, ${comments.size} comments, ${likes.size} likes; ` +
          `${uploads.length} uploads, ${promoted.length} promotions, ${secrets.length} kept tokens, ` +
          [...done].map(([what, times]) => `${times} ${what}`).join(', '),
      );
      return findLost(sql, data);
    },
  };
}

process.exit(await main());
