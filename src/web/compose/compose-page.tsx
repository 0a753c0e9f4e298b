/** @jsxImportSource preact */
// The page of the composer. An account that may not write learns why, and until when, before it types anything.
import type { VNode } from 'preact';
import type { Actor } from '../../http/gates/guard.ts';
import { isReasonCode } from '../../kernel/reason-code.ts';
import type { DraftContent } from '../islands/composer-parts/common/content.ts';
import type { FileRules } from '../islands/composer-parts/files/file-gate.tsx';
import { Island } from '../islands/island.tsx';
import { COMPOSE_MESSAGES } from '../messages/compose.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { fileSize } from '../ui/text/file-size.ts';
import { fillElements } from '../ui/text/fill-elements.tsx';
import { commaIn } from '../ui/text/punctuation.ts';
import { Time } from '../ui/time.tsx';
import type { OwnPost, Restriction, Subject, UploadRules } from './writing.ts';

export interface ComposePageFacts {
  readonly actor: Actor;
  readonly content: DraftContent;
  /** The post that is changed; undefined for a new one. */
  readonly post: OwnPost | undefined;
  readonly isPrefilled: boolean;
  /** The draft that the address names. */
  readonly draftId?: string | undefined;
  /** What it is about, with its title. */
  readonly subject: Subject | undefined;
  readonly restrictions: readonly Restriction[];
  readonly fileRules: UploadRules;
  /** Code of what the form refused. */
  readonly fault?: string;
}

export function composePage(page: PageContext, facts: ComposePageFacts): Page {
  const say = page.sayFrom(COMPOSE_MESSAGES);
  const { actor, post, restrictions, fault } = facts;
  const title = say(post === undefined ? 'newTitle' : 'editTitle');
  const closed = restrictions.find(({ kind }) => kind !== 'upload');
  const noFiles = restrictions.find(({ kind }) => kind === 'upload');
  return {
    title: fault === undefined ? title : `${say('refused')} · ${title}`,
    description: say('description'),
    section: 'community',
    noindex: true,
    styles: ['compose'],
    content: (
      <div class="stack composer-page">
        <h1>{title}</h1>
        {closed !== undefined ? (
          <Closed page={page} restriction={closed} />
        ) : !actor.emailVerified ? (
          <Unverified page={page} />
        ) : (
          <>
            <noscript>
              <p class="notice">{say('noScript')}</p>
            </noscript>
            {noFiles !== undefined && <NoFiles page={page} restriction={noFiles} />}
            <Composer page={page} facts={facts} mayAddFiles={noFiles === undefined} />
          </>
        )}
      </div>
    ),
  };
}

interface ComposerPartProps extends PageProps {
  readonly facts: ComposePageFacts;
  readonly mayAddFiles: boolean;
}

function Composer({ page, facts, mayAddFiles }: ComposerPartProps): VNode {
  const { fileRules, actor, content, post, isPrefilled, subject, draftId = null, fault = null } = facts;
  const own = page.path('/compose', { post: post?.id });
  return (
    <Island
      name="composer"
      when="load"
      props={{
        account: String(actor.uid),
        initial: content,
        post:
          post === undefined
            ? null
            : { id: post.id, version: post.version, fileIds: post.attachments.map(({ id }) => id) },
        files: mayAddFiles ? sayRules(page, fileRules) : null,
        isPrefilled,
        draftId,
        about: subject === undefined ? null : aboutOf(page, subject),
        paths: {
          action: own,
          signIn: page.path('/sign-in', { then: page.own }),
          post: `${page.basePath}/community/posts/{id}`,
          compose: page.path('/compose'),
          mention: `${page.basePath}/@{handle}`,
          tag: `${page.basePath}/community/tags/{tag}`,
        },
        fault,
      }}
    />
  );
}

/** Not every system knows the types of these extensions. */
const PICTURES = 'image/*,.heic,.heif';
const FILMS = 'video/*,.mov,.webm';

const KINDS: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
};

/** What files may be added, in the language of the page. */
const sayRules = (page: PageContext, { mediaTypes, fileBytes }: UploadRules): FileRules => ({
  // By kind, so that phones offer their albums; the service says what it refuses.
  accept: mediaTypes.some((type) => type.startsWith('video/')) ? `${PICTURES},${FILMS}` : PICTURES,
  kinds: [...new Set(mediaTypes.map((type) => KINDS[type] ?? type))].join(commaIn(page.locale)),
  size: fileSize(page.locale, fileBytes),
});

/** What a post is about, as a link to its page in the catalog. */
function aboutOf(page: PageContext, { server, resource, id, title }: Subject): { title: string; href: string } {
  const path = ['', 'catalog', server, resource, id].map(encodeURIComponent).join('/');
  return { title, href: page.path(path) };
}

interface RestrictionProps extends PageProps {
  readonly restriction: Restriction;
}

function Closed({ page, restriction }: RestrictionProps): VNode {
  const say = page.sayFrom(COMPOSE_MESSAGES);
  return (
    <Notice tone="warning">
      <h2>{say('restrictedTitle')}</h2>
      <Terms page={page} restriction={restriction} />
      <p>{say('restrictedNext')}</p>
      <div class="row">
        <StandingLink page={page} variant="main" />
        <CommunityLink page={page} />
      </div>
    </Notice>
  );
}

/** Why no files can be added, and until when. Text can be written. */
function NoFiles({ page, restriction }: RestrictionProps): VNode {
  return (
    <Notice tone="warning">
      <p>{page.sayFrom(COMPOSE_MESSAGES)('uploadRestricted')}</p>
      <Terms page={page} restriction={restriction} />
      <div class="row">
        <StandingLink page={page} />
      </div>
    </Notice>
  );
}

/** Until when a restriction lasts, and why. */
function Terms({ page, restriction }: RestrictionProps): VNode {
  const say = page.sayFrom(COMPOSE_MESSAGES);
  const { expiresAt, reasonCode } = restriction;
  const reason = say(`reason_${isReasonCode(reasonCode) ? reasonCode : 'other'}`);
  return (
    <>
      <p>
        {expiresAt === null
          ? say('restrictedOpen')
          : fillElements(say('restrictedUntil'), { date: <Time at={expiresAt} text={page.date(expiresAt)} /> })}
      </p>
      <p>{say('restrictedWhy', { reason })}</p>
    </>
  );
}

function StandingLink({ page, variant }: PageProps & { readonly variant?: 'main' }): VNode | null {
  if (!page.hasPage('/settings/standing')) return null;
  return (
    <LinkButton variant={variant} href={page.path('/settings/standing')}>
      {page.sayFrom(COMPOSE_MESSAGES)('toStanding')}
    </LinkButton>
  );
}

function Unverified({ page }: PageProps): VNode {
  const say = page.sayFrom(COMPOSE_MESSAGES);
  return (
    <Notice tone="warning">
      <h2>{say('verifyTitle')}</h2>
      <p>{say('verifyNext')}</p>
      <CommunityLink page={page} />
    </Notice>
  );
}

function CommunityLink({ page }: PageProps): VNode | null {
  if (!page.hasPage('/community')) return null;
  return (
    <p>
      <LinkButton href={page.path('/community')}>{page.sayFrom(COMPOSE_MESSAGES)('toCommunity')}</LinkButton>
    </p>
  );
}
