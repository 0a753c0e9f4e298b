// Measures pages with Lighthouse: the home page, a list, a song and the feed, as a phone and as a desk. Exits 1 if the median of a
// score is below 99. Needs a machine without other work: scores of performance depend on it.
//
//   TEST_CHROMIUM=… TEST_LIGHTHOUSE=…/cli/index.js node bin/bun.js tools/check-lighthouse.ts [--runs=3] [--only=WORD,WORD]
import { parseArgs } from 'node:util';
import { fillCommunity } from '../tests/fixtures/lively-community.ts';
import { openPageStage } from '../tests/fixtures/page-stage.ts';

const SCORE_MIN = 99;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const PAGES = {
  home: '/',
  list: '/catalog/demo/cards',
  song: '/catalog/demo/songs/1001',
  feed: '/community?scope=latest',
} as const;
const DEVICES = { phone: [], desk: ['--preset=desktop'] } as const;
const NAME_CHARACTERS = 12;

type Category = (typeof CATEGORIES)[number];
type Scores = Readonly<Record<Category, number>>;

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
}

/** The parts of a report that are read. */
interface Report {
  readonly categories: Readonly<
    Record<Category, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

const [cli, chromium] = [process.env.TEST_LIGHTHOUSE, process.env.TEST_CHROMIUM];
if (cli === undefined || chromium === undefined) throw new Error('TEST_LIGHTHOUSE or TEST_CHROMIUM names no program');
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, only: { type: 'string' } } });
const words = values.only?.split(',');

async function measure(address: string, more: readonly string[]): Promise<Report> {
  const command = [
    ...['node', String(cli), address, '--quiet', '--output=json', ...more],
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
  ];
  const program = Bun.spawn(command, {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, CHROME_PATH: String(chromium) },
  });
  const [text, complaint] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
  ]);
  if ((await program.exited) !== 0) throw new Error(`Lighthouse failed: ${complaint.slice(-2000)}`);
  const report: Report = JSON.parse(text);
  return report;
}

const scoresOf = ({ categories }: Report): Scores => {
  const scoreOf = (name: Category): number => Math.round((categories[name].score ?? 0) * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
  };
};

/** What lowers the scores of a report. */
const findingsOf = ({ categories, audits }: Report): readonly string[] =>
  CATEGORIES.flatMap((name) =>
    categories[name].auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isBad = weight > 0 && audit?.score !== undefined && audit.score !== null && audit.score < 0.9;
      return isBad ? [`${name}: ${audit.title} (${id}, ${audit.score})`] : [];
    }),
  );

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

await using stage = await openPageStage();
await fillCommunity(stage.accounts);
let missed = 0;
for (const [page, path] of Object.entries(PAGES)) {
  if (words?.some((word) => page.includes(word)) === false) continue;
  for (const [device, more] of Object.entries(DEVICES)) {
    const reports: Report[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) {
      reports.push(await measure(`${stage.world.address}${path}`, more));
    }
    const medians = CATEGORIES.map(
      (name) => [name, medianOf(reports.map((report) => scoresOf(report)[name]))] as const,
    );
    const figures = medians.map(([name, score]) => `${name} ${score}`).join(', ');
    process.stdout.write(`${`${page}, ${device}`.padEnd(NAME_CHARACTERS)} ${figures}\n`);
    if (medians.every(([, score]) => score >= SCORE_MIN)) continue;
    missed += 1;
    for (const finding of new Set(reports.flatMap(findingsOf))) process.stdout.write(`  ${finding}\n`);
  }
}
if (missed > 0) process.exitCode = 1;
