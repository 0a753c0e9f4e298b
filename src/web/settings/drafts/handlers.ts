// Handlers of one's own drafts.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit } from '../../forms/opening.ts';
import { showList } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { draftsPages } from './contract.ts';
import { draftsPage } from './drafts-page.tsx';

const DRAFTS = '/settings/drafts';

export function draftsPageHandlers(shell: Shell): Handlers<typeof draftsPages> {
  const { signedIn } = openingBy(shell);
  return {
    draftsPage: signedIn(async (page, { query: { done, cursor } }) => {
      const asked = await page.ask('GET /api/v1/me/drafts', { query: { cursor } });
      return showList(asked, DRAFTS, (found) => draftsPage(page, { ...found, done }));
    }),
    draftDeleteForm: signedIn(async (page, { body: { draft: id, version } }) =>
      submit(await page.ask('DELETE /api/v1/me/drafts/{id}', { params: { id }, query: { version } }), async () => {
        const left = await page.ask('GET /api/v1/me/drafts/{id}', { params: { id } });
        return `${DRAFTS}?done=${left.ok ? 'changed' : 'deleted'}`;
      }),
    ),
  };
}
