/** @jsxImportSource preact */
// The page before a promotion, a rollback, a retirement or a deletion: from what, to what, what readers will see, and how it is undone.
import type { VNode } from 'preact';
import { faultsOf } from '../../forms/faults.ts';
import { ADMIN_RELEASES_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { Fact } from '../common/fact.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import type { ReleaseMove } from './contract.ts';
import { PATH, type Server, type StoredRelease, sizeText } from './releases-page.tsx';

const WORDS = {
  promote: ['promoteTitle', 'promoteAct', 'seeRelease', 'undoMove'],
  rollback: ['rollbackTitle', 'rollbackAct', 'seeRelease', 'undoMove'],
  retire: ['retireTitle', 'retireAct', 'seeNothing', 'undoRetire'],
  delete: ['deleteTitle', 'deleteAct', 'seeDeleted', 'undoDelete'],
} as const;

export const MOVE_FAULTS = faultsOf(ADMIN_RELEASES_MESSAGES, {
  current_release_changed: 'faultChanged',
  release_unusable: 'faultUnusable',
  collection_running: 'faultCollection',
  release_in_use: 'faultInUse',
});

export interface MoveData {
  readonly server: Server;
  readonly move: ReleaseMove;
  /** Undefined: the server has no public release then. */
  readonly to: StoredRelease | undefined;
  readonly fault?: string;
}

export function movePage(page: PageContext, { server, move, to, fault }: MoveData): Page {
  const say = page.sayFrom(ADMIN_RELEASES_MESSAGES);
  const [title, act, see, undo] = WORDS[move];
  const { id, displayName, current } = server;
  const from = server.releases.find(({ releaseId }) => releaseId === current);
  const wasPublic = to !== undefined && server.history.some(({ releaseId }) => releaseId === to.releaseId);
  const isDeletion = move === 'delete';
  const isComparable =
    !isDeletion && wasPublic && current !== null && to.releaseId !== current && server.status === 'active';
  return adminPage(page, {
    section: 'releases',
    title: say(title),
    styles: ['administration'],
    faults: MOVE_FAULTS.list(page, fault),
    children: (
      <form class="card staff-move" method="post" action={page.path(`${PATH}/${id}/${move}`)}>
        <p class="row">
          <strong>{displayName}</strong>
          <code>{id}</code>
        </p>
        <dl>
          {!isDeletion && (
            <Fact name={say('from')}>
              <Release page={page} release={from} none={say('nothing')} />
            </Fact>
          )}
          <Fact name={say(isDeletion ? 'release' : 'to')}>
            <Release page={page} release={to} none={say('gone')} />
          </Fact>
        </dl>
        {isComparable && (
          <p>
            <a href={page.path(`/catalog/${id}/releases/${current}...${to.releaseId}`)}>{say('compare')}</a>
          </p>
        )}
        <p>{say(see, { server: displayName })}</p>
        <p class="meta">{say(undo)}</p>
        <HiddenFields values={{ from: current ?? '', to: to?.releaseId ?? '' }} />
        <div class="row">
          <Button variant={move === 'retire' || isDeletion ? 'danger' : 'main'}>
            {say(act, { server: displayName })}
          </Button>
          <LinkButton href={page.path(PATH)}>{say('cancel')}</LinkButton>
        </div>
      </form>
    ),
  });
}

interface ReleaseProps extends PageProps {
  readonly release: StoredRelease | undefined;
  /** Said where there is none. */
  readonly none: string;
}

function Release({ page, release, none }: ReleaseProps): VNode {
  if (release === undefined) return <strong>{none}</strong>;
  const { releaseId, sourceId, publishedAt } = release;
  return (
    <>
      <strong>{sourceId ?? releaseId}</strong>
      <br />
      <code>{releaseId}</code>
      <br />
      {publishedAt !== null && <Moment page={page} at={publishedAt} />}
      {publishedAt !== null && <br />}
      <span class="meta">{sizeText(page, release)}</span>
    </>
  );
}
