/** @jsxImportSource preact */
// The queue: what waits, oldest first, each as a link to its own page.
import type { VNode } from 'preact';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  iconFile,
  iconFlag,
  iconImage,
  iconLink,
  iconList,
  iconMessageCircle,
  iconPencil,
  iconUser,
} from '../../ui/icons.ts';
import { commaIn } from '../../ui/text/punctuation.ts';
import { CHOSEN_MAX, type Desk } from './desk.ts';
import { Moment } from './moment.tsx';
import { addressOf, type DeskPaths, type DeskSpoken, type Entry, isOpen } from './shapes.ts';

const ICONS = {
  post: iconPencil,
  comment: iconMessageCircle,
  list: iconList,
  attachment: iconFile,
  'profile-name': iconUser,
  'profile-links': iconLink,
  avatar: iconImage,
  user: iconUser,
} as const;

export interface QueueListProps {
  readonly desk: Desk;
  readonly paths: DeskPaths;
}

export function QueueList({ desk, paths, ...spoken }: QueueListProps & DeskSpoken): VNode {
  const { say } = spoken;
  const entries = desk.list.entries.value;
  return (
    <section class="desk-queue" aria-labelledby="desk-queue-title">
      <h2 id="desk-queue-title">
        {say('queue')} <span class="meta">{say('count', { count: desk.list.waiting.value })}</span>
      </h2>
      <ol class="plain-list desk-entries">
        {entries.map((entry) => (
          <QueueEntry key={entry.id} entry={entry} desk={desk} paths={paths} {...spoken} />
        ))}
      </ol>
      {desk.list.hasMore.value && (
        <div class="needs-script">
          <Button type="button" wide onClick={() => void desk.list.more()}>
            {say('more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function QueueEntry({ entry, desk, paths, say, locale }: QueueListProps & DeskSpoken & { entry: Entry }): VNode {
  const isCurrent = entry.id === desk.list.at.value;
  const isChosen = desk.chosen.value.has(entry.id);
  const others = desk.list.othersAt(entry);
  const excerpt = entry.excerpt === '' ? say('gone') : entry.excerpt;
  const open = (event: MouseEvent): void => {
    // Presses that ask for another tab or window stay what they are.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    desk.go(entry.id);
  };
  return (
    <li class={isCurrent ? 'desk-entry desk-entry-current' : 'desk-entry'}>
      {entry.blocked === null && (
        <label class="desk-choice needs-script">
          <input
            type="checkbox"
            aria-label={say('choose', { excerpt })}
            checked={isChosen}
            disabled={!isChosen && desk.chosen.value.size >= CHOSEN_MAX}
            onChange={({ currentTarget }) => desk.choose(entry.id, currentTarget.checked)}
          />
        </label>
      )}
      <a href={addressOf(paths, entry)} onClick={open} aria-current={isCurrent ? 'true' : undefined}>
        <span class="desk-entry-head">
          <Icon shape={ICONS[entry.kind]} />
          <strong>{say(`kind_${entry.kind}`)}</strong>
          <span class="desk-author" dir="auto">
            {entry.authorName ?? say('nobody')}
          </span>
          <span class="meta">
            <Moment at={entry.createdAt} locale={locale} />
          </span>
        </span>
        <span class="desk-excerpt" dir="auto">
          {excerpt}
        </span>
        <span class="row desk-entry-signs">
          {entry.sameAuthor > 1 && <Chip>{say('sameAuthor', { count: entry.sameAuthor })}</Chip>}
          {entry.reports.count > 0 && (
            <Chip tone="warning">
              <Icon shape={iconFlag} />
              {say('reports', { count: entry.reports.count })}
            </Chip>
          )}
          {!isOpen(entry) && <Chip>{say('state_closed')}</Chip>}
          {desk.list.faults.value.has(entry.id) && <Chip tone="danger">{desk.list.faults.value.get(entry.id)}</Chip>}
          {others.length > 0 && <span class="meta">{say('atIt', { names: others.join(commaIn(locale)) })}</span>}
        </span>
      </a>
    </li>
  );
}
