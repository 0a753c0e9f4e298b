// What a page does when a read that it cannot do without was refused.
import { REFUSALS, Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { Redirect } from './page.ts';
import type { PageContext } from './page-context.ts';

export interface Refused {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly wait: number | undefined;
}

const isRefusalCode = (code: string): code is RefusalCode => code in REFUSALS;

/** The refusal of an answer, which a page passes on. */
export const asRefusal = ({ code, wait }: Pick<Refused, 'code' | 'wait'>): Refusal =>
  new Refusal(isRefusalCode(code) ? code : 'internal_error', wait === undefined ? {} : { retryAfterSeconds: wait });

/** The body of an answer; refuses the page as the read was refused. */
export function requireAsked<B>(asked: { readonly ok: true; readonly body: B } | Refused): B {
  if (asked.ok) return asked.body;
  throw asRefusal(asked);
}

/** Whether a read was refused because of what stands in the address, such as a cursor of another list. */
export const isStale = (asked: { readonly ok: boolean; readonly status: number }): boolean =>
  !asked.ok && asked.status === 400;

/** What `show` makes of a list; the page begins anew at `beginning` where its address does not fit the list. */
export const showList = <B, S>(
  asked: { readonly ok: true; readonly status: number; readonly body: B } | Refused,
  beginning: string,
  show: (body: B) => S,
): S | Redirect => (isStale(asked) ? { redirectTo: beginning } : show(requireAsked(asked)));

/** Refuses strangers, who are redirected to the sign-in page, and people who are not recognised while the database is away. */
export async function refuseStranger(page: PageContext): Promise<never> {
  const asked = await page.ask('GET /api/v1/account/profile', {});
  throw asked.ok ? new Refusal('database_unavailable') : asRefusal(asked);
}
