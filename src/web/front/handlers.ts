// Handlers of the front.
import type { Handlers } from '../../http/routing/contract.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import type { frontContract } from './contract.ts';
import { readHome, type ShownShelves } from './home-data.ts';
import { homePage, type ReleaseFacts } from './home-page.tsx';
import { textPage } from './text-page.tsx';

export interface FrontParts {
  readonly shell: Shell;
  /** Current releases with what there is to try; answers even when some of it is damaged. */
  readonly describeReleases: () => Promise<readonly ReleaseFacts[]>;
  /** The catalog's half of the home page, which its section writes. */
  readonly showShelves: (page: PageContext) => Promise<ShownShelves>;
}

export function frontHandlers({ shell, describeReleases, showShelves }: FrontParts): Handlers<typeof frontContract> {
  return {
    homePage: (call) =>
      shell.answerKept(call, 'database', async (page) =>
        homePage(page, await readHome(page, { describeReleases, showShelves })),
      ),
    aboutPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'about')),
    rulesPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'rules')),
    privacyPage: (call) => shell.answerKept(call, 'texts', (page) => textPage(page, 'privacy')),
  };
}
