/** @jsxImportSource preact */
// Whether something that has a beginning and an end is coming, running or over, and how long it is until then. The browser counts
// on. A pinned page shows an earlier release at any time, so that it shows dates alone.
import type { VNode } from 'preact';
import { RUNNING_MESSAGES } from '../../messages/catalog.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { usePageEnd } from '../../ui/page-end.ts';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { momentText, Time } from '../../ui/time.tsx';
import type { CatalogProps, EntitySummary, ResourcePresentation } from './reads.ts';
import { boundaryOf, type Span, type SpanState, spanOf, statesFrom } from './span.ts';

export interface RunningStateProps extends PageProps {
  readonly span: Span;
  /** Whether the page shows an earlier release. */
  readonly isPinned: boolean;
}

const TONES: Readonly<Record<SpanState, Tone | undefined>> = { coming: 'info', running: 'success', over: undefined };

/** Shows whether something is coming, running or over; on a pinned page its dates. */
export function RunningState({ page, span, isPinned }: RunningStateProps): VNode {
  const say = page.sayFrom(RUNNING_MESSAGES);
  const until = boundaryOf(span, page.now);
  usePageEnd(isPinned ? undefined : until);
  if (isPinned) {
    return (
      <p class="running-state meta">
        <SpanDates page={page} span={span} />
      </p>
    );
  }
  // The browser shows the next state when the one before it is over (client/times.ts).
  return (
    <>
      {statesFrom(span, page.now).map(({ state, until: end }, place) => (
        <p key={state} class="running-state" hidden={place > 0}>
          <Chip tone={TONES[state]}>{say(state)}</Chip>
          {end !== undefined && (
            <span class="running-until meta">
              {fillElements(say(state === 'coming' ? 'starts' : 'ends'), {
                time: (
                  <strong>
                    <Time at={end} text={page.until(end)} form="until" />
                  </strong>
                ),
              })}
            </span>
          )}
        </p>
      ))}
    </>
  );
}

export interface EntityStateProps extends CatalogProps {
  readonly presentation: ResourcePresentation | undefined;
  readonly summary: Pick<EntitySummary, 'id' | 'entity'>;
}

/** The state of an entity; null: it has no time. */
export function EntityState({ catalog, presentation, summary }: EntityStateProps): VNode | null {
  const span = presentation && spanOf(catalog, presentation, summary);
  return span === undefined ? null : <RunningState page={catalog.page} span={span} isPinned={catalog.isPinned} />;
}

/** Beginning and end: days, or moments to the minute. */
export function SpanDates({ page, span: { start, end, isDay } }: Pick<RunningStateProps, 'page' | 'span'>): VNode {
  const say = page.sayFrom(RUNNING_MESSAGES);
  const write = (at: number): VNode =>
    isDay ? (
      <Time at={at} text={page.date(at)} form="day" />
    ) : (
      <Time at={at} text={momentText(page, at)} form="moment" />
    );
  return (
    <span class="span-dates">
      {start !== undefined && end !== undefined ? (
        <>
          {write(start)} – {write(end)}
        </>
      ) : start !== undefined ? (
        fillElements(say('starts'), { time: write(start) })
      ) : (
        end !== undefined && fillElements(say('ends'), { time: write(end) })
      )}
    </span>
  );
}
