// Restrictions in words.
import { KIND_MESSAGES } from '../../messages/moderation.ts';
import type { PageContext } from '../../shell/page-context.ts';

/** The choices of a form: what the reader may restrict. */
export function restrictionChoices(page: PageContext) {
  const say = page.sayFrom(KIND_MESSAGES);
  const kinds =
    page.viewer?.role === 'administrator' ? (['write', 'upload', 'sign_in'] as const) : (['write', 'upload'] as const);
  return kinds.map((value) => ({ value, label: say(`limit_${value}`) }));
}
