// What pages declare, and the forms on them. Declarations only.
import { z } from 'zod';
import type { Parameter } from '../../http/routing/contract.ts';
import { uuid } from '../../http/routing/declarations.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';

export const html = (description: string) => ({ description, mediaType: 'text/html; charset=utf-8' }) as const;
export const shown = { 200: html('The page') } as const;
/** A page that browsers ask for again with its entity tag. */
const shownOrSame = { ...shown, 304: { description: 'Not modified' } } as const;

const base = { section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
const sends = { method: 'POST', sameOrigin: 'form' } as const;

/** A page for everybody, which knows its reader. Its answer is the page, unless it declares more. */
export const page = { ...base, method: 'GET', answers: shown } as const;
export const cachedPage = { ...page, answers: shownOrSame } as const;
export const form = { ...base, ...sends } as const;
/** The same for signed-in readers alone. */
export const ownPage = { ...page, reader: 'signed-in' } as const;
export const ownForm = { ...form, reader: 'signed-in' } as const;

const accountBase = { section: 'Account pages', dialect: 'page', cors: 'none' } as const;
/** Pages of an account, and forms of people who are not signed in yet. */
export const accountPage = { ...accountBase, method: 'GET', answers: shown } as const;
export const accountForm = { ...accountBase, ...sends } as const;

/** A page that has what is shown this once. */
export const showsOnce = (what: string) => html(`The page with ${what}`);
export const again = (why: string) => html(`The page again: ${why}`);
/** Where a form leads, or a page in place of itself. */
export const redirects = (description: string) => ({ 303: { description } }) as const;
const begins = redirects('A filter or cursor does not fit: redirects to the first page');
/** A page with a list that begins anew where its address does not fit. */
export const listed = { ...shown, ...begins } as const;
export const listedOrSame = { ...shownOrSame, ...begins } as const;
/** Where a form leads, and the statuses with which its page is shown again, with the reasons. */
export const submits = <const W extends Readonly<Record<number, string>>>(description: string, why: W) => ({
  ...redirects(description),
  ...againOf(why),
});

/** The statuses with which a page is shown again, with the reasons. */
function againOf<W extends Readonly<Record<number, string>>>(
  why: W,
): { readonly [S in keyof W]: ReturnType<typeof html> } {
  const answers: readonly (readonly unknown[])[] = Object.entries(why).map(([status, reason]) => [
    status,
    again(reason),
  ]);
  return Object.fromEntries(answers);
}

/** Choices of a page that stand in its address. What they may be is decided by the route that the page reads. */
export const text = { schema: z.string().max(512), refusal: 'invalid_query' } as const satisfies Parameter;
export const id = <const C extends RefusalCode>(refusal: C) => ({ schema: uuid, refusal }) as const;
/** Number of an account. */
export const uid = z.string().regex(/^[1-9]\d{0,14}$/);
/** A box, which is sent where it is ticked. */
export const box = z.literal('on').optional();

/** What a button of two states asks for. */
export const onOff = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Bytes of a form: its texts percent-encoded. */
const FORM_BYTES = 16_384;
/** A form whose fields have no meaning here beside their being texts. */
export const fields = <S extends z.ZodRawShape>(shape: S) => formOf(z.object(shape));
export const formOf = <S extends z.ZodType, const C extends RefusalCode = 'invalid_body'>(
  schema: S,
  capBytes = FORM_BYTES,
  invalid?: C,
) => ({ kind: 'form', schema, capBytes, invalid: invalid ?? 'invalid_body' }) as const;
