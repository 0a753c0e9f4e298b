// What sections work with: opens the context of a page, and answers with the page in its frame.

import type { RefusalPage } from '../../http/answer/headers.ts';
import { UNFRAMED } from '../../http/answer/headers.ts';
import { answerContent } from '../../http/content/bytes.ts';
import { type RequestContext, signalOf } from '../../http/gates/context.ts';
import type { Actor } from '../../http/gates/guard.ts';
import type { Locale } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import { answerPage, PAGE_VARY } from './answer-page.ts';
import { CachedHtml } from './cached-html.ts';
import { LOCALE_COOKIE, readDisplay, THEME_COOKIE, type Theme } from './display.ts';
import { CONFIRM, errorPage } from './error-page.tsx';
import type { Page, Redirect } from './page.ts';
import { openPageContext, type PageContext, type PageContextDependencies } from './page-context.ts';
import { type PageCache, pageHeaders } from './policy.ts';
import { renderPage } from './render-page.tsx';

/** What a page is answered to: the request and, on routes with `access`, who asks. */
export interface PageCall {
  readonly context: RequestContext;
  readonly actor?: Actor | undefined;
}

export interface AnswerOptions {
  readonly status?: number;
  /** Default: `public` for strangers, `private` for everybody else. Account and staff pages take `never`. */
  readonly cache?: PageCache;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Shell {
  /** Opens the context of a page. */
  open(call: PageCall): Promise<PageContext>;
  /** Opens the context of a request as if nobody was signed in, in the language that the address forces. */
  openForStranger(context: RequestContext): Promise<PageContext>;
  /** Answers with a page in its frame. */
  answer(context: PageContext, page: Page, options?: AnswerOptions): Promise<Response>;
  /**
   * Opens and answers with a page that is the same for every stranger. For strangers it is cached while the stamp stays the
   * same; everybody else gets a page of their own. Without a stamp nothing is cached. What is cached is made without the
   * credentials of the request. A page that says something of the time of day is cached until that changes.
   */
  answerKept(
    call: PageCall,
    stamp: Stamp,
    make: (page: PageContext) => Page | Redirect | Promise<Page | Redirect>,
  ): Promise<Response>;
  /** Redirects to a path of this instance with 303. The path is below the base path. */
  redirect(context: RequestContext, path: string, cookies?: readonly string[]): Response;
}

/** What forms may name in a path but no header holds. */
const BEYOND_HEADERS = /[^!-~]+/g;

/**
 * What a cached page was made from: the current releases, the database as well, or texts of the instance alone. `none`: the
 * page differs each time and is not cached.
 */
export type Stamp = 'releases' | 'database' | 'texts' | 'none';

/**
 * Lists of a period depend on the time of day, and behind a connection pooler a crashed server may give a stamp twice:
 * reads of the JSON routes are cached as long.
 */
const DATABASE_AGE_MS = 10_000;

/** Longer addresses are not cached: unknown parameters could otherwise fill the memory with copies of one page. */
const KEY_MAX = 512;

export interface ShellDependencies extends PageContextDependencies {
  readonly bundles: BundleStore;
  /** Names the current releases. */
  readonly readReleaseStamp: () => string;
  /** Changes with every commit; undefined while the database is away. */
  readonly readDatabaseStamp: (context: RequestContext) => Promise<string | undefined>;
  /** The caller, if there is one that may read. */
  readonly identify: (context: RequestContext) => Promise<Actor | undefined>;
}

/**
 * The request of a stranger for the same page. A session that could not be read a moment ago may be readable now, and a
 * token may be worth more at one route than at another: neither may reach a page that others get, too.
 */
function withoutCredentials(
  context: RequestContext,
  { locale, theme }: { readonly locale: Locale; readonly theme?: Theme | undefined },
): RequestContext {
  const headers = new Headers(context.request.headers);
  headers.delete('authorization');
  headers.set('cookie', `${LOCALE_COOKIE}=${locale}${theme === undefined ? '' : `; ${THEME_COOKIE}=${theme}`}`);
  return { ...context, request: new Request(context.request.url, { headers }), offer: undefined, outer: context };
}

/** Creates the shell that all sections share. */
export function createShell(dependencies: ShellDependencies): Shell {
  const { bundles, ownAddress, chooseLocale, readInstance } = dependencies;
  const kept = new CachedHtml();
  const open: Shell['open'] = ({ context, actor }) => openPageContext(dependencies, context, actor);
  const answer: Shell['answer'] = async (context, page, { status, cache, headers } = {}) => {
    const { html } = renderPage(context, page, await bundles.plan());
    return answerPage(context.request, {
      html,
      status,
      headers,
      cache: cache ?? (context.actor === undefined ? 'public' : 'private'),
    });
  };

  const redirect: Shell['redirect'] = (context, path, cookies = []) => {
    const basePath = new URL(ownAddress.public()).pathname.replace(/\/$/, '');
    const headers = new Headers({
      Location: `${basePath}${path.replace(BEYOND_HEADERS, (text) => encodeURIComponent(text.toWellFormed()))}`,
      'Cache-Control': 'no-store',
      ...UNFRAMED,
      'X-Request-Id': context.requestId,
    });
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    return new Response(null, { status: 303, headers });
  };

  /** Everything that the page depends on besides address and language; undefined: it must not be cached. */
  async function readStamp(context: RequestContext, kind: Stamp): Promise<string | undefined> {
    if (kind === 'none') return undefined;
    // The menu of every page tells whether there is something to play.
    const stamps = [
      JSON.stringify(readInstance()),
      String(dependencies.songs.hasSongs()),
      JSON.stringify(dependencies.readMaintenance() ?? null),
    ];
    if (kind !== 'texts') stamps.push(dependencies.readReleaseStamp());
    if (kind !== 'database') return stamps.join(' ');
    const stamp = await dependencies.readDatabaseStamp(context);
    return stamp && [...stamps, stamp].join(' ');
  }

  return {
    open,
    openForStranger: (context) => {
      const locale = chooseLocale(context.request.headers.get('accept-language'), undefined);
      return open({ context: withoutCredentials(context, { locale }) });
    },
    answer,
    answerKept: async (call, kind, make) => {
      const { context, actor } = call;
      // The same choice as in the page context: a forced language is part of the address.
      const { locale: chosen, theme } = readDisplay(context.request);
      const locale = chooseLocale(context.request.headers.get('accept-language'), chosen);
      const key = `${locale} ${theme ?? 'auto'} ${context.request.url}`;
      const openForAll = () => open({ context: withoutCredentials(context, { locale, theme }) });
      const isTooLong = actor === undefined && kind !== 'none' && key.length > KEY_MAX;
      const stamp = actor === undefined && !isTooLong ? await readStamp(context, kind) : undefined;
      if (stamp === undefined) {
        const page = await (isTooLong ? openForAll() : open(call));
        const made = await make(page);
        return 'redirectTo' in made ? redirect(context, made.redirectTo) : answer(page, made);
      }
      const made = await kept.read(key, stamp, kind === 'database' ? DATABASE_AGE_MS : undefined, async () => {
        const [opened, plan] = await Promise.all([openForAll(), bundles.plan()]);
        const page = await make(opened);
        if ('redirectTo' in page) return page;
        // Parts are missing because the reader has gone: those who share the page get one of their own.
        if (page.isPartial && signalOf(context).aborted) throw new Refusal('request_aborted');
        return { ...renderPage(opened, page, plan), isWhole: page.isPartial !== true };
      });
      return 'redirectTo' in made ? redirect(context, made.redirectTo) : answerContent(context, made);
    },
    redirect,
  };
}

/** Creates the writer of refusals: pages in the reader's language, and the way to sign in where that is what is missing. */
export function createRefusalPages(
  dependencies: ShellDependencies,
): (context: RequestContext, refusal: Refusal) => Promise<RefusalPage> {
  return async (request, refusal) => {
    const actor = await dependencies.identify(request).catch(() => undefined);
    const context = await openPageContext(dependencies, request, actor);
    const headers = { ...pageHeaders('never'), Vary: PAGE_VARY };
    if (refusal.status === 401 && request.method === 'GET' && context.hasPage('/sign-in')) {
      return {
        status: 303,
        body: '',
        headers: { ...headers, Location: context.path('/sign-in', { then: context.own }) },
      };
    }
    if (refusal.code === 'reauthentication_required' && request.method === 'GET' && context.hasPage(CONFIRM)) {
      return { status: 303, body: '', headers: { ...headers, Location: context.path(CONFIRM, { then: context.own }) } };
    }
    const { html } = renderPage(context, errorPage(context, refusal), await dependencies.bundles.plan());
    return { body: html, headers };
  };
}
