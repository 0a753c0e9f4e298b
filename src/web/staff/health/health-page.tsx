/** @jsxImportSource preact */
// Whether everything this installation uses works: the checks of `livehouse doctor`, failures first.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { HEALTH_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { iconRotateCcw } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

type Health = AnswerBody<'GET /api/v1/admin/health'>;
type Check = Health['checks'][number];

const ORDER: readonly Check['state'][] = ['fail', 'warn', 'running', 'folder', 'ok'];
const TONES = { ok: 'success', folder: 'warning', running: undefined, warn: 'warning', fail: 'danger' } as const;

/** Checks that have a name in the words of the page; another one is shown by its own. */
const NAMED = [
  ...(['configuration', 'data', 'database', 'objects', 'mail', 'confinement', 'pictures', 'fonts', 'video'] as const),
  ...([
    'clients',
    'captcha',
    'limits',
    'backups',
    'sign-in',
    'classifier',
    'provider',
    'settings',
    'rules',
    'passkeys',
    'staff-tokens',
    'metrics',
    'maintenance',
    'version',
  ] as const),
];

/** The page. */
export function healthPage(page: PageContext, { checkedAt, checks, engines }: Health): Page {
  const say = page.sayFrom(HEALTH_MESSAGES);
  const sorted = checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const away = engines.filter(({ isAvailable }) => !isAvailable);
  return adminPage(page, {
    section: 'health',
    styles: ['administration', 'admin-health'],
    children: (
      <>
        <Verdict page={page} checks={checks} />
        {away.length > 0 && (
          <Notice tone="danger">
            {say('away', {
              names: new Intl.ListFormat(page.locale).format(away.map(({ name }) => say(`engine_${name}`))),
            })}
          </Notice>
        )}
        <p>{say('lead')}</p>
        <div class="health-again">
          <LinkButton icon={iconRotateCcw} href={page.path('/admin/health')}>
            {say('again')}
          </LinkButton>
          <span class="meta">{fillElements(say('checked'), { time: <Moment page={page} at={checkedAt} /> })}</span>
        </div>
        <StaffTable
          caption={say('list')}
          rows={sorted}
          keyOf={({ name, detail }) => `${name} ${detail}`}
          columns={[
            { label: say('what'), cell: ({ name }) => nameOf(page, name) },
            { label: say('state'), cell: ({ state }) => <Chip tone={TONES[state]}>{say(state)}</Chip> },
            { label: say('detail'), cell: ({ detail }) => <span lang="en">{detail}</span> },
          ]}
        />
      </>
    ),
  });
}

function nameOf(page: PageContext, name: string): string {
  const known = NAMED.find((one) => one === name);
  return known === undefined ? name : page.sayFrom(HEALTH_MESSAGES)(known);
}

/** In words first. */
function Verdict({ page, checks }: PageProps & { readonly checks: readonly Check[] }): VNode {
  const say = page.sayFrom(HEALTH_MESSAGES);
  const count = (state: Check['state']): number => checks.filter((one) => one.state === state).length;
  const [failed, warned, running] = [count('fail'), count('warn'), count('running')];
  if (failed > 0) return <Notice tone="danger">{say('failed', { count: failed })}</Notice>;
  if (warned > 0) return <Notice tone="warning">{say('warned', { count: warned })}</Notice>;
  if (running > 0) return <Notice>{say('pending', { count: running })}</Notice>;
  return <Notice tone="success">{say('well')}</Notice>;
}
