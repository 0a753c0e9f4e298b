// How a page with forms is opened and shown, and what follows a form. Such pages are stored by nobody.
import { asRefusal, type Refused, refuseStranger } from '../shell/asked.ts';
import type { Page, Redirect } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { AnswerOptions, PageCall, Shell } from '../shell/shell.ts';

/** A page, and the status, caching and cookies of its answer. */
export interface Answer extends AnswerOptions {
  readonly page: Page;
  readonly cookies?: readonly string[];
}

export type Shown = Page | Answer | Redirect;
type Soon<T> = T | Promise<T>;
type Make<C> = (page: PageContext, call: C) => Soon<Shown>;

export const openingBy = (shell: Shell) => {
  /** Handles a page or a form for everybody. */
  const anybody =
    <C extends PageCall>(make: Make<C>) =>
    async (call: C): Promise<Response> => {
      const page = await shell.open(call);
      const shown = await make(page, call);
      if ('redirectTo' in shown) return shell.redirect(call.context, shown.redirectTo, shown.cookies);
      const { page: content, cookies = [], ...options } = 'page' in shown ? shown : { page: shown };
      const answer = await shell.answer(page, content, { cache: 'never', ...options });
      for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
      return answer;
    };
  return {
    anybody,
    /** Handles a page or a form for its owner; strangers are redirected to sign in. */
    signedIn: <C extends PageCall>(make: Make<C>) =>
      anybody<C>((page, call) => (page.actor === undefined ? refuseStranger(page) : make(page, call))),
  };
};

/** What a form asked of the service. */
type Asked<B> = { readonly ok: true; readonly body: B; readonly cookies?: readonly string[] } | Refused;

/**
 * What follows a form. When it was accepted: a redirect to `then`, or what `then` returns, with the cookies of the answer. When it
 * was refused: what `again` returns, with status 422 unless it sets one; without it, the refusal is passed on.
 */
export async function submit<B>(
  asked: Asked<B>,
  then: string | ((body: B) => Soon<Shown | string>),
  again?: (refused: Refused) => Soon<Shown | false>,
): Promise<Shown> {
  if (asked.ok) {
    const { cookies = [] } = asked;
    const shown = typeof then === 'string' ? then : await then(asked.body);
    if (typeof shown === 'string') return { redirectTo: shown, cookies };
    return 'redirectTo' in shown || 'page' in shown ? { cookies, ...shown } : { page: shown, cookies };
  }
  const shown = await again?.(asked);
  if (!shown) throw asRefusal(asked);
  return 'redirectTo' in shown || 'page' in shown ? shown : { page: shown, status: 422 };
}

/** The page again, with another status than that of a refused field; a redirect as it is. */
export async function withStatus(status: number, again: Soon<Page | Redirect>): Promise<Answer | Redirect> {
  const shown = await again;
  return 'redirectTo' in shown ? shown : { status, page: shown };
}
