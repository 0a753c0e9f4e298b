// Handlers of the page of who may not register.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { doorsPages } from './contract.ts';
import { DOORS_FAULTS, doorsPage } from './doors-page.tsx';

const PAGE = '/admin/doors';

const read = async (page: PageContext) => requireAsked(await page.ask('GET /api/v1/admin/doors', {}));
const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '');

export function doorsPageHandlers(shell: Shell): Handlers<typeof doorsPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminDoorsPage: signedIn(async (page, { query: { done } }) => doorsPage(page, { view: await read(page), done })),
    adminDoorsForm: signedIn(async (page, { body: typed }) => {
      const { mailDomains, networks, note, evenOwn, version } = typed;
      const asked = await page.ask('PUT /api/v1/admin/doors', {
        body: {
          mailDomains: linesOf(mailDomains),
          networks: linesOf(networks),
          version: Number(version),
          note,
          evenOwn: evenOwn === 'on',
        },
      });
      return submit(asked, `${PAGE}?done=saved`, async ({ code, status }) => {
        if (!DOORS_FAULTS.has(code)) return false;
        return withStatus(status, doorsPage(page, { view: await read(page), typed, fault: code }));
      });
    }),
  };
}
