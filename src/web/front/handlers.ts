// Handlers of the front.

import type { Handlers } from '../../http/routing/contract.ts';
import { openingBy, submit } from '../forms/opening.ts';
import type { Shell } from '../shell/shell.ts';
import type { frontContract } from './contract.ts';
import { type HomeDependencies, readHome } from './home-data.ts';
import { homePage } from './home-page.tsx';
import { textPage } from './text-page.tsx';

export interface FrontDependencies extends HomeDependencies {
  readonly shell: Shell;
}

export function frontHandlers({ shell, showShelves }: FrontDependencies): Handlers<typeof frontContract> {
  const { signedIn } = openingBy(shell);
  return {
    firstStepsForm: signedIn(async (page) =>
      submit(await page.ask('PUT /api/v1/me/first-steps', { body: { dismissed: true } }), '/'),
    ),
    homePage: (call) =>
      shell.answerKept(call, 'database', async (page) => homePage(page, await readHome(page, { showShelves }))),
    aboutPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'about')),
    rulesPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'rules')),
    privacyPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'privacy')),
  };
}
