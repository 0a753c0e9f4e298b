/** @jsxImportSource preact */
// Servers with their releases: what is current, what can become current, what runs now, and what happened.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { ADMIN_RELEASES_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconPackage } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { momentText } from '../../ui/time.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';
import { RELEASE_MOVES } from './contract.ts';

type Servers = AnswerBody<'GET /api/v1/admin/servers'>['servers'];
export type Server = Servers[number];
export type StoredRelease = Server['releases'][number];

export const PATH = '/admin/releases';
const STATUS_TONES = { active: 'success', retired: undefined, staged: 'warning', damaged: 'danger' } as const;
const DONE = { promote: 'donePromote', rollback: 'doneRollback', retire: 'doneRetire', delete: 'doneDelete' } as const;

export interface ReleasesData {
  readonly servers: Servers;
  /** What was just done, and to which server. */
  readonly done?: string | undefined;
  readonly server?: string | undefined;
}

export function releasesPage(page: PageContext, { servers, done, server }: ReleasesData): Page {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  const move = RELEASE_MOVES.find((name) => name === done);
  const moved = servers.find(({ id }) => id === server);
  return adminPage(page, {
    section: 'releases',
    styles: ['administration'],
    done: move && moved && say(DONE[move], { server: moved.displayName }),
    children:
      servers.length === 0 ? (
        <EmptyState icon={iconPackage} text={say('none')}>
          <code>npx livehouse publish DIR</code>
        </EmptyState>
      ) : (
        servers.map((one) => <ServerPart key={one.id} page={page} server={one} />)
      ),
  });
}

interface PartProps extends PageProps {
  readonly server: Server;
}

function ServerPart({ page, server }: PartProps): VNode {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  const { id, displayName, status, running, previous, current } = server;
  return (
    <section class="stack" aria-labelledby={`server-${id}`}>
      <div class="row">
        <h2 id={`server-${id}`}>{displayName}</h2>
        <code>{id}</code>
        <Chip tone={STATUS_TONES[status]}>{say(status)}</Chip>
      </div>
      {status === 'damaged' && <Notice tone="danger">{say('damagedLead')}</Notice>}
      {running.map(({ kind, startedAt, liveUntil }) => (
        <Notice key={`${kind} ${startedAt}`} tone="warning">
          {say(`running_${kind}`, { time: momentText(page, startedAt ?? liveUntil) })}
        </Notice>
      ))}
      <div class="row">
        {status === 'active' && <LinkButton href={page.path(`/catalog/${id}`)}>{say('catalog')}</LinkButton>}
        {previous !== null && <LinkButton href={page.path(`${PATH}/${id}/rollback`)}>{say('rollback')}</LinkButton>}
        {status === 'active' && current !== null && (
          <LinkButton variant="danger" href={page.path(`${PATH}/${id}/retire`)}>
            {say('retire')}
          </LinkButton>
        )}
      </div>
      <Releases page={page} server={server} />
      {server.history.length > 0 && <History page={page} server={server} />}
    </section>
  );
}

/** Size and number of entries; nothing where the release is damaged. */
export function sizeText(page: PageContext, { entries, bytes }: StoredRelease): string {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  if (entries === null || bytes === null) return say('broken');
  return say('entries', { count: entries, size: fileSize(page.locale, bytes) });
}

function Releases({ page, server }: PartProps): VNode {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  const { id, current, previous, status, releases } = server;
  const wasPublic = new Set(server.history.map(({ releaseId }) => releaseId));
  return (
    <StaffTable
      caption={say('releases', { server: server.displayName })}
      rows={releases}
      keyOf={({ releaseId }) => releaseId}
      columns={[
        { label: say('release'), cell: ({ releaseId }) => <code>{releaseId}</code> },
        {
          label: say('published'),
          cell: ({ publishedAt }) => publishedAt !== null && <Moment page={page} at={publishedAt} />,
        },
        { label: say('source'), cell: ({ sourceId }) => sourceId },
        { label: say('size'), cell: (release) => sizeText(page, release) },
        {
          label: say('state'),
          cell: ({ releaseId }) => (
            <span class="row">
              {releaseId === current && (
                <Chip ticket tone={status === 'active' ? 'success' : undefined}>
                  {say('current')}
                </Chip>
              )}
              {releaseId === previous && <Chip ticket>{say('previous')}</Chip>}
              {releaseId !== current && !wasPublic.has(releaseId) && <Chip>{say('secret')}</Chip>}
            </span>
          ),
        },
        {
          label: say('act'),
          cell: ({ releaseId }) =>
            (releaseId !== current || status !== 'active') && (
              <span class="row">
                {current !== null && releaseId !== current && wasPublic.has(releaseId) && status === 'active' && (
                  <a
                    href={page.path(`/catalog/${id}/releases/${releaseId}...${current}`)}
                    aria-label={say('compareOf', { name: releaseId })}
                  >
                    {say('compare')}
                  </a>
                )}
                <a
                  href={page.path(`${PATH}/${id}/promote`, { to: releaseId })}
                  aria-label={say('promoteOf', { name: releaseId })}
                >
                  {say('promote')}
                </a>
                {releaseId !== current && (
                  <a
                    href={page.path(`${PATH}/${id}/delete`, { to: releaseId })}
                    aria-label={say('deleteOf', { name: releaseId })}
                  >
                    {say('delete')}
                  </a>
                )}
              </span>
            ),
        },
      ]}
    />
  );
}

const History = ({ page, server }: PartProps): VNode => {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  return (
    <details class="staff-more">
      <summary>{say('history', { server: server.displayName })}</summary>
      <StaffTable
        caption={say('history', { server: server.displayName })}
        rows={server.history}
        keyOf={({ at, kind, releaseId }) => `${at} ${kind} ${releaseId}`}
        columns={[
          { label: say('when'), cell: ({ at }) => <Moment page={page} at={at} /> },
          { label: say('what'), cell: ({ kind }) => say(`did_${kind}`) },
          { label: say('release'), cell: ({ releaseId }) => <code>{releaseId}</code> },
          { label: say('by'), cell: ({ by }) => by !== null && <By page={page} by={by} /> },
        ]}
      />
    </details>
  );
};

interface ByProps extends PageProps {
  readonly by: NonNullable<Server['history'][number]['by']>;
}

/** Who it was, and with which token. */
function By({ page, by: { uid, displayName, token } }: ByProps): VNode {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  return (
    <>
      <a href={page.path(`/admin/accounts/${uid}`)} dir="auto">
        {displayName}
      </a>
      {token !== null && <span class="meta"> {say('byToken', { token: token.name ?? token.id })}</span>}
    </>
  );
}
