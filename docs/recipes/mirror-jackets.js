// @ts-check
// A mirror of all jackets: a folder with the jacket of every song. Run again, it fetches what is new or has changed, and
// removes what is gone.
//
//   node mirror-jackets.js https://example.org jackets
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { connect } from '@livehouse/client';

const [url = 'http://localhost:8080', folder = 'jackets'] = process.argv.slice(2);
const AT_ONCE = 4;
const NOTES = join(folder, 'etags.json');

/** @type {import('@livehouse/client').Livehouse<import('./demo.d.ts').Demo>} */
const house = connect(url);
const catalog = await house.catalog('demo').pinCurrent();
await mkdir(folder, { recursive: true });

/** Name of each file that is here, and its entity tag. */
/** @type {Record<string, string>} */
const before = JSON.parse(await readFile(NOTES, 'utf8').catch(() => '{}'));
/** @type {Record<string, string>} */
const after = {};
let fetched = 0;

/** @param {string} path as the song names it: `assets/…` */
async function mirror(path) {
  const name = basename(path);
  const known = before[name];
  const response = await house.api.assetRead(
    { server: 'demo', path: path.slice('assets/'.length), release: catalog.pinned },
    { headers: known === undefined ? {} : { 'If-None-Match': known } },
  );
  after[name] = response.headers.get('ETag') ?? '';
  if (response.status === 304 || response.body === null) return;
  // Nobody sees half a file, also if this program is ended now.
  await writeFile(join(folder, `${name}.part`), response.body);
  await rename(join(folder, `${name}.part`), join(folder, name));
  fetched += 1;
}

const paths = new Set();
for await (const { entity } of catalog.songs.query().where('jacket', '!=', null).fields('jacket'))
  paths.add(entity.jacket);
const waiting = [...paths];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await mirror(path);
  }),
);
const gone = Object.keys(before).filter((name) => !(name in after));
for (const name of gone) await rm(join(folder, name), { force: true });
await writeFile(NOTES, JSON.stringify(after));
console.log(`${paths.size} jackets: ${fetched} fetched, ${gone.length} removed`);
