// Handlers of the page of registrations that wait.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked, showList } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { registrationPages } from './contract.ts';
import { REGISTRATION_FAULTS, registrationsPage } from './registrations-page.tsx';

const PAGE = '/admin/registrations';

const list = (page: PageContext, cursor?: string) => page.ask('GET /api/v1/admin/registrations', { query: { cursor } });

export function registrationPageHandlers(shell: Shell): Handlers<typeof registrationPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminRegistrationsPage: signedIn(async (page, { query: { cursor, done } }) =>
      showList(await list(page, cursor), PAGE, (listed) => registrationsPage(page, { ...listed, done })),
    ),
    adminRegistrationForm: signedIn(async (page, { params, body: { verdict } }) => {
      const asked = await page.ask('POST /api/v1/admin/registrations/{id}/decision', { params, body: { verdict } });
      return submit(asked, `${PAGE}?done=${verdict}`, async ({ code: fault, status }) => {
        if (!REGISTRATION_FAULTS.has(fault)) return false;
        return withStatus(status, registrationsPage(page, { ...requireAsked(await list(page)), fault }));
      });
    }),
  };
}
