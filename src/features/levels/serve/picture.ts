// Pictures drawn by code: engine thumbnails and the default cover. They are indexed PNGs with uncompressed rows, so
// their bytes, and the SHA-1 by which clients cache them, are the same on every machine.
import { crc32 } from 'node:zlib';

const PICTURE_SIDE = 128;

type Color = readonly [red: number, green: number, blue: number];
const PALETTE: readonly Color[] = [
  [24, 26, 42],
  [38, 42, 66],
  [92, 225, 230],
  [255, 122, 162],
  [255, 209, 102],
  [240, 243, 255],
];

/** A playfield of `lanes` lanes that narrow towards the top, with a few notes. */
export function drawLanes(lanes: number): Uint8Array<ArrayBuffer> {
  return encodePng((x, y) => {
    const depth = (y + 8) / (PICTURE_SIDE + 8);
    const half = 8 + 54 * depth;
    const across = (x - PICTURE_SIDE / 2 + half) / (2 * half);
    if (across < 0 || across >= 1) return 0;
    if (y >= 104 && y < 108) return 5;
    const lane = Math.floor(across * lanes);
    const edge = across * lanes - lane;
    const row = Math.floor(y / 16);
    if (y % 16 < 5 && (lane * 5 + row * 3) % lanes === 1 && edge > 0.12 && edge < 0.88) return 2 + (row % 3);
    return edge < 0.08 ? 0 : 1;
  });
}

/** A record on a dark ground. */
export function drawCover(): Uint8Array<ArrayBuffer> {
  const middle = (PICTURE_SIDE - 1) / 2;
  return encodePng((x, y) => {
    const radius = Math.hypot(x - middle, y - middle);
    if (radius > 56) return 0;
    if (radius < 4) return 0;
    if (radius < 20) return 3;
    return Math.floor(radius / 3) % 4 === 0 ? 2 : 1;
  });
}

function encodePng(colorAt: (x: number, y: number) => number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(PICTURE_SIDE * (PICTURE_SIDE + 1));
  for (let y = 0; y < PICTURE_SIDE; y++) {
    for (let x = 0; x < PICTURE_SIDE; x++) rows[y * (PICTURE_SIDE + 1) + 1 + x] = colorAt(x, y);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PICTURE_SIDE, 0);
  header.writeUInt32BE(PICTURE_SIDE, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.flat())),
    chunk('IDAT', storedZlib(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return new Uint8Array(png);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  result.set(body, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

/** One stored block (RFC 1950; RFC 1951, section 3.2.4). The data must fit into 65,535 bytes. */
function storedZlib(data: Uint8Array): Buffer {
  const result = Buffer.alloc(data.length + 11);
  result.set([0x78, 0x01, 0x01], 0);
  result.writeUInt16LE(data.length, 3);
  result.writeUInt16LE(~data.length & 0xffff, 5);
  result.set(data, 7);
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  result.writeUInt32BE(((b << 16) | a) >>> 0, data.length + 7);
  return result;
}
