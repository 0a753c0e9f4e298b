// The settings as their pages read and change them.
import type { AnswerBody } from '../../client/endpoints.ts';
import type { Answer } from '../../forms/opening.ts';
import { asRefusal, requireAsked } from '../../shell/asked.ts';
import type { Page, Redirect } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Merged } from './merge.ts';

export type SettingsView = AnswerBody<'GET /api/v1/admin/settings'>;
export type Settings = SettingsView['settings'];

/** Why nothing was stored, with the settings as they are now. */
interface Unstored {
  readonly view: SettingsView;
  readonly merged: Merged;
  readonly fault: string;
}

/** Attempts to store while others store at the same moment. */
const ATTEMPTS = 4;

/** The settings as they are now. */
export const readView = async (page: PageContext): Promise<SettingsView> =>
  requireAsked(await page.ask('GET /api/v1/admin/settings', {}));

/** Changes the settings as they were read. */
export const changeView = (
  page: PageContext,
  { version }: Pick<SettingsView, 'version'>,
  change: Partial<Omit<Settings, 'faviconUrl' | 'heroUrl'>> & {
    readonly faviconUrl?: null;
    readonly heroUrl?: null;
    readonly reset?: SettingsView['stored'];
  },
) => page.ask('PATCH /api/v1/admin/settings', { body: { ...change, version } });

export interface Storing {
  /** Compares the form with the settings as they are. */
  readonly merge: (view: SettingsView) => Merged;
  readonly changeOf: (view: SettingsView, merged: Merged) => Parameters<typeof changeView>[2];
  /** Whether a refusal is of a field; every other one is thrown. */
  readonly isFault: (code: string) => boolean;
  /** Where the form leads when it is stored, or changed nothing. */
  readonly then: string;
  /** The page again. */
  readonly again: (unstored: Unstored) => Page;
}

/** Stores what was typed, unless somebody else changed the same. What others change elsewhere is no conflict. */
export async function storeTyped(page: PageContext, storing: Storing): Promise<Redirect | Answer> {
  const { merge, changeOf, isFault, then, again } = storing;
  for (let attempt = 1; ; attempt++) {
    const view = await readView(page);
    const merged = merge(view);
    if (merged.conflicts.length > 0) {
      const fault = 'version_conflict';
      return { page: again({ view, merged, fault }), status: 409 };
    }
    if (merged.changes.length === 0) return { redirectTo: then };
    const asked = await changeView(page, view, changeOf(view, merged));
    if (asked.ok) return { redirectTo: then };
    if (isFault(asked.code)) return { page: again({ view, merged, fault: asked.code }), status: 422 };
    if (asked.code !== 'version_conflict' || attempt === ATTEMPTS) throw asRefusal(asked);
  }
}
