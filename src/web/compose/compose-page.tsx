/** @jsxImportSource preact */
// The page of the composer. An account that may not write learns why, and until when, before it types anything.
import type { VNode } from 'preact';
import type { Actor } from '../../http/gates/guard.ts';
import { isReasonCode } from '../../kernel/reason-code.ts';
import type { DraftContent } from '../islands/composer-parts/common/content.ts';
import { Island } from '../islands/island.tsx';
import { COMPOSE_MESSAGES } from '../messages/compose.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import type { OwnPost, Restriction, Subject } from './writing.ts';

export interface ComposePageFacts {
  readonly actor: Actor;
  readonly content: DraftContent;
  /** The post that is changed; undefined for a new one. */
  readonly post: OwnPost | undefined;
  readonly isPrefilled: boolean;
  /** What it is about, with its title. */
  readonly subject: Subject | undefined;
  readonly restrictions: readonly Restriction[];
  /** Code of what the form refused. */
  readonly fault?: string;
}

export function composePage(page: PageContext, facts: ComposePageFacts): Page {
  const words = page.words(COMPOSE_MESSAGES);
  const { actor, post, restrictions, fault } = facts;
  const title = page.say(post === undefined ? words.newTitle : words.editTitle);
  const closed = restrictions.find(({ kind }) => kind !== 'upload');
  const isUploadClosed = restrictions.some(({ kind }) => kind === 'upload');
  return {
    title: fault === undefined ? title : `${page.say(words.refused)} · ${title}`,
    description: page.say(words.description),
    place: 'community',
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
              <p class="notice">{page.say(words.noScript)}</p>
            </noscript>
            {isUploadClosed && (
              <Notice tone="warning">
                <p>{page.say(words.uploadRestricted)}</p>
              </Notice>
            )}
            <Composer page={page} facts={facts} />
          </>
        )}
      </div>
    ),
  };
}

interface PartProps {
  readonly page: PageContext;
}

function Composer({ page, facts }: PartProps & { readonly facts: ComposePageFacts }): VNode {
  const { actor, content, post, isPrefilled, subject, fault = null } = facts;
  const own = page.path('/compose', { post: post?.id });
  return (
    <Island
      name="composer"
      when="load"
      props={{
        account: String(actor.uid),
        initial: content,
        post:
          post === undefined ? null : { id: post.id, version: post.version, fileIds: post.files.map(({ id }) => id) },
        isPrefilled,
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

/** What a post is about, as a link to its page in the catalog. */
function aboutOf(page: PageContext, { server, resource, id, title }: Subject): { title: string; href: string } {
  const path = ['', 'catalog', server, resource, id].map(encodeURIComponent).join('/');
  return { title, href: page.path(path) };
}

function Closed({ page, restriction }: PartProps & { readonly restriction: Restriction }): VNode {
  const words = page.words(COMPOSE_MESSAGES);
  const { expiresAt, reasonCode } = restriction;
  const reason = words[`reason_${isReasonCode(reasonCode) ? reasonCode : 'other'}`];
  return (
    <Notice tone="warning">
      <h2>{page.say(words.restrictedTitle)}</h2>
      <p>
        {expiresAt === null
          ? page.say(words.restrictedOpen)
          : splitAt(page.say(words.restrictedUntil), <Time at={expiresAt} text={page.date(expiresAt)} />)}
      </p>
      <p>{page.say(words.restrictedWhy, { reason: page.say(reason) })}</p>
      <p>{page.say(words.restrictedNext)}</p>
      <div class="row">
        {page.hasPage('/settings/standing') && (
          <LinkButton look="main" href={page.path('/settings/standing')}>
            {page.say(words.toStanding)}
          </LinkButton>
        )}
        <CommunityLink page={page} />
      </div>
    </Notice>
  );
}

/** A sentence with an element in the place of `{date}`. */
function splitAt(sentence: string, element: VNode): VNode {
  const [before, after] = sentence.split('{date}');
  return (
    <>
      {before}
      {element}
      {after}
    </>
  );
}

function Unverified({ page }: PartProps): VNode {
  const words = page.words(COMPOSE_MESSAGES);
  return (
    <Notice tone="warning">
      <h2>{page.say(words.verifyTitle)}</h2>
      <p>{page.say(words.verifyNext)}</p>
      <CommunityLink page={page} />
    </Notice>
  );
}

function CommunityLink({ page }: PartProps): VNode | null {
  if (!page.hasPage('/community')) return null;
  return (
    <p>
      <LinkButton href={page.path('/community')}>{page.say(page.words(COMPOSE_MESSAGES).toCommunity)}</LinkButton>
    </p>
  );
}
