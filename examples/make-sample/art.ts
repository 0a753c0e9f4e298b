// The pictures of the sample: covers, cards, marks and banners as functions of the plane. Each band has a motif (waves
// and lanterns, comets, interfering rings); a seed varies it from song to song. Everything is drawn here, nothing is taken.
import type { Color, Shader } from './png.ts';
import { createRandom, type Random } from './random.ts';

/** Dark, middle, light and accent colour of a band. */
export type Palette = readonly [Color, Color, Color, Color];

/** Parses `#rrggbb`. */
export function parseColor(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

export function mix(from: Color, to: Color, share: number): Color {
  const part = clamp(share);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part];
}

export const WHITE: Color = [1, 1, 1];

/** Layered waves under a moon, with lanterns on the water. */
function drawWaves(palette: Palette, random: Random): Shader {
  const [dark, middle, light, accent] = palette;
  const moonX = random.next() * 1.1 - 0.55;
  const moonRadius = 0.24 + random.next() * 0.14;
  const layers = Array.from({ length: 5 }, (_, index) => ({
    level: -0.1 + index * 0.23,
    height: 0.05 + random.next() * 0.07,
    pitch: 2.2 + random.next() * 2.6,
    phase: random.next() * 6.3,
    share: index / 4,
  }));
  const lanterns = Array.from({ length: 6 }, () => ({
    x: random.next() * 1.8 - 0.9,
    y: random.next() * 0.75 + 0.05,
    radius: 0.035 + random.next() * 0.04,
  }));
  return (x, y) => {
    let color = mix(dark, middle, y * 0.5 + 0.6);
    const moon = Math.hypot(x - moonX, y + 0.48);
    if (moon < moonRadius) color = mix(light, WHITE, 0.5);
    else color = mix(color, light, 0.35 * clamp(1 - (moon - moonRadius) / 0.45) ** 2);
    for (const layer of layers) {
      const crest = layer.level + layer.height * Math.sin(x * layer.pitch + layer.phase);
      if (y > crest) {
        color = mix(mix(light, middle, layer.share + 0.25), dark, layer.share * 0.85 + (y - crest) * 0.3);
        if (y - crest < 0.012) color = mix(color, WHITE, 0.55);
      }
    }
    for (const lantern of lanterns) {
      const away = Math.hypot(x - lantern.x, y - lantern.y);
      if (away < lantern.radius) color = mix(accent, WHITE, 0.35);
      else color = mix(color, accent, 0.6 * clamp(1 - (away - lantern.radius) / 0.16) ** 2);
    }
    return color;
  };
}

/** Folded-paper comets crossing a sky of four-pointed stars. */
function drawComets(palette: Palette, random: Random): Shader {
  const [dark, middle, light, accent] = palette;
  const angle = -0.9 + random.next() * 0.7;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const comets = Array.from({ length: 4 }, (_, index) => ({
    along: random.next() * 1.2 - 0.2,
    across: -0.75 + index * 0.48 + random.next() * 0.2,
    size: 0.1 + random.next() * 0.13,
    tail: 0.9 + random.next() * 0.9,
  }));
  const stars = Array.from({ length: 26 }, () => ({
    x: random.next() * 2.4 - 1.2,
    y: random.next() * 2.4 - 1.2,
    size: 0.03 + random.next() * 0.06,
  }));
  return (x, y) => {
    let color = mix(dark, middle, (x - y) * 0.35 + 0.45);
    for (const star of stars) {
      const arm = Math.sqrt(Math.abs(x - star.x)) + Math.sqrt(Math.abs(y - star.y));
      if (arm < Math.sqrt(star.size)) color = mix(color, WHITE, 0.85);
    }
    for (const [index, comet] of comets.entries()) {
      const along = x * cosine + y * sine - comet.along;
      const across = -x * sine + y * cosine - comet.across;
      const behind = -along / comet.tail;
      if (behind > 0 && behind < 1 && Math.abs(across) < comet.size * (1 - behind)) {
        color = mix(color, index % 2 === 0 ? accent : light, 0.75 * (1 - behind));
      }
      const body = Math.abs(along) + Math.abs(across);
      if (body < comet.size) {
        const facet = across > 0 ? 0.15 : along > 0 ? 0.9 : 0.55;
        color = mix(index % 2 === 0 ? accent : light, WHITE, facet);
      }
    }
    return color;
  };
}

/** Two transmitters whose rings meet in a field of tubes. */
function drawRings(palette: Palette, random: Random): Shader {
  const [dark, middle, light, accent] = palette;
  const first = { x: -0.65 + random.next() * 0.4, y: -0.5 + random.next() * 0.6 };
  const second = { x: 0.35 + random.next() * 0.4, y: -0.1 + random.next() * 0.7 };
  const pitch = 7 + random.next() * 5;
  const skew = random.next() * 0.6 - 0.3;
  return (x, y) => {
    const near = Math.hypot(x - first.x, y - first.y);
    const far = Math.hypot(x - second.x, y - second.y);
    const band = Math.floor((near * pitch) / 2) + Math.floor((far * pitch) / 2);
    let color = mix(dark, middle, clamp(0.25 + (y + x * skew) * 0.35 + (band % 2 === 0 ? 0.3 : 0)));
    const ring = Math.abs(((near * pitch) / 2) % 1) < 0.11;
    const otherRing = Math.abs(((far * pitch) / 2) % 1) < 0.11;
    if (ring) color = mix(color, light, 0.8 * clamp(1.3 - near * 0.6));
    if (otherRing) color = mix(color, accent, 0.8 * clamp(1.3 - far * 0.6));
    if (near < 0.11) color = mix(light, WHITE, near < 0.06 ? 0.8 : 0.2);
    if (far < 0.11) color = mix(accent, WHITE, far < 0.06 ? 0.8 : 0.2);
    return color;
  };
}

const MOTIFS = [drawWaves, drawComets, drawRings] as const;

/** Cover of a song: the motif of its band (1–3), varied by the seed. */
export function drawCover(bandId: number, palette: Palette, seed: number): Shader {
  const motif = MOTIFS[bandId - 1] ?? drawWaves;
  return motif(palette, createRandom(seed));
}

/** Paints something on a ground; the colour of the ground where it is not. */
export type Figure = (x: number, y: number, ground: Color) => Color;

export interface CardDrawing {
  readonly bandId: number;
  readonly palette: Palette;
  readonly seed: number;
  readonly part: number;
  readonly rarity: number;
  readonly figure: Figure;
}

/** Card: the band's motif behind a member on stage with an instrument, framed in the rarity's metal. */
export function drawCard({ bandId, palette, seed, part, rarity, figure }: CardDrawing): Shader {
  const back = drawCover(bandId, palette, seed);
  const [dark, , light, accent] = palette;
  const frame = mix([0.55, 0.5, 0.45], [1, 0.86, 0.4], (rarity - 1) / 3);
  const tilt = part * 0.35 - 0.5;
  return (x, y) => {
    let color = back(x, y);
    const beam = Math.abs(x - tilt * (y + 1.4) * 0.5) - 0.12 * (y + 1.5);
    if (beam < 0) color = mix(color, light, 0.32);
    color = figure(x * 1.02, (y - 0.16) * 1.02, color);
    const instrument = instrumentDistance(part, x - 0.05, y - 0.98);
    if (instrument < 0) color = instrument > -0.02 ? dark : mix(accent, WHITE, clamp(0.15 - instrument * 2));
    if (y > 1.16) color = mix(dark, light, clamp((y - 1.16) * 0.9));
    const edge = Math.min(1 - Math.abs(x), 1.333 - Math.abs(y));
    if (edge < 0.05) color = mix(frame, WHITE, edge < 0.015 ? 0.5 : clamp(-y * 0.3));
    return color;
  };
}

/** A house where bands play: windows, a lit sign and a door in front of the motif of its band. */
export function drawVenue(bandId: number, palette: Palette, seed: number): Shader {
  const back = drawCover(bandId, palette, seed);
  const random = createRandom(seed);
  const [dark, middle, light, accent] = palette;
  const width = 0.62 + random.next() * 0.3;
  const height = 0.15 + random.next() * 0.4;
  const slope = random.next() * 0.5;
  const columns = 3 + random.below(3);
  const lit = Array.from({ length: 24 }, () => random.next() > 0.35);
  return (x, y) => {
    let color = back(x * 0.7, y * 0.7);
    const roof = -height + Math.abs(x) * slope;
    if (Math.abs(x) < width && y > roof && y < 0.8) {
      color = mix(dark, middle, 0.25 + 0.2 * (x + 1));
      if (y - roof < 0.05) color = mix(light, middle, 0.3);
      const column = ((x + width) / (2 * width)) * columns;
      const row = (y - roof - 0.1) / 0.22;
      const isWindow = column % 1 > 0.25 && column % 1 < 0.75 && row > 0 && row % 1 > 0.2 && row % 1 < 0.8 && y < 0.3;
      if (isWindow)
        color = lit[(Math.floor(row) * 6 + Math.floor(column)) % lit.length] ? mix(accent, WHITE, 0.45) : dark;
      if (Math.abs(x) < 0.13 && y > 0.48) color = mix(accent, WHITE, 0.2);
      if (Math.abs(x) < 0.44 && Math.abs(y - 0.38) < 0.055)
        color = Math.abs(y - 0.38) < 0.025 ? mix(accent, WHITE, 0.7) : accent;
    }
    if (y > 0.8) color = mix(mix(dark, accent, 0.2), dark, (y - 0.8) * 4);
    return color;
  };
}

/** Signed distance to a symbol for voice and guitar, bass, keys, drums. */
function instrumentDistance(part: number, x: number, y: number): number {
  if (part === 0) return Math.min(Math.hypot(x + 0.1, y) - 0.15, Math.hypot(x + 0.26, y + 0.12) - 0.12);
  if (part === 1) return Math.max(Math.abs(x - y * 0.5) - 0.06, Math.abs(y) - 0.34);
  if (part === 2) return Math.max(Math.abs(x) - 0.42, Math.abs(y) - 0.09);
  return Math.min(Math.hypot(x + 0.24, y) - 0.17, Math.hypot(x - 0.18, y) - 0.2);
}

/** A mark of `points` points (a star) on a disc of one colour. */
export function drawMark(points: number, color: Color): Shader {
  return (x, y) => {
    const radius = Math.hypot(x, y);
    if (radius > 0.96) return [1, 1, 1];
    const angle = Math.atan2(x, -y);
    const sector = (Math.PI * 2) / points;
    const bent = Math.abs(((angle + sector / 2 + Math.PI * 4) % sector) - sector / 2) / (sector / 2);
    if (radius < 0.72 - 0.36 * bent) return mix(WHITE, color, 0.08);
    return mix(color, [0, 0, 0], radius > 0.86 ? 0.35 : radius * 0.15);
  };
}

/** A wide banner: the motif with `bars` pennants on a cord, so that language variants differ at a glance. */
export function drawBanner(bandId: number, palette: Palette, seed: number, bars: number): Shader {
  const back = drawCover(bandId, palette, seed);
  const [dark, , light, accent] = palette;
  return (x, y) => {
    const color = back(x * 0.7, y * 0.8);
    // A string of pennants below the upper edge.
    const cord = -0.92 + 0.16 * Math.cos(x * 2.2);
    const at = (x + 2.4) * 2.5;
    const index = Math.floor(at) - 6 + Math.floor(bars / 2);
    const side = Math.abs((at % 1) - 0.5);
    const below = y - cord;
    if (below > 0 && below < 0.5 - side * 1.1 && side < 0.42 && index >= 0 && index < bars) {
      return mix(index % 2 === 0 ? accent : light, WHITE, 0.15);
    }
    return Math.abs(below) < 0.02 ? mix(dark, WHITE, 0.75) : color;
  };
}
