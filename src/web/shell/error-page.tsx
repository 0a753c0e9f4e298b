/** @jsxImportSource preact */
// The page for a refusal: what happened, what to do, and the code and request id for whoever is asked about it.
import type { VNode } from 'preact';
import type { Refusal } from '../../kernel/refusal.ts';
import { ERROR_MESSAGES } from '../messages/refusals.ts';
import { SHELL_MESSAGES } from '../messages/shell.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { iconHouse, iconRotateCcw, iconSearch } from '../ui/icons.ts';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';

type Kind = 'missing' | 'forbidden' | 'signIn' | 'limited' | 'away' | 'damaged' | 'broken' | 'wrong';

function kindOf({ status }: Refusal): Kind {
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

/** The page of a refusal. */
export function errorPage(context: PageContext, refusal: Refusal): Page {
  const words = context.words(ERROR_MESSAGES);
  const title = context.say(words[`${kindOf(refusal)}Title`]);
  return {
    title: context.say(context.words(SHELL_MESSAGES).error, { title }),
    width: 'reading',
    noindex: true,
    content: <ErrorContent context={context} refusal={refusal} />,
  };
}

function ErrorContent({ context, refusal }: { readonly context: PageContext; readonly refusal: Refusal }): VNode {
  const words = context.words(ERROR_MESSAGES);
  const { say } = context;
  const kind = kindOf(refusal);
  const isRepeatable = PASSING.has(kind) && context.request.method === 'GET';
  return (
    <div class="stack">
      <p class="error-status" aria-hidden="true">
        {refusal.status}
      </p>
      <h1>{say(words[`${kind}Title`])}</h1>
      <p class="lead">
        {refusal.status === 405
          ? say(words.method)
          : say(words[`${kind}Lead`], { count: Math.ceil(refusal.retryAfterSeconds ?? 1) })}
      </p>
      {kind === 'missing' && <FindInstead context={context} />}
      <div class="row">
        {isRepeatable && (
          <LinkButton look="main" icon={iconRotateCcw} href={`${context.basePath}${context.own}`}>
            {say(words.again)}
          </LinkButton>
        )}
        <LinkButton look={isRepeatable ? 'plain' : 'main'} icon={iconHouse} href={context.path('/')}>
          {say(words.home)}
        </LinkButton>
      </div>
      <dl class="error-facts meta">
        <dt>{say(words.code)}</dt>
        <dd>
          <code>{refusal.code}</code>
        </dd>
        <dt>{say(words.request)}</dt>
        <dd>
          <code>{context.request.requestId}</code>
        </dd>
      </dl>
    </div>
  );
}

/** A search field where something of a catalog is missing, filled in with what was asked for. */
function FindInstead({ context }: { readonly context: PageContext }): VNode | null {
  const [, server, resource, id] = /^\/catalog\/([a-z0-9-]+)\/([a-z0-9-]+)\/([^/]+)$/.exec(context.request.path) ?? [];
  if (server === undefined || resource === undefined || id === undefined) return null;
  const label = context.say(context.words(ERROR_MESSAGES).find);
  return (
    <search>
      <form class="row" method="get" action={`${context.basePath}/catalog/${server}/${resource}`}>
        {context.forcedLocale !== undefined && <input type="hidden" name="lang" value={context.forcedLocale} />}
        <TextField id="find" name="q" type="search" label={label} value={id.slice(0, 100)} maxLength={100} dir="auto" />
        <Button icon={iconSearch}>{label}</Button>
      </form>
    </search>
  );
}
