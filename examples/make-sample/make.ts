// Makes examples/sample from nothing but this folder: `node bin/bun.js examples/make-sample/make.ts [DIR]`. Needs FFmpeg
// with LAME and WebP on the path; with the same versions of Bun and FFmpeg every run gives the same bytes. The target
// folder is replaced as a whole.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { drawBanner, drawCard, drawCover, drawMark, drawVenue, type Palette, parseColor } from './art.ts';
import { ASSETS, CARD_TYPES, CARDS, CHARACTERS, type Json, listLines, makeCatalog, type SongFacts } from './catalog.ts';
import { countNotes, DIFFICULTIES, rateChart, writeChart } from './chart.ts';
import { makeDescriptor } from './descriptor.ts';
import { encodeMp3, encodeWebp } from './encode.ts';
import { drawPng, renderPixels } from './png.ts';
import { createFigure, drawPortrait, EXPRESSIONS } from './portrait.ts';
import { cycle } from './random.ts';
import { beatToSeconds, composeScore } from './score.ts';
import { VENUES } from './shows.ts';
import { speak, speakerOf } from './speech.ts';
import { EVENTS, ITEMS, SKILLS, STAMPS } from './stories.ts';
import { playScore } from './synth.ts';
import { makeClientTrees, makeMasterTables, type OutputFile } from './trees.ts';
import { BANDS, SONGS } from './words.ts';

const BYTES_MAX = 5_200_000;
const MARK_COLORS = { red: '#d6453d', blue: '#3d74d6', green: '#3da860', yellow: '#d6a53d' } as const;

const paletteOf = (bandId: number): Palette => {
  const [dark, middle, light, accent] = cycle(BANDS, bandId - 1).colors;
  return [parseColor(dark), parseColor(middle), parseColor(light), parseColor(accent)];
};

/** Covers, cards, faces, logos, marks, banners and stamps, the language variants among them. */
function makePictures(): readonly OutputFile[] {
  const pictures: OutputFile[] = [];
  const add = (path: string, bytes: Uint8Array): void => {
    pictures.push({ path: `${ASSETS}/${path}`, bytes });
  };
  for (const band of BANDS) {
    add(`Bands/${band.id}.png`, drawPng(128, 128, drawCover(band.id, paletteOf(band.id), band.id * 77)));
  }
  for (const { id, band } of CHARACTERS) {
    const face = drawPortrait(band.id, paletteOf(band.id), id, 'calm');
    add(
      `Characters/${id}.png`,
      drawPng(96, 96, (x, y) => face(x * 0.78, y * 0.78 - 0.12)),
    );
    for (const expression of EXPRESSIONS) {
      const portrait = drawPortrait(band.id, paletteOf(band.id), id, expression);
      add(`Portraits/${id}_${expression}.webp`, encodeWebp(320, 320, renderPixels(320, 320, portrait)));
    }
  }
  for (const { id, character, rarity } of CARDS) {
    const { band, part } = character;
    const palette = paletteOf(band.id);
    const figure = createFigure(palette, character.id, rarity === 4 ? 'smile' : 'calm');
    const shader = drawCard({ bandId: band.id, palette, seed: id * 13, part, rarity, figure });
    add(`Cards/${id}.webp`, encodeWebp(360, 480, renderPixels(360, 480, shader)));
    add(
      `Cards/Thumbs/${id}.png`,
      drawPng(72, 72, (x, y) => shader(x * 0.72, y * 0.72 + 0.08)),
    );
  }
  for (const song of SONGS) {
    const cover = drawCover(song.bandIds[0], paletteOf(song.bandIds[0]), song.id);
    add(`Jackets/${song.id}.png`, drawPng(256, 256, cover));
    add(`Jackets/Thumbs/${song.id}.png`, drawPng(72, 72, cover));
  }
  for (let rarity = 1; rarity <= 4; rarity += 1) {
    add(`Ui/rarity-${rarity}.png`, drawPng(48, 48, drawMark(rarity + 3, parseColor('#b8862f'))));
  }
  for (const type of CARD_TYPES) {
    add(`Ui/card-type-${type}.png`, drawPng(48, 48, drawMark(5, parseColor(MARK_COLORS[type]))));
  }
  // The fallback rules of localized paths need files that have every variant, some, and none.
  const variants = [['', '(en)', '(ko)', '(zh-Hans)', '(zh-Hant)'], ['', '(en)', '(zh-Hans)'], [''], [''], ['']];
  for (const [index, { bandId }] of EVENTS.entries()) {
    for (const [bars, variant] of cycle(variants, index).entries()) {
      const banner = drawBanner(bandId, paletteOf(bandId), index + 40, bars + 1);
      add(`Banners/event_${index + 1}${variant}.png`, drawPng(320, 120, banner));
    }
  }
  for (const { id, bandId } of VENUES) {
    const shader = drawVenue(bandId, paletteOf(bandId), 900 + id.length * 7 + bandId);
    add(`Venues/${id}.webp`, encodeWebp(480, 320, renderPixels(480, 320, shader)));
  }
  for (const index of STAMPS.keys()) {
    const palette = paletteOf(1 + (index % 3));
    for (const [step, variant] of (index === 0 ? ['', '(en)', '(zh-Hant)'] : ['']).entries()) {
      add(`Stamps/stamp_${index + 1}${variant}.png`, drawPng(80, 80, drawMark(6 + index + step, palette[3])));
    }
  }
  return pictures;
}

/** Sound and charts of every song, and what the catalog says about them. */
function makeMusic(): { readonly files: readonly OutputFile[]; readonly facts: readonly SongFacts[] } {
  const files: OutputFile[] = [];
  const facts = SONGS.map((song): SongFacts => {
    const score = composeScore(song);
    const seconds = beatToSeconds(score.tempo, score.beats);
    files.push({ path: `runtime/sounds/song-${song.id}.mp3`, bytes: encodeMp3(playScore(score, song.bandIds[0])) });
    const charts = DIFFICULTIES.map((difficulty) => {
      const chart = writeChart(score, song.id, difficulty);
      const file = `runtime/charts/${song.id}-${difficulty}.json`;
      files.push({ path: file, bytes: Buffer.from(`${JSON.stringify(chart)}\n`) });
      return { difficulty, file, notes: countNotes(chart), rating: rateChart(chart, seconds, difficulty) };
    });
    return { song, seconds, charts };
  });
  return { files, facts };
}

/** A sound for each line of the stories. */
function makeSpeech(): readonly OutputFile[] {
  return listLines().map(({ voice, character, text }) => {
    const [line] = text;
    return { path: voice, bytes: encodeMp3(speak(line, speakerOf(character - 1), character * 1000 + line.length)) };
  });
}

function makeMarks(): Json {
  const rarities = [1, 2, 3, 4].map((rarity) => [`rarity-${rarity}`, `${ASSETS}/Ui/rarity-${rarity}.png`]);
  const types = CARD_TYPES.map((type) => [`card-type-${type}`, `${ASSETS}/Ui/card-type-${type}.png`]);
  return Object.fromEntries([...rarities, ...types]);
}

/** Indented JSON with lists of plain values on one line, so that five-slot texts stay readable. */
function formatJson(value: Json): Buffer {
  const text = JSON.stringify(value, null, 2);
  const folded = text.replace(
    /\[\n([^[\]{}]*?)\n\s*\]/g,
    (_, inner: string) => `[${inner.trim().replace(/\n\s*/g, ' ')}]`,
  );
  return Buffer.from(`${folded}\n`);
}

function main(directory: string): void {
  const pictures = makePictures();
  const music = makeMusic();
  const speech = makeSpeech();
  const client = makeClientTrees(pictures);
  const master = makeMasterTables(
    new Map<string, readonly Json[]>([
      ['Band', BANDS.map((band) => [band.id, band.name])],
      ['Character', CHARACTERS.map(({ id, band, member }) => [id, band.id, member.name])],
      ['Item', ITEMS.map((name, index) => [index + 1, name])],
      ['Music', SONGS.map((song) => [song.id, song.bandIds, song.title])],
      ['Skill', SKILLS.map((skill, index) => [index + 1, skill.name, skill.percent])],
    ]),
  );
  const catalog = [...makeCatalog(music.facts)].map(([name, value]) => ({
    path: `catalog/${name}`,
    bytes: formatJson(value),
  }));
  const files: readonly OutputFile[] = [
    { path: 'snapshot.json', bytes: formatJson(makeDescriptor(client.catalogFile)) },
    { path: 'catalog/ui-marks.json', bytes: formatJson(makeMarks()) },
    ...catalog,
    ...pictures,
    ...music.files,
    ...speech,
    ...master,
    ...client.files,
  ];
  rmSync(directory, { recursive: true, force: true });
  const bytesByTree = new Map<string, number>();
  for (const { path, bytes } of files) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
    const tree = path.split('/')[0] ?? path;
    bytesByTree.set(tree, (bytesByTree.get(tree) ?? 0) + bytes.length);
  }
  const total = [...bytesByTree.values()].reduce((sum, bytes) => sum + bytes, 0);
  for (const [tree, bytes] of bytesByTree)
    console.info(`${tree.padEnd(16)}${(bytes / 1000).toFixed(1).padStart(9)} kB`);
  console.info(`${files.length} files, ${(total / 1_000_000).toFixed(2)} MB in ${directory}`);
  if (total > BYTES_MAX) throw new Error(`the sample is larger than ${BYTES_MAX} bytes`);
}

main(resolve(process.argv[2] ?? join(import.meta.dirname, '../sample')));
