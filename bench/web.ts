// Pages as strangers get them, on one core without a socket: the home page new each time (rendered, compressed) and kept,
// pages of the community, and the bytes that a page without and with islands loads.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { composeLivehouse } from '../src/app/compose.ts';
import { DERIVATIONS } from '../src/app/derivations.ts';
import { openObjects } from '../src/app/open-objects.ts';
import { publish } from '../src/features/release/publish/publish.ts';
import { checkConfig } from '../src/platform/config/config.ts';
import { PACKAGE_ROOT } from '../src/platform/config/package-root.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import type { Scale } from './scale.ts';
import { benchCommunityPages, seedCommunity } from './web-community.ts';
import { measureCalls, printFigure, printLine } from './web-figures.ts';
import { benchItemPages, hasItems, ITEMS } from './web-items.ts';

/** For the embedded database to start. */
const DATABASE_MS = 60_000;

const HEADERS = { 'accept-encoding': 'br', 'accept-language': 'ja' };

/** Prints pages a second and core, and bytes. */
export async function benchWeb({ seconds }: Scale): Promise<void> {
  await using test = await createTestDatabase();
  await using sql = connectTo(test.url);
  await seedCommunity(sql);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'livehouse-bench-web-'));
  const config = checkConfig({
    LIVEHOUSE_DATA: dataDirectory,
    PORT: '0',
    PROVIDER_URL: 'off',
    DATABASE_URL: test.url,
  });
  const log = openLog('error', { format: 'json', write: () => {} });
  const objects = openObjects(config);
  const plan = { objects, dataDirectory, derivations: DERIVATIONS, promote: true, dryRun: false };
  await publish({ ...plan, directory: join(PACKAGE_ROOT, 'examples', 'sample') });
  if (hasItems()) await publish({ ...plan, directory: ITEMS });
  const livehouse = composeLivehouse(config, log, { port: () => 8080 });
  try {
    await livehouse.start();
    await livehouse.settle(DATABASE_MS);
    const built = performance.now();
    await livehouse.preparePages();
    printLine('bundle built in', `${Math.round(performance.now() - built)} ms`);
    const get = async (path: string, headers: Record<string, string> = HEADERS): Promise<Response> =>
      livehouse.fetch(new Request(`http://localhost:8080${path}`, { headers }), () => '127.0.0.1');
    for (const path of ['/', '/about', '/catalog/demo/cards', '/catalog/demo/songs/1001']) {
      printFigure(`${path} kept`, await measureCalls(seconds, () => get(path)));
      // A theme makes a page of one's own.
      const own = { ...HEADERS, cookie: 'livehouse.theme=dark' };
      printFigure(`${path} new each time`, await measureCalls(seconds, () => get(path, own)));
      const plain = await measureCalls(seconds, () => get(path, { cookie: own.cookie, 'accept-language': 'ja' }));
      printFigure(`${path} new, not compressed`, plain);
      await printBytes(path, get);
    }
    if (hasItems()) await benchItemPages(get);
    else printLine('pages of items', 'not measured: npm ci --prefix examples/real/items');
    await benchCommunityPages(sql, seconds, get);
  } finally {
    await livehouse.close();
    await objects.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function printBytes(
  path: string,
  get: (path: string, headers?: Record<string, string>) => Promise<Response>,
): Promise<void> {
  // Nothing decodes the body here, so the page is asked for as it is.
  const html = await (await get(path, { 'accept-language': 'ja' })).text();
  const files = [...html.matchAll(/(?:href|src)="(\/web\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  const sizes = { js: 0, css: 0 };
  for (const file of new Set(files)) {
    const bytes = await (await get(file)).bytes();
    const isCoded = (await get(file)).headers.get('content-encoding') === 'br';
    const size = isCoded ? bytes.byteLength : brotliCompressSync(bytes).byteLength;
    sizes[file.endsWith('.js') ? 'js' : 'css'] += size;
  }
  const coded = brotliCompressSync(html).byteLength;
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
  printLine(`${path} compressed`, `HTML ${kib(coded)}, script ${kib(sizes.js)}, style ${kib(sizes.css)}`);
}
