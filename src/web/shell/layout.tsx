/** @jsxImportSource preact */
// The frame around every page: skip link, header, main, footer, and the bottom bar of phones.
import type { ComponentChildren, VNode } from 'preact';
import { readMarkdownTree } from '../../features/community/common/markdown-tree.ts';
import { LOCALES } from '../../kernel/names.ts';
import { MarkdownView } from '../markdown/view.tsx';
import { LANGUAGE_NAMES, SHELL_MESSAGES } from '../messages/shell.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconBell, iconLogIn, iconLogOut } from '../ui/icons.ts';
import { Mark } from '../ui/mark.tsx';
import { FOOTER_PAGES, NAVIGATION, staffNavigationOf } from './navigation.ts';
import type { Page } from './page.ts';
import { chooseText, type PageContext } from './page-context.ts';

export interface LayoutProps {
  readonly context: PageContext;
  readonly page: Pick<Page, 'section' | 'width'>;
  readonly children: ComponentChildren;
}

export function Layout({ context, page, children }: LayoutProps): VNode {
  const words = context.words(SHELL_MESSAGES);
  const { say } = context;
  return (
    <body {...(hasBottomBar(context) ? { class: 'with-bottom-bar' } : {})}>
      <a class="skip-link" href="#main">
        {say(words.skip)}
      </a>
      <Header context={context} section={page.section} />
      <NoticeBand context={context} />
      <main id="main" tabIndex={-1} class={`width-${page.width ?? 'catalog'}`}>
        {children}
      </main>
      <Footer context={context} />
      <BottomBar context={context} section={page.section} />
      <div id="toasts" class="toasts" popover="manual" role="status" data-close={say(words.close)} />
    </body>
  );
}

/** The logo of the instance where the policy lets it load, else the mark. It stands beside the name, which it repeats. */
function Sign({ context }: { readonly context: PageContext }): VNode {
  const { logoUrl } = context.instance;
  if (logoUrl === null || !logoUrl.startsWith('/')) return <Mark />;
  return <img class="site-logo" src={`${context.basePath}${logoUrl}`} width={32} height={32} alt="" />;
}

/** A notice of the operator to everybody, below the header. */
function NoticeBand({ context }: { readonly context: PageContext }): VNode | null {
  const chosen = chooseText(context, context.instance.notice);
  if (chosen === undefined) return null;
  const links = {
    mention: (handle: string) => context.path(`/@${encodeURIComponent(handle)}`),
    tag: (tag: string) => context.path(`/community/tags/${encodeURIComponent(tag)}`),
  };
  return (
    <aside class="notice-band" aria-label={context.say(context.words(SHELL_MESSAGES).notice)}>
      <MarkdownView wrapped tree={readMarkdownTree(chosen.text)} lang={chosen.lang} links={links} />
    </aside>
  );
}

interface PartProps {
  readonly context: PageContext;
  readonly section?: Page['section'];
}

const currentIf = (isCurrent: boolean) => (isCurrent ? { 'aria-current': 'page' as const } : {});

/** Known before the bar is parsed, so that its room is there from the first paint. */
const hasBottomBar = (context: PageContext): boolean => navigationOf(context).length > 1;

/** Places whose pages exist; the home page stands in the header as the name. */
const navigationOf = (context: PageContext) => NAVIGATION.filter(({ path }) => context.hasPage(path));

function Header({ context, section }: PartProps): VNode {
  const words = context.words(SHELL_MESSAGES);
  const { say, viewer } = context;
  const items = navigationOf(context).filter(({ name }) => name !== 'home' && name !== 'me');
  return (
    <header class="site-header">
      <a class="site-name" href={context.path('/')}>
        <Sign context={context} />
        {context.instance.name}
      </a>
      {items.length > 0 && (
        <nav class="site-places" aria-label={say(words.places)}>
          {items.map(({ name, path }) => (
            <a key={name} href={context.path(path)} {...currentIf(name === section)}>
              {say(words[name])}
            </a>
          ))}
        </nav>
      )}
      <div class="header-actions">
        {viewer === undefined && context.hasPage('/sign-in') && !context.own.startsWith('/sign-in') && (
          <LinkButton variant="quiet" icon={iconLogIn} href={context.path('/sign-in', { then: pathToReturn(context) })}>
            {say(words.signIn)}
          </LinkButton>
        )}
        {staffNavigationOf(context).map(({ name, path, icon }) => (
          <a key={name} class="header-link header-staff" href={context.path(path)}>
            <Icon shape={icon} />
            <span>{say(words[name])}</span>
          </a>
        ))}
        {viewer !== undefined && context.hasPage('/notifications') && (
          <a class="header-link bell" href={context.path('/notifications')} data-bell={String(viewer.uid)}>
            <Icon shape={iconBell} label={say(words.notifications)} />
            <span class="bell-count" hidden />
          </a>
        )}
        {viewer !== undefined && <ViewerLink context={context} />}
      </div>
    </header>
  );
}

/**
 * Where signing in redirects back to; undefined: the home page. Not to account pages: nobody wants to be there afterwards, and
 * their addresses may hold a mailed token.
 */
const pathToReturn = ({ own }: PageContext): string | undefined =>
  /^\/(?:account\/|register|forgot|setup)/.test(own) ? undefined : own;

/** The reader's own name, leading to their page where there is one. */
function ViewerLink({ context }: PartProps): VNode | null {
  const { viewer } = context;
  if (viewer === undefined) return null;
  const inner = (
    <>
      <Avatar url={viewer.avatarUrl} seed={viewer.avatarSeed} size={32} />
      <span dir="auto">{viewer.displayName}</span>
    </>
  );
  return context.hasPage('/settings') ? (
    <a class="header-link" href={context.path('/settings')}>
      {inner}
    </a>
  ) : (
    <span class="header-link">{inner}</span>
  );
}

function Footer({ context }: PartProps): VNode {
  const words = context.words(SHELL_MESSAGES);
  const { say, locale, theme } = context;
  return (
    <footer class="site-footer">
      <nav aria-label={say(words.footer)}>
        <ul>
          {FOOTER_PAGES.filter(({ path }) => context.hasPage(path)).map(({ name, path }) => (
            <li key={name}>
              <a href={context.path(path)}>{say(words[name])}</a>
            </li>
          ))}
        </ul>
      </nav>
      {context.viewer !== undefined && context.hasPage('/sign-in') && (
        <form method="post" action={`${context.basePath}/sign-out`}>
          <Button variant="quiet" icon={iconLogOut}>
            {say(words.signOut)}
          </Button>
        </form>
      )}
      <form class="display-form" method="post" action={`${context.basePath}/display`} aria-label={say(words.display)}>
        <input type="hidden" name="then" value={without('lang', context.own)} />
        <label class="unseen" for="display-locale">
          {say(words.language)}
        </label>
        <select class="input" id="display-locale" name="locale">
          {LOCALES.map((other) => (
            <option key={other} value={other} lang={other} selected={other === locale}>
              {LANGUAGE_NAMES[other]}
            </option>
          ))}
        </select>
        <label class="unseen" for="display-theme">
          {say(words.theme)}
        </label>
        <select class="input" id="display-theme" name="theme">
          <option value="auto" selected={theme === undefined}>
            {say(words.themeAuto)}
          </option>
          <option value="light" selected={theme === 'light'}>
            {say(words.themeLight)}
          </option>
          <option value="dark" selected={theme === 'dark'}>
            {say(words.themeDark)}
          </option>
        </select>
        <Button>{say(words.apply)}</Button>
      </form>
    </footer>
  );
}

/** A path without a parameter: `lang` would beat the choice of a language, a `token` belongs into no other address. */
function without(name: string, own: string): string {
  const [path = '/', search = ''] = own.split('?');
  const query = new URLSearchParams(search);
  query.delete(name);
  return query.size === 0 ? path : `${path}?${query}`;
}

function BottomBar({ context, section }: PartProps): VNode | null {
  const items = navigationOf(context);
  if (!hasBottomBar(context)) return null;
  const words = context.words(SHELL_MESSAGES);
  return (
    <nav class="bottom-bar" aria-label={context.say(words.places)}>
      {items.map(({ name, path, icon }) => (
        <a key={name} href={context.path(path)} {...currentIf(name === section)}>
          <Icon shape={icon} />
          {context.say(words[name])}
        </a>
      ))}
    </nav>
  );
}
