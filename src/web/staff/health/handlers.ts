// Handler of the page that checks the installation.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { healthPages } from './contract.ts';
import { healthPage } from './health-page.tsx';

export const healthHandlers = (shell: Shell): Handlers<typeof healthPages> => ({
  adminHealthPage: openingBy(shell).signedIn(async (page) =>
    healthPage(page, requireAsked(await page.ask('GET /api/v1/admin/health', {}))),
  ),
});
