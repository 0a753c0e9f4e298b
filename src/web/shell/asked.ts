// What a page does when a read that it cannot do without was refused.
import { REFUSALS, Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { PageContext } from './page-context.ts';

type Refused = { readonly ok: false; readonly code: string; readonly wait: number | undefined };

const isRefusalCode = (code: string): code is RefusalCode => code in REFUSALS;

/** The refusal of an answer, which a page passes on. */
export const asRefusal = ({ code, wait }: Refused): Refusal =>
  new Refusal(isRefusalCode(code) ? code : 'internal_error', wait === undefined ? {} : { retryAfterSeconds: wait });

/** The body of an answer; refuses the page as the read was refused. */
export function requireAsked<B>(asked: { readonly ok: true; readonly body: B } | Refused): B {
  if (asked.ok) return asked.body;
  throw asRefusal(asked);
}

/** Whether a read was refused because of what stands in the address, such as a cursor of another list: the page begins anew. */
export const isStale = (asked: { readonly ok: boolean; readonly status: number }): boolean =>
  !asked.ok && asked.status === 400;

/** Refuses strangers, who are led to sign in, and people who are not recognised while the database is away. */
export async function refuseStranger(page: PageContext): Promise<never> {
  const asked = await page.ask('GET /api/v1/account/profile', {});
  throw asked.ok ? new Refusal('database_unavailable') : asRefusal(asked);
}
