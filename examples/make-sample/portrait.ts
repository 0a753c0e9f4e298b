// Portraits of the members: face, hair, eyes and mouth as functions of the plane, in front of the motif of their band. The number of
// a member chooses the shape of the hair and its colours; two expressions.
import { drawCover, type Figure, mix, type Palette, WHITE } from './art.ts';
import type { Color, Shader } from './png.ts';
import { cycle } from './random.ts';

export const EXPRESSIONS = ['calm', 'smile'] as const;
export type Expression = (typeof EXPRESSIONS)[number];

interface Features {
  readonly hair: Color;
  readonly skin: Color;
  readonly eyes: Color;
  /** Half the width of the hair, and how far it falls. */
  readonly width: number;
  readonly fall: number;
  /** Where the fringe parts. */
  readonly parting: number;
  readonly tails: 'none' | 'two' | 'one' | 'bun';
}

const HAIR: readonly Color[] = [
  [0.16, 0.13, 0.16],
  [0.36, 0.22, 0.14],
  [0.85, 0.68, 0.42],
  [0.55, 0.22, 0.24],
  [0.3, 0.34, 0.5],
  [0.78, 0.55, 0.66],
];
const SKIN: readonly Color[] = [
  [0.99, 0.87, 0.78],
  [0.96, 0.81, 0.7],
  [0.89, 0.71, 0.58],
];
const TAILS = ['none', 'two', 'one', 'none', 'bun'] as const;

const featuresOf = (character: number, palette: Palette): Features => ({
  hair: mix(cycle(HAIR, character * 5 + Math.floor(character / 4)), palette[1], 0.22),
  skin: cycle(SKIN, character * 2),
  eyes: mix(palette[1], palette[3], character % 2 === 0 ? 0.15 : 0.7),
  width: 0.6 + (character % 3) * 0.035,
  fall: cycle([0.3, 0.75, 0.5, 0.16, 0.95], character),
  parting: cycle([-0.22, 0.2, 0.02, -0.1], character),
  tails: cycle(TAILS, character),
});

const ellipse = (x: number, y: number, width: number, height: number): number => Math.hypot(x / width, y / height) - 1;

/** Bust of a member in front of the motif of the band. */
export function drawPortrait(bandId: number, palette: Palette, character: number, expression: Expression): Shader {
  const back = drawCover(bandId, palette, character * 311);
  const figure = createFigure(palette, character, expression);
  return (x, y) => figure(x, y, mix(back(x * 0.8, y * 0.8), palette[2], 0.28));
}

/** Paints the bust of a member, who has a number from 1, on a ground. */
export function createFigure(palette: Palette, character: number, expression: Expression): Figure {
  const { hair, skin, eyes, width, fall, parting, tails } = featuresOf(character, palette);
  const [dark, middle, light, accent] = palette;
  const shade = mix(skin, [0.72, 0.36, 0.34], 0.28);
  const hairDark = mix(hair, [0, 0, 0], 0.35);
  const hairLight = mix(hair, WHITE, 0.3);
  return (x, y, ground) => {
    let color = ground;
    // Hair behind the head, down to where it falls.
    const behind = y < -0.1 ? ellipse(x, y + 0.16, width, 0.66) : Math.abs(x) - width + Math.max(0, y - fall) * 0.9;
    if (behind < 0 && y < fall + 0.12) color = mix(hairDark, hair, 0.4 + 0.3 * Math.cos(x * 24));
    if (tails === 'two' && Math.hypot((Math.abs(x) - 0.72) / 0.2, (y - 0.1) / 0.55) < 1) color = hair;
    if (tails === 'one' && Math.hypot((x - 0.66) / 0.22, (y + 0.1) / 0.6) < 1) color = hair;
    if (tails === 'bun' && Math.hypot(Math.abs(x) - 0.34, y + 0.78) < 0.2) color = hair;
    // Neck, shoulders, and a collar in the colours of the band.
    if (Math.abs(x) < 0.16 && y > 0.3 && y < 0.8) color = shade;
    const shoulders = ellipse(x, y - 1.16, 0.92, 0.6);
    if (shoulders < 0) {
      color = mix(dark, middle, 0.35 + 0.25 * (1 - Math.abs(x)));
      const collar = Math.abs(x) - (y - 0.56) * 0.62;
      if (collar < 0 && y < 0.84) color = y - 0.56 < Math.abs(x) * 0.7 + 0.02 ? skin : light;
      if (Math.abs(collar) < 0.035 && y < 0.94) color = accent;
    }
    const face = y < 0.05 ? ellipse(x, y + 0.02, 0.47, 0.56) : ellipse(x, y - 0.05, 0.47 - (y - 0.05) * 0.2, 0.47);
    if (face < 0) color = face > -0.07 ? mix(skin, shade, 0.5) : skin;
    if (face < 0) color = paintFace(color, Math.abs(x), x, y, { eyes, shade, expression });
    // The fringe: locks that begin at the parting.
    const locks =
      -0.2 + 0.1 * Math.cos((x - parting) * 15) - Math.abs(x - parting) * 0.1 + (Math.abs(x) > 0.4 ? 0.34 : 0);
    const crown = ellipse(x, y + 0.14, width * 0.93, 0.64);
    if (crown < 0 && y < locks) {
      const gleam = Math.abs(Math.hypot(x * 0.8, y + 0.1) - 0.46) < 0.035 && Math.cos((x - parting) * 30) > -0.4;
      color = gleam ? hairLight : mix(hair, hairDark, Math.cos((x - parting) * 15) > 0.9 ? 0.5 : 0.05);
      if (locks - y < 0.018) color = hairDark;
    }
    return color;
  };
}

interface FaceProps {
  readonly eyes: Color;
  readonly shade: Color;
  readonly expression: Expression;
}

function paintFace(ground: Color, side: number, x: number, y: number, { eyes, shade, expression }: FaceProps): Color {
  const blush = ellipse(side - 0.29, y - 0.17, 0.1, 0.055);
  let color = blush < 0 ? mix(ground, [0.95, 0.45, 0.45], 0.4 * Math.min(1, -blush)) : ground;
  const [eyeX, eyeY] = [side - 0.2, y - 0.03];
  if (expression === 'smile') {
    // Closed eyes: two arcs.
    const arc = Math.abs(Math.hypot(eyeX * 0.9, eyeY - 0.07) - 0.1);
    if (arc < 0.02 && eyeY < 0.05) color = [0.18, 0.12, 0.14];
  } else {
    const eye = ellipse(eyeX, eyeY, 0.088, 0.125);
    if (eye < 0) {
      color = mix(eyes, [0.05, 0.04, 0.08], eyeY < -0.02 ? 0.6 : 0.1);
      if (ellipse(eyeX, eyeY, 0.04, 0.06) < 0) color = [0.06, 0.05, 0.09];
      if (Math.hypot(eyeX + (x < 0 ? -0.03 : 0.03), eyeY + 0.05) < 0.03) color = WHITE;
      if (ellipse(eyeX, eyeY - 0.075, 0.045, 0.025) < 0) color = mix(eyes, WHITE, 0.5);
    }
    const lid = Math.abs(ellipse(eyeX, eyeY, 0.095, 0.13));
    if (lid < 0.13 && eyeY < -0.03) color = [0.15, 0.1, 0.12];
  }
  if (Math.abs(y + 0.15 + eyeX * eyeX * 0.9) < 0.013 && Math.abs(eyeX) < 0.095)
    color = mix(shade, [0.2, 0.1, 0.1], 0.5);
  if (Math.hypot(side - 0.012, y - 0.19) < 0.016) color = shade;
  const mouth = y - 0.33 + x * x * (expression === 'smile' ? 2.6 : 1.2) - 0.012;
  if (expression === 'smile') {
    if (Math.abs(x) < 0.1 && mouth > -0.035 && mouth < 0.035 && y < 0.36) color = [0.72, 0.22, 0.27];
  } else if (Math.abs(x) < 0.07 && Math.abs(mouth) < 0.011) color = [0.62, 0.27, 0.28];
  return color;
}
