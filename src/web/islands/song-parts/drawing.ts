// Draws a chart: lanes, bars, ribbons and notes of what is visible, found by halves. Kinds differ by shape as well as by colour.
import type { AnswerBody } from '../../client/endpoints.ts';
import { firstFrom } from './moments.ts';

export type Chart = AnswerBody<'GET /api/v1/charts/{server}/{song}/{difficulty}'>;
type Note = Chart['notes'][number];
type Ribbon = Chart['slides'][number];

/** A chart with what makes its ribbons quick to find. */
export interface Drawable extends Chart {
  /** The latest end of the ribbons up to each. */
  readonly reach: readonly number[];
}

export function prepareChart(chart: Chart): Drawable {
  let reach = Number.NEGATIVE_INFINITY;
  return { ...chart, reach: chart.slides.map((slide) => (reach = Math.max(reach, slide.at(-1)?.[0] ?? reach))) };
}

/** What is seen: moments, how they become heights, and the line at which notes are played. */
export interface View {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  yOf(at: number): number;
}

export interface Surface {
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Colour tokens by name, without `--chart-`. */
  readonly colours: Readonly<Record<string, string>>;
}

const NOTE_HEIGHT = 12;

/** Draws one frame. */
export function drawChart(surface: Surface, chart: Drawable, view: View, isMirrored: boolean): void {
  const { pen, width, height, colours } = surface;
  const lane = width / chart.lanes;
  const leftOf = (at: number, wide: number): number => (isMirrored ? chart.lanes - at - wide : at) * lane;
  pen.fillStyle = colours.ground ?? '';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = colours.bar ?? '';
  for (let at = 1; at < chart.lanes; at += 1) pen.fillRect(at * lane, 0, 0.5, height);
  for (let at = firstFrom(chart.bars, view.from, same); (chart.bars[at] ?? Infinity) <= view.to; at += 1) {
    pen.fillRect(0, view.yOf(chart.bars[at] ?? 0), width, 1);
  }
  drawRibbons(surface, chart, view, leftOf, lane);
  pen.fillStyle = colours.judgment ?? '';
  pen.fillRect(0, view.yOf(view.line) - 1, width, 3);
  const first = firstFrom(chart.notes, view.from, startOf);
  // From far to near, so that near notes cover far ones.
  const last = firstFrom(chart.notes, view.to, startOf);
  for (let at = last - 1; at >= first; at -= 1) {
    const note = chart.notes[at];
    if (note !== undefined)
      drawNote(surface, note, view.yOf(note[0]), leftOf(note[1], note[2]), note[2] * lane, isMirrored);
  }
}

const same = (value: number): number => value;
const startOf = (note: Note): number => note[0];

function drawRibbons(
  { pen, colours }: Surface,
  { slides, reach }: Drawable,
  view: View,
  leftOf: (lane: number, width: number) => number,
  lane: number,
): void {
  pen.fillStyle = colours.ribbon ?? '';
  for (let at = firstFrom(reach, view.from, same); at < slides.length; at += 1) {
    const slide = slides[at];
    if (slide === undefined || (slide[0]?.[0] ?? Infinity) > view.to) break;
    if ((slide.at(-1)?.[0] ?? 0) >= view.from) tracePath(pen, slide, view, leftOf, lane);
  }
}

function tracePath(
  pen: CanvasRenderingContext2D,
  slide: Ribbon,
  view: View,
  leftOf: (lane: number, width: number) => number,
  lane: number,
): void {
  const inset = lane * 0.12;
  pen.beginPath();
  for (const [at, left, wide] of slide) pen.lineTo(leftOf(left, wide) + inset, view.yOf(at));
  for (const [at, left, wide] of slide.toReversed()) pen.lineTo(leftOf(left, wide) + wide * lane - inset, view.yOf(at));
  pen.fill();
}

/** Colour token of each kind. */
const COLOURS: Readonly<Record<Note[3], string>> = {
  tap: 'tap',
  trace: 'tap',
  flick: 'flick',
  left: 'left',
  right: 'right',
  slide: 'slide',
  tick: 'slide',
};
const MIRRORED: Readonly<Partial<Record<Note[3], Note[3]>>> = { left: 'right', right: 'left' };

function drawNote(
  { pen, colours }: Surface,
  [, , , given]: Note,
  y: number,
  x: number,
  width: number,
  isMirrored: boolean,
): void {
  const kind = (isMirrored && MIRRORED[given]) || given;
  const height = kind === 'trace' || kind === 'tick' ? NOTE_HEIGHT / 2 : NOTE_HEIGHT;
  pen.fillStyle = colours[COLOURS[kind]] ?? '';
  pen.beginPath();
  if (kind === 'tick') {
    const middle = x + width / 2;
    pen.moveTo(middle, y - NOTE_HEIGHT / 2);
    pen.lineTo(middle + NOTE_HEIGHT / 2, y);
    pen.lineTo(middle, y + NOTE_HEIGHT / 2);
    pen.lineTo(middle - NOTE_HEIGHT / 2, y);
  } else {
    // Ends of slides are round, other notes nearly square.
    pen.roundRect(x + 2, y - height / 2, Math.max(4, width - 4), height, kind === 'slide' ? height / 2 : 2);
  }
  pen.fill();
  if (kind === 'flick') drawArrow(pen, x + width / 2, y - NOTE_HEIGHT, 0, -1);
  if (kind === 'left') drawArrow(pen, x - 2, y, -1, 0);
  if (kind === 'right') drawArrow(pen, x + width + 2, y, 1, 0);
}

const ARROW = 9;

/** A triangle that points along `dx`, `dy`. */
function drawArrow(pen: CanvasRenderingContext2D, x: number, y: number, dx: number, dy: number): void {
  pen.beginPath();
  pen.moveTo(x + dx * ARROW, y + dy * ARROW);
  pen.lineTo(x + dy * ARROW - dx * 2, y + dx * ARROW - dy * 2);
  pen.lineTo(x - dy * ARROW - dx * 2, y - dx * ARROW - dy * 2);
  pen.fill();
}
