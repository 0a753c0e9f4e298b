/** @jsxImportSource preact */
// The desk of moderation: the queue, the entry that is looked at, and what belongs to it. It can be read without script;
// deciding needs it. It is larger than other islands, since it is the whole page.
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { showToast } from '../client/toast.ts';
import { Button } from '../ui/button.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconArrowLeft, iconInbox } from '../ui/icons.ts';
import { commaIn } from '../ui/text/punctuation.ts';
import { Acts } from './moderation-parts/acts.tsx';
import { Desk } from './moderation-parts/desk.ts';
import type { DeskOpening } from './moderation-parts/desk-list.ts';
import { sayFault } from './moderation-parts/faults.ts';
import { DeskKeys } from './moderation-parts/keys-help.tsx';
import { Moment } from './moderation-parts/moment.tsx';
import { QueueList } from './moderation-parts/queue-list.tsx';
import { sayWhy } from './moderation-parts/reasons.ts';
import {
  addressOf,
  type DeskPaths,
  type DeskSpoken,
  type DeskWords,
  type Entry,
  isOpen,
} from './moderation-parts/shapes.ts';
import { Submitted } from './moderation-parts/submitted.tsx';
import { Surroundings } from './moderation-parts/surroundings.tsx';

export interface ModerationDeskProps extends DeskOpening {
  readonly paths: DeskPaths;
  /** Path of the instance below its origin. */
  readonly base: string;
}

export type ModerationDeskWords = DeskWords;

export function ModerationDesk(props: ModerationDeskProps & DeskSpoken): VNode {
  const { paths, base, say, locale } = props;
  const spoken = { say, locale };
  const desk = useMemo(() => {
    const made: Desk = new Desk(props, {
      sayFault: (refused) => sayFault(spoken, refused),
      onDecided: (verdict, count) =>
        showToast(count > 1 ? say('several', { count }) : say(`done_${verdict}`), {
          act: { text: say('other'), run: () => void made.decideOtherwise() },
        }),
      onAlike: (count, more) => showToast(more ? say('severalAndMore', { count }) : say('several', { count })),
    });
    return made;
  }, []);
  useEffect(() => desk.open(), [desk]);
  const entry = desk.current.value;
  const title = useRef<HTMLHeadingElement>(null);
  const seen = useRef(entry?.id);
  useEffect(() => {
    // The next entry is what one reads next.
    if (seen.current !== entry?.id) title.current?.focus({ preventScroll: false });
    seen.current = entry?.id;
  }, [entry?.id]);
  const context = entry && desk.list.contexts.value.get(entry.id);
  return (
    <div
      class={['desk', ...(desk.isSingle ? ['desk-single'] : []), ...(entry === undefined ? ['desk-idle'] : [])].join(
        ' ',
      )}
      data-view={desk.view.value}
    >
      {!desk.isSingle && <QueueList desk={desk} paths={paths} {...spoken} />}
      <section class="desk-case stack" aria-labelledby="desk-title">
        {!desk.isSingle && (
          <div class="desk-back needs-script">
            <Button
              type="button"
              variant="quiet"
              icon={iconArrowLeft}
              onClick={() => {
                desk.view.value = 'list';
              }}
            >
              {say('back')}
            </Button>
          </div>
        )}
        {entry === undefined ? (
          <>
            <h2 id="desk-title" ref={title} tabIndex={-1} class="unseen">
              {say('empty')}
            </h2>
            <EmptyState icon={iconInbox} text={say('empty')} />
          </>
        ) : (
          <>
            <div class="stack">
              <h2 id="desk-title" ref={title} tabIndex={-1}>
                {say(`kind_${entry.kind}`)} · <span dir="auto">{entry.authorName ?? say('nobody')}</span>
              </h2>
              <EntryState entry={entry} others={desk.list.othersAt(entry)} {...spoken} />
              {desk.list.faults.value.has(entry.id) && (
                <div class="notice tone-danger" role="alert">
                  {desk.list.faults.value.get(entry.id)}
                </div>
              )}
              {!desk.isSingle && (
                <p class="meta">
                  <a href={addressOf(paths, entry)}>{say('ownPage')}</a>
                </p>
              )}
            </div>
            {context !== undefined && (
              <Submitted key={entry.id} desk={desk} context={context} base={base} {...spoken} />
            )}
          </>
        )}
        <noscript>
          <p class="meta">{say('needsScript')}</p>
        </noscript>
        <Acts desk={desk} {...spoken} />
        <DeskKeys desk={desk} paths={paths} {...spoken} />
      </section>
      {entry !== undefined && context !== undefined && (
        <Surroundings
          key={entry.id}
          context={context}
          paths={paths}
          onNoted={() => void desk.list.load(entry, true)}
          {...spoken}
        />
      )}
    </div>
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  review: 'warning',
  pending: 'info',
  allow: 'success',
  rejected: 'danger',
};

interface EntryStateProps {
  readonly entry: Entry;
  /** Names of the others who are at it. */
  readonly others: readonly string[];
}

/** How it stands, why it is here, who is at it. */
function EntryState({ entry, others, ...spoken }: DeskSpoken & EntryStateProps): VNode {
  const { say, locale } = spoken;
  const { verdict, status } = entry;
  return (
    <p class="row desk-signs">
      {status === 'superseded' ? (
        <Chip>{say('state_superseded')}</Chip>
      ) : verdict !== null ? (
        <Chip tone={TONES[verdict]}>{say(`verdict_${verdict}`)}</Chip>
      ) : (
        <Chip tone={isOpen(entry) ? 'warning' : undefined}>
          {say(isOpen(entry) ? 'verdict_review' : 'state_closed')}
        </Chip>
      )}
      {entry.reports.count > 0 && <Chip tone="warning">{say('reports', { count: entry.reports.count })}</Chip>}
      {entry.reasons.map((reason) => (
        <Chip key={reason}>{sayWhy(spoken, reason)}</Chip>
      ))}
      <span class="meta">
        <Moment key={entry.id} at={entry.createdAt} locale={locale} />
      </span>
      {others.length > 0 && <span class="meta">{say('atIt', { names: others.join(commaIn(locale)) })}</span>}
    </p>
  );
}
