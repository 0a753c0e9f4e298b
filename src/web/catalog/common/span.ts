// When something begins and ends, whether it is coming, running or over, and until when that holds. The beginning belongs to the
// time, the end does not; a time with one of them alone is open to the other side. Pure.
import { fieldAt, type Identified, isHidden, momentIn, type Presented, readField } from './fields.ts';
import type { Slots } from './values.ts';

export interface Span {
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Whether both are days, which are the same everywhere. */
  readonly isDay: boolean;
}

export type SpanState = 'coming' | 'running' | 'over';

/** Fields with the beginning and the end of the entities of a collection. */
export interface SpanPaths {
  readonly start: string | null;
  readonly end: string | null;
}

type Dated = Pick<Presented, 'kind' | 'group' | 'start' | 'end' | 'fields'>;

/** Years beyond stand for "never", and calendars cannot write them. */
const FIRST_MOMENT = Date.parse('0001-01-01');
const LAST_MOMENT = Date.parse('9999-12-31');

/**
 * Where a collection says when its entities begin and end; undefined: they have no time. A beginning alone is mostly the day on
 * which something was published, so that it counts for events only.
 */
export function spanPathsOf(presentation: Dated): SpanPaths | undefined {
  if (presentation.kind !== 'collection') return undefined;
  const shown = (path: string | null): string | null => (path === null || isHidden(presentation, path) ? null : path);
  const [start, end] = [shown(presentation.start), shown(presentation.end)];
  return end !== null || (start !== null && presentation.group === 'event') ? { start, end } : undefined;
}

/** When an entity begins and ends; undefined: it has no time. */
export function spanOf(
  { slots }: { readonly slots: Slots },
  presentation: Dated,
  entity: Identified,
  paths = spanPathsOf(presentation),
): Span | undefined {
  if (paths === undefined) return undefined;
  const read = (path: string | null) => {
    const moment =
      path === null ? undefined : momentIn(readField(presentation, entity, path), slots, fieldAt(presentation, path));
    return moment === undefined || moment.at < FIRST_MOMENT || moment.at > LAST_MOMENT ? undefined : moment;
  };
  const [start, end] = [read(paths.start), read(paths.end)];
  if (start === undefined && end === undefined) return undefined;
  return {
    start: start?.at,
    end: end?.at,
    isDay: (start?.isDay ?? true) && (end?.isDay ?? true),
  };
}

export function stateOf({ start, end }: Span, now: number): SpanState {
  if (start !== undefined && start > now) return 'coming';
  return end === undefined || end > now ? 'running' : 'over';
}

/** When the state changes next; undefined: never. */
export function boundaryOf(span: Span, now: number): number | undefined {
  const state = stateOf(span, now);
  return state === 'coming' ? span.start : state === 'running' ? span.end : undefined;
}

/** The state and those that follow it, each with its end. */
export function statesFrom(
  span: Span,
  now: number,
): readonly { readonly state: SpanState; readonly until: number | undefined }[] {
  const until = boundaryOf(span, now);
  return [{ state: stateOf(span, now), until }, ...(until === undefined ? [] : statesFrom(span, until))];
}

/** When the state of one of them changes next; undefined: never. */
export function nextBoundary(spans: Iterable<Span>, now: number): number | undefined {
  let next: number | undefined;
  for (const span of spans) {
    const at = boundaryOf(span, now);
    if (at !== undefined && (next === undefined || at < next)) next = at;
  }
  return next;
}
