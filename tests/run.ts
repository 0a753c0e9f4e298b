// Runs test lanes by name (`unit guard contract long storms adapters engines browser disk programs deploy`) in parallel processes and
// prints the counts in its last line. Exits with 1 when a test failed or a lane ran nothing. Any other word is a part of a path:
// only files whose path contains one of them run (`contract uploads gate-order`). With `--again`, a file in which a test failed runs once more, alone;
// if it then passes, the run succeeds and names the file as unsteady. With `--durations`, the duration of each file is recorded.
// With `--outcomes`, the run fails if a declared outcome of a route was not seen: by its lanes, or by earlier runs with the
// same file in LIVEHOUSE_SEEN. `contract` and `long` together see all of them.

import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREPARED_PAGES, preparePages } from './fixtures/prepared-pages.ts';
import { chooseTemporaryFolder } from './memory-folder.ts';
import { OUTCOMES_FILE } from './outcomes.ts';
import { checkOutcomes } from './outcomes-check.ts';

interface Lane {
  readonly paths: readonly string[];
  readonly timeoutMs: number;
  /** Test processes; default `PROCESSES`. */
  readonly processes?: number;
  /** Environment variables that must name its engines; without them the lane fails with a message. */
  readonly needs?: readonly string[];
  /** A file that runs before the others: what it waits for has the lowest priority, and would not come to it beside them. */
  readonly first?: string;
  /** Whether its tests may open pages, whose files are then built before; default true. */
  readonly servesPages?: false;
}

/** Tests wait for servers and clocks about half of their time. */
const PROCESSES = availableParallelism() * 2;

/**
 * How long each file takes, in milliseconds: the longest start first, so that no process is left with one of them at the end.
 * Only their order matters. Files that are not listed start last; `--durations` measures them all anew.
 */
const DURATIONS = './tests/durations.json';

const EXCUSES = join(import.meta.dir, 'outcomes-excused.txt');

/**
 * Pages and programs that ask the interface as everybody does, and tests of mails, limits, files and commands: they send no
 * statement that other tests do not send.
 */
const ASKS_THE_INTERFACE = new RegExp(
  [
    '^(?:web|client|compose|first|cors|gate|slow|tracing|request|own|large|anonymous|avatar)-',
    '^accounts-(?:forms|address|delivery|confirmation|pipeline)\\.',
    '^uploads-(?:examination|beside)\\.',
    '^(?:doctor|metrics|avatar)\\.',
  ].join('|'),
);

const LANES: Readonly<Record<string, Lane>> = {
  unit: { paths: ['./src', './packages'], timeoutMs: 20_000, servesPages: false },
  guard: { paths: ['./tests/guard'], timeoutMs: 60_000, servesPages: false },
  contract: { paths: ['./tests/contract'], timeoutMs: 120_000 },
  // Models with thousands of random steps, moves of whole installations, every operation of the document, tables large enough
  // for plans, a corpus of media, many guesses of passwords, commands and services that are each a process of their own.
  long: { paths: ['./tests/long'], timeoutMs: 120_000 },
  // Killed processes, shifted clocks, a lost database.
  storms: { paths: ['./tests/storms'], timeoutMs: 120_000 },
  browser: {
    paths: ['./tests/browser'],
    timeoutMs: 120_000,
    processes: 3,
    needs: ['TEST_CHROMIUM'],
    first: './tests/browser/film.test.ts',
  },
  // The client package, its recipes and a generated client, run by programs of other people.
  programs: {
    paths: ['./tests/programs'],
    timeoutMs: 120_000,
    needs: ['TEST_NODE', 'TEST_DENO', 'TEST_PYTHON', 'TEST_GENERATOR', 'TEST_PACKAGES', 'TEST_NGINX', 'TEST_CHROMIUM'],
  },
  disk: { paths: ['./tests/disk'], timeoutMs: 120_000, needs: ['TEST_SMALL_DISKS'] },
  // All of them use one slow server.
  adapters: { paths: ['./tests/adapters'], timeoutMs: 120_000, processes: 2, needs: ['TEST_S3_URL'] },
  // The service behind proxies with the files that are shipped; deploy/check.sh runs it.
  deploy: { paths: ['./tests/deploy'], timeoutMs: 120_000, needs: ['TEST_NGINX'] },
  engines: { paths: databaseTests(), timeoutMs: 120_000, needs: ['TEST_POSTGRES_URL'] },
};

/** The contract tests with a database, and the plans of large tables, which run again on an external server. */
function databaseTests(): readonly string[] {
  const folder = join(import.meta.dir, 'contract');
  const contract = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && !ASKS_THE_INTERFACE.test(name))
    .filter((name) => /fixtures\/(database|people)\.ts/.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => `./tests/contract/${name}`);
  return [...contract, './tests/long/community-plans.test.ts'];
}

const filesOf = ({ paths }: Lane): readonly string[] =>
  paths.flatMap((path) => (path.endsWith('.ts') ? [path] : [...new Bun.Glob(`${path}/**/*.test.ts`).scanSync('.')]));

/** What runs at once: the lane, or its first file and then the others. */
function partsOf(lane: Lane): readonly (readonly string[])[] {
  const { first, paths } = lane;
  if (first === undefined) return [paths];
  const [early, others] = [true, false].map((isFirst) => filesOf(lane).filter((file) => (file === first) === isFirst));
  return [early ?? [], others ?? []].filter((files) => files.length > 0);
}

/** The same lane with only those files whose path contains one of the words. */
function narrowLane(lane: Lane, wanted: readonly string[]): Lane {
  const files = filesOf(lane).filter((file) => wanted.some((word) => file.includes(word)));
  if (files.length === 0) throw new Error(`no test file is called ${wanted.join(' or ')}`);
  return { ...lane, paths: files };
}

interface Count {
  pass: number;
  fail: number;
  skip: number;
}

interface Run {
  readonly code: number;
  readonly text: string;
}

async function runTests(lane: Lane, paths: readonly string[], outcomes: string): Promise<Run> {
  const memory = chooseTemporaryFolder();
  const child = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      'test',
      `--parallel=${lane.processes ?? PROCESSES}`,
      `--timeout=${lane.timeoutMs}`,
      '--preload=./tests/seed.ts',
      // Of the tests of one file that may run at once: pages in one browser.
      '--max-concurrency=3',
      `--timings=${DURATIONS}`,
      ...(isMeasuring ? ['--update-timings'] : []),
      '--only-failures',
      ...paths,
    ],
    {
      stdout: 'pipe',
      stderr: 'pipe',
      env: {
        ...process.env,
        ...(memory && { TMPDIR: memory }),
        ...(existsSync(pages) && { [PREPARED_PAGES]: pages }),
        NO_COLOR: '1',
        [OUTCOMES_FILE]: outcomes,
      },
    },
  );
  const texts = await Promise.all([passThrough(child.stdout), passThrough(child.stderr)]);
  return { code: await child.exited, text: texts.join('\n') };
}

function countOf({ code, text }: Run): Count {
  const last = (word: string): number =>
    Number([...text.matchAll(new RegExp(`^\\s*(\\d+) ${word}`, 'gm'))].at(-1)?.[1] ?? 0);
  const count = { pass: last('pass'), fail: last('fail'), skip: last('skip') };
  if (code !== 0 && count.fail === 0) count.fail = 1;
  return count;
}

/** Files with failed tests, from Bun's output: the name of a file, its output, a line for each failed test. */
function failedFiles(text: string): readonly string[] {
  const files = new Set<string>();
  let file: string | undefined;
  for (const line of text.split('\n')) {
    file = /^(\S+\.test\.ts):$/.exec(line)?.[1] ?? file;
    if (line.startsWith('(fail) ') && file !== undefined) files.add(`./${file}`);
  }
  return [...files];
}

const unsteady: string[] = [];

/** Runs each file with a failed test again, alone. The lane passes if all of them pass then. */
async function runAgain(lane: Lane, first: Run, count: Count, outcomes: string): Promise<Count> {
  const files = failedFiles(first.text);
  // A crashed process names no file, and a crash is not repeated.
  if (files.length === 0) return count;
  process.stdout.write(`\n== once more: ${files.join(' ')}\n`);
  for (const file of files) {
    const again = countOf(await runTests(lane, [file], outcomes));
    if (again.fail > 0) return count;
  }
  unsteady.push(...files);
  return { pass: count.pass + count.fail, fail: 0, skip: count.skip };
}

async function runLane(name: string, lane: Lane, isAgain: boolean): Promise<Count> {
  process.stdout.write(`\n== ${name}\n`);
  const missing = (lane.needs ?? []).filter((variable) => !process.env[variable]);
  if (missing.length > 0) {
    process.stdout.write(`lane ${name} cannot run: set ${missing.join(', ')}\n`);
    return { pass: 0, fail: 1, skip: 0 };
  }
  if (lane.servesPages !== false) await preparePages(pages);
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-outcomes-'));
  const outcomes = join(folder, 'seen.txt');
  const count: Count = { pass: 0, fail: 0, skip: 0 };
  for (const paths of partsOf(lane)) {
    const run = await runTests(lane, paths, outcomes);
    let found = countOf(run);
    if (isAgain && found.fail > 0) found = await runAgain(lane, run, found, outcomes);
    count.pass += found.pass;
    count.fail += found.fail;
    count.skip += found.skip;
  }
  if (count.pass + count.fail === 0) {
    process.stdout.write(`lane ${name} ran no test\n`);
    count.fail = 1;
  }
  if (existsSync(outcomes)) appendFileSync(seen, readFileSync(outcomes));
  rmSync(folder, { recursive: true, force: true });
  return count;
}

async function passThrough(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stream) {
    process.stdout.write(piece);
    text += decoder.decode(piece, { stream: true });
  }
  return text;
}

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isAgain = process.argv.includes('--again');
const isMeasuring = process.argv.includes('--durations');
const seesOutcomes = process.argv.includes('--outcomes');
const seenFolder = mkdtempSync(join(tmpdir(), 'livehouse-outcomes-'));
const pages = join(seenFolder, 'pages');
const seen = process.env.LIVEHOUSE_SEEN ?? join(seenFolder, 'seen.txt');
const lanes = words.filter((word) => word in LANES);
const wanted = words.filter((word) => !(word in LANES));
if (lanes.length === 0) throw new Error(`name a lane: ${Object.keys(LANES).join(', ')}`);
const total: Count = { pass: 0, fail: 0, skip: 0 };
for (const name of lanes) {
  const lane = LANES[name];
  if (lane === undefined) continue;
  const count = await runLane(name, wanted.length === 0 ? lane : narrowLane(lane, wanted), isAgain);
  total.pass += count.pass;
  total.fail += count.fail;
  total.skip += count.skip;
}
// A failed test has seen fewer outcomes, so they are compared only when everything passed.
const problems = seesOutcomes && total.fail === 0 ? checkOutcomes(seen, EXCUSES) : [];
for (const problem of problems) process.stdout.write(`${problem}\n`);
total.fail += problems.length;
rmSync(seenFolder, { recursive: true, force: true });
for (const file of unsteady)
  process.stdout.write(`\nunsteady: ${file} failed and passed when run again: a bug to mend`);
process.stdout.write(
  `\n${total.pass} passed, ${total.fail} failed${total.skip > 0 ? `, ${total.skip} skipped` : ''}\n`,
);
process.exit(total.fail > 0 ? 1 : 0);
