// Handler of the page that checks the installation.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { healthPages } from './contract.ts';
import { healthPage } from './health-page.tsx';

export function healthHandlers(shell: Shell): Handlers<typeof healthPages> {
  const { open, answer } = openingBy(shell);
  return {
    adminHealthPage: async (call) => {
      const page = await open(call);
      return answer(page, healthPage(page, requireAsked(await page.ask('GET /api/v1/admin/health', {}))));
    },
  };
}
