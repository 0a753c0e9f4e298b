// The entities of level data that charts are read from: notes and connectors of both engines, with what they refer to. Level
// data is of our own making, but may come from another machine, so its form is checked.
import { z } from 'zod';
import type { NoteKind } from './chart.ts';

const value = z.object({ name: z.string(), value: z.number().optional(), ref: z.string().optional() });
const entitySchema = z.object({ archetype: z.string(), name: z.string().optional(), data: z.array(value) });
export const levelDataSchema = z.object({ bgmOffset: z.number(), entities: z.array(entitySchema) });
export type LevelEntity = z.output<typeof entitySchema>;

/** Beat, lane and size as the engines name them. */
export const numberOf = ({ data }: LevelEntity, name: string): number | undefined =>
  data.find((item) => item.name === name)?.value;
export const refOf = ({ data }: LevelEntity, name: string): string | undefined =>
  data.find((item) => item.name === name)?.ref;

export const beatOf = (entity: LevelEntity): number => numberOf(entity, '#BEAT') ?? 0;

/** The engine of twelve lanes writes every note in a normal and a critical variant. */
const plainName = (archetype: string): string => archetype.replace(/^(?:Normal|Critical)/, '');

const KINDS: ReadonlyMap<string, NoteKind> = new Map<string, NoteKind>([
  ['TapNote', 'tap'],
  ['FlickNote', 'flick'],
  ['DirectionalFlickNote', 'flick'],
  ['TraceNote', 'trace'],
  ['TraceFlickNote', 'flick'],
  ['SlideTraceNote', 'trace'],
  ['SlideEndTraceNote', 'trace'],
  ['SlideStartNote', 'slide'],
  ['SlideEndNote', 'slide'],
  ['SlideEndFlickNote', 'flick'],
  ['SlideTickNote', 'tick'],
  ['AttachedSlideTickNote', 'tick'],
]);

/** How a note is played; undefined for everything that is not seen, or no note. */
export function kindOf(entity: LevelEntity): NoteKind | undefined {
  const kind = KINDS.get(plainName(entity.archetype));
  if (kind !== 'flick') return kind;
  const direction = numberOf(entity, 'direction') ?? 0;
  return direction < 0 ? 'left' : direction > 0 ? 'right' : 'flick';
}

export const isConnector = ({ archetype }: LevelEntity): boolean => archetype.endsWith('SlideConnector');
export const isAttached = ({ archetype }: LevelEntity): boolean => archetype.endsWith('AttachedSlideTickNote');

/** Left edge and width. */
export interface LanePosition {
  readonly lane: number;
  readonly width: number;
}

/** Lanes are counted from the middle; of twelve lanes `size` is half of a width. */
export function positionOf(entity: LevelEntity, lanes: number): LanePosition {
  const middle = numberOf(entity, 'lane') ?? 0;
  const size = numberOf(entity, 'size');
  if (lanes === 12) return { lane: middle - (size ?? 0) + lanes / 2, width: 2 * (size ?? 0) };
  const width = size ?? 1;
  const lane = middle + (lanes - 1) / 2;
  // A directional flick reaches from its lane into its direction.
  return { lane: (numberOf(entity, 'direction') ?? 0) < 0 ? lane - width + 1 : lane, width };
}
