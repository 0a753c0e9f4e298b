/** @jsxImportSource preact */
// The page for a refusal: what happened, what to do, and the code and request id for whoever is asked about it.
import type { VNode } from 'preact';
import type { Refusal } from '../../kernel/refusal.ts';
import { ERROR_MESSAGES, SHELL_MESSAGES } from '../messages/shell.ts';
import { STAFF_REFUSAL_MESSAGES } from '../messages/staff.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { HiddenFields } from '../ui/hidden-fields.tsx';
import { iconHouse, iconLock, iconRotateCcw, iconSearch } from '../ui/icons.ts';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';

/** Where the reader confirms who they are. */
export const CONFIRM = '/settings/confirm';

type Kind = 'maintenance' | 'missing' | 'forbidden' | 'signIn' | 'limited' | 'away' | 'damaged' | 'broken' | 'wrong';

function kindOf({ status, code }: Refusal): Kind {
  // Another service does not answer; nothing here is damaged.
  if (code === 'provider_upstream') return 'away';
  if (code === 'maintenance') return 'maintenance';
  switch (status) {
    case 401:
      return 'signIn';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'missing';
    case 429:
      return 'limited';
    case 500:
      return 'broken';
    case 502:
      return 'damaged';
    default:
      return status >= 500 ? 'away' : 'wrong';
  }
}

/** Kinds that may pass when they are tried again. */
const PASSING: ReadonlySet<Kind> = new Set<Kind>(['limited', 'away', 'broken']);

/** What a refusal of the staff pages says in place of the general words of its kind, and where it leads. */
interface Special {
  readonly title: string;
  readonly lead: string;
  readonly act?: { readonly label: string; readonly href: string };
}

function specialOf(context: PageContext, { code }: Refusal): Special | undefined {
  const say = context.sayFrom(STAFF_REFUSAL_MESSAGES);
  const { path } = context.request;
  switch (code) {
    case 'forbidden':
      if (!path.startsWith('/admin')) return undefined;
      return { title: say('administratorsTitle'), lead: say('administratorsLead') };
    case 'staff_required':
      return { title: say('staffTitle'), lead: say('staffLead') };
    case 'second_factor_required':
      return {
        title: say('factorTitle'),
        lead: say('factorLead'),
        act: { label: say('factorAct'), href: context.path('/settings/security') },
      };
    case 'reauthentication_required': {
      // A form whose path is no page redirects back to the first page.
      const then = context.hasPage(path) ? path : '/admin';
      return {
        title: say('confirmTitle'),
        lead: say('confirmLead'),
        act: { label: say('confirmAct'), href: context.path(CONFIRM, { then }) },
      };
    }
    default:
      return undefined;
  }
}

/** The page of a refusal. */
export function errorPage(context: PageContext, refusal: Refusal): Page {
  const say = context.sayFrom(ERROR_MESSAGES);
  const title = specialOf(context, refusal)?.title ?? say(`${kindOf(refusal)}Title`);
  return {
    title: context.sayFrom(SHELL_MESSAGES)('error', { title }),
    width: 'reading',
    noindex: true,
    content: <ErrorContent context={context} refusal={refusal} />,
  };
}

function ErrorContent({ context, refusal }: { readonly context: PageContext; readonly refusal: Refusal }): VNode {
  const say = context.sayFrom(ERROR_MESSAGES);
  const kind = kindOf(refusal);
  const special = specialOf(context, refusal);
  const catalog = kind === 'missing' ? catalogOf(context, refusal) : undefined;
  const isRepeatable = PASSING.has(kind) && context.request.method === 'GET';
  return (
    <div class="stack">
      <p class="error-status" aria-hidden="true">
        {refusal.status}
      </p>
      <h1>{special?.title ?? say(`${kind}Title`)}</h1>
      <p class="lead">
        {refusal.status === 405
          ? say('method')
          : (special?.lead ??
            say(catalog?.lead ?? `${kind}Lead`, {
              count: Math.ceil(refusal.retryAfterSeconds ?? 1),
              id: context.pin ?? '',
            }))}
      </p>
      {refusal.code === 'entity_not_found' && <FindInstead context={context} />}
      <div class="row">
        {isRepeatable && (
          <LinkButton variant="main" icon={iconRotateCcw} href={`${context.basePath}${context.own}`}>
            {say('again')}
          </LinkButton>
        )}
        {special?.act && (
          <LinkButton variant="main" icon={iconLock} href={special.act.href}>
            {special.act.label}
          </LinkButton>
        )}
        {catalog?.links.map(({ href, text }) => (
          <LinkButton key={href} href={href}>
            {text}
          </LinkButton>
        ))}
        <LinkButton variant={isRepeatable || special?.act ? 'plain' : 'main'} icon={iconHouse} href={context.path('/')}>
          {say('home')}
        </LinkButton>
      </div>
      <dl class="error-facts meta">
        <dt>{say('code')}</dt>
        <dd>
          <code>{refusal.code}</code>
        </dd>
        <dt>{say('request')}</dt>
        <dd>
          <code>{context.request.requestId}</code>
        </dd>
      </dl>
    </div>
  );
}

interface CatalogWays {
  /** What it says; undefined: the general words. */
  readonly lead: 'pinnedLead' | 'releaseLead' | undefined;
  readonly links: readonly { readonly href: string; readonly text: string }[];
}

/** The ways on where a catalog lacks what the address names: to the release that it pins, and to the current one. */
function catalogOf(context: PageContext, { code }: Refusal): CatalogWays | undefined {
  const say = context.sayFrom(ERROR_MESSAGES);
  const [, server] = /^\/catalog\/([a-z0-9-]+)\//.exec(`${context.request.path}/`) ?? [];
  if (server === undefined || code === 'server_not_found') return undefined;
  const path = `/catalog/${server}`;
  const { pin } = context;
  if (pin === undefined) {
    const isOwn = context.request.path === path;
    return { lead: undefined, links: isOwn ? [] : [{ href: context.path(path), text: say('toCatalog') }] };
  }
  const current = { href: context.path(path, { release: undefined }), text: say('toCurrent') };
  return code === 'release_not_found'
    ? { lead: 'releaseLead', links: [current] }
    : { lead: 'pinnedLead', links: [{ href: context.path(path), text: say('toRelease', { id: pin }) }, current] };
}

/** A search field where something of a catalog is missing, filled in with what was asked for. */
function FindInstead({ context }: { readonly context: PageContext }): VNode | null {
  const [, server, resource, id] =
    /^\/catalog\/(~provider\/[a-z]+|[a-z0-9-]+)\/([a-z0-9-]+)\/([^/]+)$/.exec(context.request.path) ?? [];
  if (server === undefined || resource === undefined || id === undefined) return null;
  const label = context.sayFrom(ERROR_MESSAGES)('find');
  return (
    <search>
      <form class="row find-instead" method="get" action={`${context.basePath}/catalog/${server}/${resource}`}>
        <HiddenFields values={{ release: context.pin, lang: context.forcedLocale }} />
        <TextField id="find" name="q" type="search" label={label} value={id.slice(0, 100)} maxLength={100} dir="auto" />
        <Button icon={iconSearch}>{label}</Button>
      </form>
    </search>
  );
}
