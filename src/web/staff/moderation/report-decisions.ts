// Decides several reports in one act, by the same routes as programs: hides what was reported, then closes the reports. Each is
// decided by itself; what is refused for one does not stop the others.
import { MESSAGE_MAX, type ReasonCode } from '../../../kernel/reason-code.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';

/** A report with the version that the reader saw. */
interface Chosen {
  readonly id: string;
  readonly version: number;
}

interface Plan {
  /** Undefined: what was reported stays as it is. */
  readonly hide: { readonly reasonCode: ReasonCode; readonly message: string | undefined } | undefined;
}

/** So many are closed by one request. */
export const CHOSEN_MAX = 50;
const BOX = /^report\.([0-9a-f-]{36})$/;

/** The boxes of a form that are ticked. */
export const chosenOf = (form: Readonly<Record<string, unknown>>): readonly Chosen[] =>
  Object.entries(form).flatMap(([name, value]) => {
    const id = BOX.exec(name)?.[1];
    const version = Number(value);
    return id === undefined || !Number.isSafeInteger(version) ? [] : [{ id, version }];
  });

export const isTooLong = (message: string): boolean => message.length > MESSAGE_MAX;

/** The ids of those that could not be decided. */
export async function decideReports(page: PageContext, chosen: readonly Chosen[], { hide }: Plan): Promise<string[]> {
  const refused: string[] = [];
  const closing: Chosen[] = [];
  for (const one of chosen) {
    if (hide === undefined || (await hideReported(page, one.id, hide))) closing.push(one);
    else refused.push(one.id);
  }
  if (closing.length === 0) return refused;
  const { results } = requireAsked(
    await page.ask('POST /api/v1/moderation/reports/decisions', {
      body: {
        ids: closing.map(({ id }) => id),
        versions: closing.map(({ version }) => version),
        status: hide === undefined ? 'dismissed' : 'resolved',
        reasonCode: hide?.reasonCode ?? 'other',
      },
    }),
  );
  return [...refused, ...results.flatMap((result) => (result.ok ? [] : [result.id]))];
}

/** Hides the post, comment or list of a report, unless it is hidden. Nothing of a person is hidden. False: it was refused. */
async function hideReported(
  page: PageContext,
  id: string,
  { reasonCode, message }: NonNullable<Plan['hide']>,
): Promise<boolean> {
  const asked = await page.ask('GET /api/v1/moderation/reports/{id}/context', { params: { id } });
  if (!asked.ok) return false;
  const { entry, place } = asked.body.context;
  // What is one's own, or for others to decide.
  if (entry.blocked !== null) return false;
  const { self } = place;
  if (self === null || self.hidden) return true;
  const body = { action: 'hide', reasonCode, message, version: self.version } as const;
  switch (self.kind) {
    case 'post':
      return (await page.ask('POST /api/v1/moderation/posts/{postId}/state', { params: { postId: self.id }, body })).ok;
    case 'comment': {
      const params = { commentId: self.id };
      return (await page.ask('POST /api/v1/moderation/comments/{commentId}/state', { params, body })).ok;
    }
    case 'list':
      return (await page.ask('POST /api/v1/moderation/lists/{listId}/state', { params: { listId: self.id }, body })).ok;
  }
}
