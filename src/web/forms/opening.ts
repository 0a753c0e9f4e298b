// How a page of somebody is opened and answered: for them alone, and stored by nobody.
import { refuseStranger } from '../shell/asked.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { PageCall, Shell } from '../shell/shell.ts';

export interface Opening {
  /** Opens a page for its owner; strangers are led to sign in. */
  open(call: PageCall): Promise<PageContext>;
  answer(page: PageContext, content: Page, status?: number, cookies?: readonly string[]): Promise<Response>;
}

export const openingBy = (shell: Shell): Opening => ({
  open: async (call) => {
    const page = await shell.open(call);
    return page.actor === undefined ? refuseStranger(page) : page;
  },
  answer: async (page, content, status = 200, cookies = []) => {
    const answer = await shell.answer(page, content, { status, cache: 'never' });
    for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
    return answer;
  },
});

/** The parameter of a list, where the address has one. */
export const cursorOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
