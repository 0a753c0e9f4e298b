// The comparison of pictures and the page of the gallery, which the nightly run relies on.
import { expect, test } from 'bun:test';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import sharp from 'sharp';
import { LOCALES } from '../../src/kernel/names.ts';
import { comparePictures } from '../../tools/pictures/compare.ts';
import { type GalleryPicture, writeGallery } from '../../tools/pictures/gallery-page.ts';
import { COMPONENT_ROWS, wordsIn } from '../browser/components.tsx';

const [WIDTH, HEIGHT] = [100, 200];
const PAPER = { r: 250, g: 246, b: 240 };

/** A plain picture with a square in it. */
async function picture(side: number, { ground = PAPER, height = HEIGHT } = {}): Promise<Buffer> {
  const plain = sharp({ create: { width: WIDTH, height, channels: 3, background: ground } });
  if (side === 0) return plain.png().toBuffer();
  const square = await sharp({ create: { width: side, height: side, channels: 3, background: { r: 0, g: 0, b: 0 } } })
    .png()
    .toBuffer();
  return plain
    .composite([{ input: square, left: 10, top: 20 }])
    .png()
    .toBuffer();
}

test('the same picture is the same, whatever its format without loss', async () => {
  const before = await picture(30);
  const after = await sharp(before).webp({ lossless: true }).toBuffer();
  expect(await comparePictures(before, after)).toMatchObject({ share: 0, isSame: true });
});

test('a difference of one pixel in a thousand is the last that is not reported', async () => {
  // 100 × 200 pixels: 20 are one in a thousand.
  expect(await comparePictures(await picture(0), await picture(4))).toMatchObject({ share: 16 / 20_000, isSame: true });
  expect(await comparePictures(await picture(0), await picture(5))).toMatchObject({
    share: 25 / 20_000,
    isSame: false,
  });
});

test('a colour that nobody tells apart is the same, another is not', async () => {
  const near = await picture(30, { ground: { r: 248, g: 244, b: 242 } });
  expect((await comparePictures(await picture(30), near)).isSame).toBe(true);
  const far = await picture(30, { ground: { r: 235, g: 246, b: 240 } });
  expect((await comparePictures(await picture(30), far)).isSame).toBe(false);
});

test('what only one picture has, differs', async () => {
  const taller = await picture(30, { height: HEIGHT * 2 });
  const comparison = await comparePictures(await picture(30), taller);
  expect(comparison).toMatchObject({ share: 0.5, isSame: false });
  const drawn = await sharp(await comparison.draw())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([drawn.info.width, drawn.info.height]).toEqual([WIDTH, HEIGHT * 2]);
  // The last pixel is marked, the first is not.
  expect([...drawn.data.subarray(-4)]).toEqual([214, 0, 110, 255]);
  expect([...drawn.data.subarray(0, 3)]).not.toEqual([214, 0, 110]);
});

test('every state of every component renders in every language', () => {
  for (const locale of LOCALES) {
    const words = wordsIn(locale);
    for (const { name, states } of COMPONENT_ROWS) {
      for (const [state, view] of Object.entries(states)) {
        const html = render(h('div', {}, view(words)));
        expect(html.length, `${name}, ${state}`).toBeGreaterThan('<div></div>'.length);
      }
    }
  }
});

test('the page of the gallery groups pictures, and has a filter for each look', () => {
  const one: GalleryPicture = {
    kind: 'page',
    name: 'home',
    about: 'homePage',
    language: 'en',
    width: 390,
    theme: 'light',
    src: 'page-home-en-390-light.webp',
    pixels: [390, 844],
  };
  const html = writeGallery('Pages & components', [
    one,
    { ...one, theme: 'dark', src: 'page-home-en-390-dark.webp' },
    { ...one, kind: 'component', name: 'chip', about: 'Chip', language: 'ja', src: 'component-chip-ja-390-light.webp' },
  ]);
  expect(html).toContain('<title>Pages &amp; components</title>');
  expect(html.match(/<section/g)).toHaveLength(2);
  expect(html.match(/<figure /g)).toHaveLength(3);
  expect(html).toContain('data-kind="page" data-width="390" data-theme="dark" data-language="en"');
  expect(html).toContain('<select name="language"><option value="">all</option><option value="en">');
});
