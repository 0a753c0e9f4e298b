// The gallery for developers: every component in its states and every page of tests/browser/pages.ts, in both themes, two widths and
// five languages, as one HTML file with filters. The pictures are files beside it, or with `--inline` a part of it. Starts an
// instance of its own with the sample and a community.
//
//   TEST_CHROMIUM=… node bin/bun.js tools/gallery.ts [--only=WORD,WORD] [--kind=pages|components] [--languages=en,ja]
//     [--widths=390] [--themes=dark] [--screen] [--inline] [--out=DIR]
//
// `--only` takes the rows whose name or route contains one of the words. `--screen` takes what a screen shows at first.
// For tools/compare-pictures.ts: `--list` prints the names of rows, `--rows=NAME,NAME` takes these in this order, and `--fixed`
// replaces what differs between two runs and writes PNG.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { LOCALES } from '../src/kernel/names.ts';
import { COMPONENT_ROWS } from '../tests/browser/components.tsx';
import { PAGE_ROWS } from '../tests/browser/pages.ts';
import { openBrowser } from '../tests/fixtures/browser.ts';
import { fillCommunity } from '../tests/fixtures/lively-community.ts';
import { openPageStage } from '../tests/fixtures/page-stage.ts';
import { type GalleryPicture, writeGallery } from './pictures/gallery-page.ts';
import { type Look, loadComponent, loadPage, preparePage, THEMES, takePictures, WIDTHS } from './pictures/take.ts';

const QUALITY = 80;
/** Of the encoder, 0 to 6: pictures are taken once and looked at once. */
const EFFORT = 2;
const MEBIBYTE = 1024 ** 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    kind: { type: 'string' },
    languages: { type: 'string' },
    widths: { type: 'string' },
    themes: { type: 'string' },
    rows: { type: 'string' },
    screen: { type: 'boolean', default: false },
    inline: { type: 'boolean', default: false },
    fixed: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    out: { type: 'string', default: 'gallery' },
  },
});

/** The named ones of a list; all without names. */
function choose<T extends string | number>(all: readonly T[], named: string | undefined): readonly T[] {
  if (named === undefined) return all;
  const names = named.split(',');
  const unknown = names.filter((name) => !all.some((value) => String(value) === name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  return all.filter((value) => names.includes(String(value)));
}

/** A page or a component that pictures are taken of. */
interface Subject {
  readonly kind: 'page' | 'component';
  readonly name: string;
  readonly about: string;
  /** Makes its state, and returns what loads it. */
  readonly prepare: () => Promise<(look: Look) => Promise<Page>>;
}

const SUBJECTS: readonly Subject[] = [
  ...COMPONENT_ROWS.map(
    (row): Subject => ({
      kind: 'component',
      name: row.name,
      about: row.shows.map(({ name }) => name).join(' '),
      prepare: async () => (look) => loadComponent(browser, stage, row, look),
    }),
  ),
  ...PAGE_ROWS.map(
    (row): Subject => ({
      kind: 'page',
      name: row.name,
      about: row.route,
      prepare: async () => {
        const state = await preparePage(stage, row);
        return (look) => loadPage(browser, stage, state, look);
      },
    }),
  ),
];
/** A name for command lines and files: a page and a component may have the same. */
const keyOf = ({ kind, name }: Pick<Subject, 'kind' | 'name'>): string => `${kind}:${name}`;

function chooseSubjects(): readonly Subject[] {
  if (values.rows !== undefined) {
    const byKey = new Map(SUBJECTS.map((subject) => [keyOf(subject), subject]));
    return values.rows.split(',').flatMap((key) => byKey.get(key) ?? []);
  }
  const kinds = choose(['pages', 'components'], values.kind);
  const words = values.only?.toLowerCase().split(',');
  return SUBJECTS.filter(({ kind, name, about }) => {
    const text = `${name} ${about}`.toLowerCase();
    return kinds.includes(`${kind}s`) && (words?.some((word) => text.includes(word)) ?? true);
  });
}

if (values.list) {
  process.stdout.write(`${SUBJECTS.map(keyOf).join('\n')}\n`);
  process.exit(0);
}

const looks = choose(LOCALES, values.languages).flatMap((language) =>
  choose(WIDTHS, values.widths).map((width): Look => ({ language, width })),
);
const themes = choose(THEMES, values.themes);
const subjects = chooseSubjects();
if (subjects.length === 0) throw new Error('no page and no component has such a name');
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });

await using stage = await openPageStage();
await fillCommunity(stage.accounts);
await using browser = await openBrowser({ isShell: true });

const pictures: GalleryPicture[] = [];
let bytes = 0;

async function take(subject: Subject, load: (look: Look) => Promise<Page>, look: Look): Promise<void> {
  const { kind, name, about } = subject;
  const page = await load(look);
  const taken = await takePictures(page, themes, { isScreen: values.screen, isFixed: values.fixed });
  await page.context().close();
  for (const [theme, png] of taken) {
    const file = values.fixed ? png : await sharp(png).webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
    const type = values.fixed ? 'png' : 'webp';
    const src = `${kind}-${name}-${look.language}-${look.width}-${theme}.${type}`;
    const { width, height } = await sharp(png).metadata();
    if (!values.inline) await Bun.write(join(folder, src), file);
    bytes += file.byteLength;
    const inline = `data:image/${type};base64,${file.toString('base64')}`;
    pictures.push({ kind, name, about, ...look, theme, src: values.inline ? inline : src, pixels: [width, height] });
  }
}

for (const subject of subjects) {
  const load = await subject.prepare();
  for (const look of looks) await take(subject, load, look);
}
const index = join(folder, 'index.html');
await Bun.write(index, writeGallery('Livehouse: pages and components', pictures));
process.stdout.write(`${pictures.length} pictures, ${(bytes / MEBIBYTE).toFixed(1)} MiB: ${index}\n`);
