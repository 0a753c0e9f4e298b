// Checks the HTML of every row of tests/browser/pages.ts with the Nu HTML checker, offline. Exits 1 if it finds errors. Pages are read
// as the server sends them, in English.
//
//   TEST_NU=vnu.jar node bin/bun.js tools/check-html.ts [--only=WORD,WORD]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PAGE_ROWS } from '../tests/browser/pages.ts';
import { fillCommunity } from '../tests/fixtures/lively-community.ts';
import { type OpenPageStage, openPageStage } from '../tests/fixtures/page-stage.ts';
import { type PageState, preparePage } from './pictures/take.ts';

const EXTRACT_MAX = 160;
const PAGES_SHOWN = 3;
const REDIRECTS_MAX = 3;

interface Message {
  readonly type: string;
  readonly url?: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
}

/** The HTML of a page, after redirects. */
async function readPage({ world }: OpenPageStage, { path, cookies }: PageState): Promise<string> {
  const headers = {
    accept: 'text/html',
    'accept-language': 'en',
    ...(cookies === undefined ? {} : { cookie: cookies }),
  };
  let address = path;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await world.fetch(address, { headers });
    const next = answer.headers.get('location');
    if (next === null) {
      const type = answer.headers.get('content-type') ?? '';
      if (!type.startsWith('text/html')) throw new Error(`${path} is ${type}`);
      return await answer.text();
    }
    await answer.body?.cancel();
    const { pathname, search } = new URL(next, world.address);
    address = `${pathname}${search}`;
  }
  throw new Error(`${path} redirects too often`);
}

/** What the checker finds in files. */
async function check(jar: string, files: readonly string[]): Promise<readonly Message[]> {
  const command = ['java', '-Xss2m', '-jar', jar, '--errors-only', '--format', 'json', '--exit-zero-always', ...files];
  const checker = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' });
  const text = await new Response(checker.stderr).text();
  if ((await checker.exited) !== 0) throw new Error(`the checker failed: ${text.slice(-2000)}`);
  const { messages }: { readonly messages: readonly Message[] } = JSON.parse(text);
  return messages;
}

/** One line for each kind of error, with the pages that have it. */
function describe(messages: readonly Message[]): readonly string[] {
  const kinds = new Map<string, Message[]>();
  for (const message of messages) {
    const known = kinds.get(message.message);
    if (known === undefined) kinds.set(message.message, [message]);
    else known.push(message);
  }
  return [...kinds].map(([text, found]) => {
    const pages = [...new Set(found.map(({ url = '' }) => basename(url, '.html')))];
    const more = pages.length > PAGES_SHOWN ? ` and ${pages.length - PAGES_SHOWN} more` : '';
    const extract = found[0]?.extract?.replace(/\s+/g, ' ').slice(0, EXTRACT_MAX) ?? '';
    return `${text}\n  ${pages.slice(0, PAGES_SHOWN).join(', ')}${more}\n  ${extract}`;
  });
}

const jar = process.env.TEST_NU;
if (jar === undefined) throw new Error('TEST_NU names no jar of the Nu HTML checker');
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const words = values.only?.split(',');
const rows = PAGE_ROWS.filter(({ name }) => words?.some((word) => name.includes(word)) ?? true);

const folder = mkdtempSync(join(tmpdir(), 'livehouse-html-'));
try {
  await using stage = await openPageStage();
  await fillCommunity(stage.accounts);
  const files: string[] = [];
  for (const row of rows) {
    const file = join(folder, `${row.name}.html`);
    await Bun.write(file, await readPage(stage, await preparePage(stage, row)));
    files.push(file);
  }
  const messages = await check(jar, files);
  for (const line of describe(messages)) process.stdout.write(`${line}\n`);
  process.stdout.write(`${files.length} pages, ${messages.length} errors\n`);
  if (messages.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
