// The ribbons of slides: joints of connectors in their order, and points between them where a ribbon is curved. Pure.
import type { SlidePoint } from './chart.ts';
import { beatOf, type LanePosition, type LevelEntity, numberOf, positionOf, refOf } from './entities.ts';

/** A straight or eased piece of a ribbon. */
interface Piece {
  readonly head: LevelEntity;
  readonly tail: LevelEntity;
  /** -1: slow at its end, 0: straight, 1: slow at its beginning. */
  readonly ease: number;
}

/** Straight lines that an eased piece is drawn with. */
const EASED_STEPS = 6;

export type FindEntity = (name: string | undefined) => LevelEntity | undefined;

function readPiece(connector: LevelEntity, find: FindEntity): Piece | undefined {
  const [head, tail] = [find(refOf(connector, 'head')), find(refOf(connector, 'tail'))];
  return head === undefined || tail === undefined
    ? undefined
    : { head, tail, ease: Math.sign(numberOf(connector, 'ease') ?? 0) };
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

function positionWithin({ head, tail, ease }: Piece, share: number, lanes: number): LanePosition {
  const eased = ease > 0 ? share ** 2 : ease < 0 ? 1 - (1 - share) ** 2 : share;
  const [from, to] = [positionOf(head, lanes), positionOf(tail, lanes)];
  return { lane: between(from.lane, to.lane, eased), width: between(from.width, to.width, eased) };
}

/** The place of a point that is attached to a ribbon. */
export function attachedPosition(point: LevelEntity, find: FindEntity, lanes: number): LanePosition | undefined {
  const connector = find(refOf(point, 'attach'));
  const piece = connector && readPiece(connector, find);
  if (piece === undefined) return undefined;
  const [from, to] = [beatOf(piece.head), beatOf(piece.tail)];
  const share = to > from ? Math.min(1, Math.max(0, (beatOf(point) - from) / (to - from))) : 0;
  return positionWithin(piece, share, lanes);
}

/** The ribbons of all connectors. `write` makes a point of a beat and a place. */
export function readRibbons(
  connectors: readonly LevelEntity[],
  find: FindEntity,
  lanes: number,
  write: (beat: number, place: LanePosition) => SlidePoint,
): SlidePoint[][] {
  const bySlide = new Map<string, Piece[]>();
  for (const connector of connectors) {
    const piece = readPiece(connector, find);
    // `first` is the beginning of a slide of seven lanes, whose `start` is that of a piece.
    const slide = refOf(connector, 'first') ?? refOf(connector, 'start');
    if (piece === undefined || slide === undefined) continue;
    const pieces = bySlide.get(slide) ?? [];
    pieces.push(piece);
    bySlide.set(slide, pieces);
  }
  return [...bySlide.values()].map((pieces) => {
    const sorted = pieces.toSorted((a, b) => beatOf(a.head) - beatOf(b.head));
    const points = sorted.flatMap((piece) => {
      const [from, to] = [beatOf(piece.head), beatOf(piece.tail)];
      const steps = piece.ease === 0 ? 1 : EASED_STEPS;
      return Array.from({ length: steps }, (_, step) =>
        write(between(from, to, step / steps), positionWithin(piece, step / steps, lanes)),
      );
    });
    const end = sorted.at(-1)?.tail;
    return end === undefined ? points : [...points, write(beatOf(end), positionOf(end, lanes))];
  });
}
