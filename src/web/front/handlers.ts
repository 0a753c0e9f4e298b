// Handlers of the front.

import { readDocsFiles } from '../../features/site/docs.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { referenceHeaders } from '../shell/policy.ts';
import type { Shell } from '../shell/shell.ts';
import type { frontContract } from './contract.ts';
import { type HomeDependencies, readHome } from './home-data.ts';
import { homePage } from './home-page.tsx';
import { referencePage } from './reference-page.tsx';
import { textPage } from './text-page.tsx';

export interface FrontDependencies extends HomeDependencies {
  readonly shell: Shell;
}

export function frontHandlers({
  shell,
  describeReleases,
  showShelves,
}: FrontDependencies): Handlers<typeof frontContract> {
  return {
    homePage: (call) =>
      shell.answerKept(call, 'database', async (page) =>
        homePage(page, await readHome(page, { describeReleases, showShelves })),
      ),
    aboutPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'about')),
    rulesPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'rules')),
    docsPage: async (call) => {
      const page = await shell.open(call);
      return shell.answer(page, referencePage(page, await readDocsFiles()), { headers: referenceHeaders() });
    },
    privacyPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'privacy')),
  };
}
