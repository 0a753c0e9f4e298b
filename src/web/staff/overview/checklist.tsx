/** @jsxImportSource preact */
// What is left to do after the first run, until it is done or an administrator hides it.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { CHECKLIST_MESSAGES } from '../../messages/staff.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconCheck, iconCircleAlert } from '../../ui/icons.ts';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Moment } from '../common/moment.tsx';

export type ChecklistView = AnswerBody<'GET /api/v1/admin/checklist'>;
type Item = ChecklistView['items'][number];

/** Whether something is left, and nobody hid it. */
export const isOpen = ({ isDismissed, items }: ChecklistView): boolean =>
  !isDismissed && items.some(({ isDone }) => !isDone);

/** Where it is done, for items that a page can do. */
const PLACES = {
  mail: '/admin/settings',
  contact: '/admin/settings',
  backup: '/admin/backups',
  'second-factor': '/settings/security',
  'second-administrator': '/admin/accounts',
} as const;

const isAtPage = (name: Item['name']): name is keyof typeof PLACES => name in PLACES;

/** What is typed where the service runs, for items that no page can do. */
const COMMANDS: Readonly<Partial<Record<Item['name'], string>>> = {
  address: 'BASE_URL=https://livehouse.example.org',
  'backup-schedule': 'BACKUP_SCHEDULE="30 3 * * *" BACKUP_TO=/mnt/backup',
};

export function Checklist({ page, checklist }: PageProps & { readonly checklist: ChecklistView }): VNode {
  const say = page.sayFrom(CHECKLIST_MESSAGES);
  const { items } = checklist;
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <TitledSection titleId="checklist-title" title={say('title')} class="card stack overview-checklist">
      <p class="meta">{say('progress', { done, count: items.length })}</p>
      <ul class="plain-list">
        {items.map((item) => (
          <li key={item.name} class={item.isDone ? 'is-done' : 'is-open'}>
            <Icon shape={item.isDone ? iconCheck : iconCircleAlert} label={say(item.isDone ? 'done' : 'open')} />
            <ItemText page={page} item={item} />
          </li>
        ))}
      </ul>
      <ButtonForm action={page.path('/admin/checklist')} hidden={{ isDismissed: 'true' }} variant="quiet">
        {say('dismiss')}
      </ButtonForm>
    </TitledSection>
  );
}

function ItemText({ page, item }: PageProps & { readonly item: Item }): VNode {
  const say = page.sayFrom(CHECKLIST_MESSAGES);
  const { name, isDone, at } = item;
  const command = COMMANDS[name];
  return (
    <div>
      <strong>{say(name)}</strong>
      {!isDone && <p>{say(`how_${name}`)}</p>}
      {!isDone && command !== undefined && <code>{command}</code>}
      {(name === 'backup' || name === 'mail') && (
        <p class="meta">
          {at === null
            ? say(`never_${name}`)
            : fillElements(say(`last_${name}`), { time: <Moment page={page} at={at} /> })}
        </p>
      )}
      {!isDone && isAtPage(name) && <a href={page.path(PLACES[name])}>{say(`act_${name}`)}</a>}
    </div>
  );
}
