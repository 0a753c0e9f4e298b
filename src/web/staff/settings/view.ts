// The settings as their pages read and change them.
import type { AnswerBody } from '../../client/endpoints.ts';
import { asRefusal, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Merged } from './merge.ts';

export type SettingsView = AnswerBody<'GET /api/v1/admin/settings'>;
export type Settings = SettingsView['settings'];

/** What came of a form: stored, or the settings as they are now, and why nothing was stored. */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly view: SettingsView; readonly merged: Merged; readonly fault: string };

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
}

/** Stores what was typed, unless somebody else changed the same. What others change elsewhere is no conflict. */
export async function storeTyped(page: PageContext, { merge, changeOf, isFault }: Storing): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const view = await readView(page);
    const merged = merge(view);
    if (merged.conflicts.length > 0) return { ok: false, view, merged, fault: 'version_conflict' };
    if (merged.changes.length === 0) return { ok: true };
    const asked = await changeView(page, view, changeOf(view, merged));
    if (asked.ok) return { ok: true };
    if (isFault(asked.code)) return { ok: false, view, merged, fault: asked.code };
    if (asked.code !== 'version_conflict' || attempt === ATTEMPTS) throw asRefusal(asked);
  }
}

/** The status of a form that was not stored. */
export const statusOf = (fault: string): number => (fault === 'version_conflict' ? 409 : 422);
