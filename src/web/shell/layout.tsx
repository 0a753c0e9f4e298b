/** @jsxImportSource preact */
// The frame around every page: skip link, header, main, footer, and the bottom bar of phones.
import type { ComponentChildren, VNode } from 'preact';
import { readMarkdownTree } from '../../features/community/common/markdown-tree.ts';
import { MENU_PLACES } from '../../features/instance/common/settings.ts';
import { LOCALES } from '../../kernel/names.ts';
import { MarkdownView } from '../markdown/view.tsx';
import { LANGUAGE_NAMES, SHELL_MESSAGES } from '../messages/shell.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconBell, iconChevronDown, iconLogIn, iconLogOut } from '../ui/icons.ts';
import { Mark } from '../ui/mark.tsx';
import { FOOTER_PAGES, NAVIGATION, type NavigationName, staffNavigationOf } from './navigation.ts';
import type { Page } from './page.ts';
import { chooseText, type PageContext } from './page-context.ts';
import { SearchField } from './search-field.tsx';
import { ShareRow } from './share-row.tsx';

export interface LayoutProps {
  readonly context: PageContext;
  readonly page: Pick<Page, 'section' | 'width' | 'canBeQuoted' | 'feeds' | 'noindex'>;
  readonly children: ComponentChildren;
}

export function Layout({ context, page, children }: LayoutProps): VNode {
  const say = context.sayFrom(SHELL_MESSAGES);
  return (
    <body class={hasBottomBar(context) ? 'with-bottom-bar' : undefined}>
      <a class="skip-link" href="#main">
        {say('skip')}
      </a>
      <Header context={context} section={page.section} />
      <MaintenanceBand context={context} />
      <NoticeBand context={context} />
      <main id="main" tabIndex={-1} class={`width-${page.width ?? 'catalog'}`}>
        {children}
        <ShareRow context={context} page={page} />
      </main>
      <Footer context={context} />
      <BottomBar context={context} section={page.section} />
      <div id="toasts" class="toasts" popover="manual" role="status" data-close={say('close')} />
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
    <aside class="notice-band" aria-label={context.sayFrom(SHELL_MESSAGES)('notice')}>
      <MarkdownView wrapped tree={readMarkdownTree(chosen.text)} lang={chosen.lang} links={links} />
    </aside>
  );
}

/** Says during maintenance that nobody can write now, and what the operator says about it. */
function MaintenanceBand({ context }: { readonly context: PageContext }): VNode | null {
  const { maintenance } = context;
  if (maintenance === undefined) return null;
  const say = context.sayFrom(SHELL_MESSAGES);
  return (
    <aside class="notice-band" aria-label={say('maintenance')}>
      <p>
        <strong>{say('maintenance')}</strong> {say('maintenanceLead')}
      </p>
      {maintenance.message !== null && <p dir="auto">{maintenance.message}</p>}
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

/** Places whose pages exist, in the order that the instance chose; the home page stands in the header as the name. */
const navigationOf = (context: PageContext) => {
  const { menu } = context.instance;
  const rank = (name: NavigationName): number => {
    if (name === 'home') return -1;
    return name === 'me' ? MENU_PLACES.length : menu.indexOf(name);
  };
  return NAVIGATION.filter(({ name, path }) => {
    const isChosen = name === 'home' || name === 'me' || menu.includes(name);
    return isChosen && context.hasPage(path);
  }).sort((a, b) => rank(a.name) - rank(b.name));
};

function Header({ context, section }: PartProps): VNode {
  const say = context.sayFrom(SHELL_MESSAGES);
  const { viewer } = context;
  const items = navigationOf(context).filter(({ name }) => name !== 'home' && name !== 'me');
  return (
    <header class="site-header">
      <a class="site-name" href={context.path('/')}>
        <Sign context={context} />
        {context.instance.name}
      </a>
      {items.length > 0 && (
        <nav class="site-places" aria-label={say('places')}>
          {items.map(({ name, path }) => (
            <a key={name} href={context.path(path)} {...currentIf(name === section)}>
              {say(name)}
            </a>
          ))}
        </nav>
      )}
      <SearchField context={context} />
      <div class="header-actions">
        {viewer === undefined && context.hasPage('/sign-in') && !context.own.startsWith('/sign-in') && (
          <LinkButton variant="quiet" icon={iconLogIn} href={context.path('/sign-in', { then: pathToReturn(context) })}>
            {say('signIn')}
          </LinkButton>
        )}
        {staffNavigationOf(context).map(({ name, path, icon }) => (
          <a key={name} class="header-link header-staff" href={context.path(path)}>
            <Icon shape={icon} />
            <span>{say(name)}</span>
          </a>
        ))}
        {viewer !== undefined && context.hasPage('/notifications') && (
          <a class="header-link bell" href={context.path('/notifications')} data-bell={String(viewer.uid)}>
            <Icon shape={iconBell} label={say('notifications')} />
            <span class="bell-count" hidden />
          </a>
        )}
        <ViewerMenu context={context} />
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

/** All that is the reader's own: profile, settings, language, colours, and signing out. */
function ViewerMenu({ context }: PartProps): VNode | null {
  const say = context.sayFrom(SHELL_MESSAGES);
  const { viewer } = context;
  if (viewer === undefined) return null;
  const profile = viewer.handle === null ? `/users/${viewer.uid}` : `/@${encodeURIComponent(viewer.handle)}`;
  return (
    <details class="menu menu-sheet" data-menu>
      <summary class="header-link">
        <Avatar url={viewer.avatarUrl} seed={viewer.avatarSeed} size={32} />
        <span dir="auto">{viewer.displayName}</span>
        <Icon shape={iconChevronDown} />
      </summary>
      <div class="menu-panel">
        {context.hasPage('/@{handle}') && <a href={context.path(profile)}>{say('profile')}</a>}
        {context.hasPage('/settings') && <a href={context.path('/settings')}>{say('settings')}</a>}
        <DisplayForm context={context} />
        {context.hasPage('/sign-in') && (
          <ButtonForm action={`${context.basePath}/sign-out`} variant="quiet" icon={iconLogOut}>
            {say('signOut')}
          </ButtonForm>
        )}
      </div>
    </details>
  );
}

function Footer({ context }: PartProps): VNode {
  const say = context.sayFrom(SHELL_MESSAGES);
  return (
    <footer class="site-footer">
      <nav aria-label={say('footer')}>
        <ul>
          {FOOTER_PAGES.filter(({ path }) => context.hasPage(path)).map(({ name, path }) => (
            <li key={name}>
              <a href={context.path(path)}>{say(name)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {context.viewer === undefined && <DisplayForm context={context} />}
    </footer>
  );
}

/** Language and colours. */
function DisplayForm({ context }: PartProps): VNode {
  const say = context.sayFrom(SHELL_MESSAGES);
  const { locale, theme } = context;
  return (
    <form class="display-form" method="post" action={`${context.basePath}/display`} aria-label={say('display')}>
      <input type="hidden" name="then" value={without('lang', context.own)} />
      <label class="unseen" for="display-locale">
        {say('language')}
      </label>
      <select class="input" id="display-locale" name="locale">
        {LOCALES.map((other) => (
          <option key={other} value={other} lang={other} selected={other === locale}>
            {LANGUAGE_NAMES[other]}
          </option>
        ))}
      </select>
      <label class="unseen" for="display-theme">
        {say('theme')}
      </label>
      <select class="input" id="display-theme" name="theme">
        <option value="auto" selected={theme === undefined}>
          {say('themeAuto')}
        </option>
        <option value="light" selected={theme === 'light'}>
          {say('themeLight')}
        </option>
        <option value="dark" selected={theme === 'dark'}>
          {say('themeDark')}
        </option>
      </select>
      <Button>{say('apply')}</Button>
    </form>
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
  const say = context.sayFrom(SHELL_MESSAGES);
  return (
    <nav class="bottom-bar" aria-label={say('places')}>
      {items.map(({ name, path, icon }) => (
        <a key={name} href={context.path(path)} {...currentIf(name === section)}>
          <Icon shape={icon} />
          {say(name)}
        </a>
      ))}
    </nav>
  );
}
