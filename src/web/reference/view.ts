// What the parts of a page of the reference have in common.
import { REFERENCE_MESSAGES } from '../messages/reference.ts';
import type { SayKey } from '../messages/say.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Reference } from './document.ts';

export interface ReferenceView {
  readonly page: PageContext;
  readonly reference: Reference;
  readonly say: SayKey<keyof (typeof REFERENCE_MESSAGES)['en']>;
}

export const openView = (page: PageContext, reference: Reference): ReferenceView => ({
  page,
  reference,
  say: page.sayFrom(REFERENCE_MESSAGES),
});
