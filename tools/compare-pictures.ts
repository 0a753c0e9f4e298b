// Compares how pages and components look with an earlier version, which is the last commit that changed
// tests/browser/appearance.md. Both versions take their pictures here, so that they have the same browser and the same fonts, and no
// pictures are stored in the repository. Exits 1 if pictures differ, and writes a page with what differs.
//
//   TEST_CHROMIUM=… node bin/bun.js tools/compare-pictures.ts [--reference=COMMIT] [--only=WORD,WORD] [--out=DIR]
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT, withCheckout, withFolder } from '../bench/livehouse.ts';
import { runTool } from '../bench/machine.ts';
import { COMPARED_PAGES } from '../tests/browser/compared-pages.ts';
import { COMPONENT_ROWS } from '../tests/browser/components.tsx';
import { comparePictures } from './pictures/compare.ts';

const APPEARANCE = 'tests/browser/appearance.md';
const LANGUAGE = 'en';
/** Shares are printed in hundredths of a percent. */
const SHARE_DIGITS = 2;

const { values } = parseArgs({
  options: {
    reference: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'pictures-differ' },
  },
});

/** The gallery of a version, started by the Bun of this one. */
const gallery = (root: string, ...more: readonly string[]): Promise<string> =>
  runTool([process.execPath, join(root, 'tools/gallery.ts'), ...more]);

const listRows = async (root: string): Promise<readonly string[]> => (await gallery(root, '--list')).trim().split('\n');

/** Takes the pictures of the rows in their order: what one row writes, later ones may show. */
async function take(root: string, rows: readonly string[], folder: string): Promise<void> {
  await gallery(root, `--rows=${rows.join(',')}`, `--languages=${LANGUAGE}`, '--fixed', `--out=${folder}`);
}

const named = values.only?.split(',');
const wanted = [
  ...COMPONENT_ROWS.map(({ name }) => `component:${name}`),
  ...COMPARED_PAGES.map((name) => `page:${name}`),
].filter((row) => named?.some((word) => row.includes(word)) ?? true);

const reference =
  values.reference ?? (await runTool(['git', '-C', PROJECT_ROOT, 'log', '-1', '--format=%H', '--', APPEARANCE])).trim();
if (reference === '') throw new Error(`no commit has ${APPEARANCE}`);

const out = resolve(values.out);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const differing: string[] = [];
let compared = 0;

/** Compares a picture; what differs is written for people to look at. */
async function compare(folder: string, name: string): Promise<void> {
  const [before, after] = [
    await Bun.file(join(folder, 'before', name)).bytes(),
    await Bun.file(join(folder, 'after', name)).bytes(),
  ];
  const comparison = await comparePictures(before, after);
  compared += 1;
  if (comparison.isSame) return;
  const percent = `${(comparison.share * 100).toFixed(SHARE_DIGITS)} %`;
  process.stdout.write(`${name}: ${percent} of the pixels differ\n`);
  const parts = { before, after, differences: await comparison.draw() };
  const figures: string[] = [];
  for (const [part, picture] of Object.entries(parts)) {
    const file = `${name.slice(0, -'.png'.length)}-${part}.png`;
    await Bun.write(join(out, file), picture);
    figures.push(`<figure><figcaption>${part}</figcaption><img src="${file}" alt="" width="420"></figure>`);
  }
  differing.push(`<h2>${name}: ${percent}</h2><div>${figures.join('')}</div>`);
}

await withFolder((folder) =>
  withCheckout(reference, async (earlier) => {
    const [known, here] = [new Set(await listRows(earlier)), new Set(await listRows(PROJECT_ROOT))];
    const rows = wanted.filter((row) => known.has(row) && here.has(row));
    await take(earlier, rows, join(folder, 'before'));
    await take(PROJECT_ROOT, rows, join(folder, 'after'));
    for (const name of readdirSync(join(folder, 'after')).filter((file) => file.endsWith('.png'))) {
      await compare(folder, name);
    }
  }),
);

const style = 'body{font-family:system-ui}div{display:flex;gap:1rem}figure{margin:0}';
const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures that differ</title><style>${style}</style>`;
await Bun.write(join(out, 'index.html'), `${head}${differing.join('')}</html>`);
process.stdout.write(`${compared} pictures compared with ${reference.slice(0, 8)}, ${differing.length} differ\n`);
if (compared === 0) throw new Error('no pictures were compared');
if (differing.length > 0) {
  process.stdout.write(`look at ${out}/index.html; if all of it is meant, add a line to ${APPEARANCE}\n`);
  process.exitCode = 1;
}
