// Writes PNG files from a function of the picture plane. Promises square-pixel, 8-bit RGB without ancillary chunks, so
// that equal pictures are equal bytes. Knows nothing of what is drawn.
import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, each 0–1. */
export type Color = readonly [number, number, number];
/** Colour at a point; x and y run from -1 to 1 along the shorter side, y downwards. */
export type Shader = (x: number, y: number) => Color;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Sub-pixel samples a side: enough to hide the steps of a slanted edge. */
const SAMPLES = 3;

/** Draws a picture of the given size in pixels and encodes it. */
export function drawPng(width: number, height: number, shader: Shader): Buffer {
  return encodePng(width, height, renderPixels(width, height, shader));
}

/** RGB bytes, row by row. */
export function renderPixels(width: number, height: number, shader: Shader): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  const half = Math.min(width, height) / 2;
  let offset = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES - width / 2) / half;
        const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES - height / 2) / half;
        const color = shader(x, y);
        red += color[0];
        green += color[1];
        blue += color[2];
      }
      pixels[offset] = quantize(red);
      pixels[offset + 1] = quantize(green);
      pixels[offset + 2] = quantize(blue);
      offset += 3;
    }
  }
  return pixels;
}

function quantize(sum: number): number {
  return Math.round(Math.min(1, Math.max(0, sum / (SAMPLES * SAMPLES))) * 255);
}

/** Encodes RGB bytes; every row takes the filter with the smallest residue, which suits gradients. */
function encodePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const stride = width * 3;
  const filtered = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    let best: Uint8Array | undefined;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const filter of [1, 2, 4]) {
      const candidate = filterRow(pixels, row, stride, filter);
      let cost = 0;
      for (const byte of candidate.subarray(1)) cost += byte < 128 ? byte : 256 - byte;
      if (cost < bestCost) {
        best = candidate;
        bestCost = cost;
      }
    }
    if (best !== undefined) filtered.set(best, row * (stride + 1));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(filtered, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

/** One scanline with its filter byte: 1 left, 2 up, 4 Paeth (PNG specification, "Filtering"). */
function filterRow(pixels: Uint8Array, row: number, stride: number, filter: number): Uint8Array {
  const line = new Uint8Array(stride + 1);
  line[0] = filter;
  const start = row * stride;
  for (let index = 0; index < stride; index += 1) {
    const left = index >= 3 ? (pixels[start + index - 3] ?? 0) : 0;
    const up = row > 0 ? (pixels[start - stride + index] ?? 0) : 0;
    const corner = row > 0 && index >= 3 ? (pixels[start - stride + index - 3] ?? 0) : 0;
    const expected = filter === 1 ? left : filter === 2 ? up : paeth(left, up, corner);
    line[index + 1] = ((pixels[start + index] ?? 0) - expected) & 0xff;
  }
  return line;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
