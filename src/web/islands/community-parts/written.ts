// What the forms of a page tell the rest of it: which comment was written or changed, which is gone, which is answered.
import { signal } from '@preact/signals';
import type { AnswerBody } from '../../client/endpoints.ts';

export type Comment = AnswerBody<'GET /api/v1/community/posts/{postId}'>['comments'][number];

/** `undefined`: a comment is gone. */
type Told = Comment | undefined;

let shown: number | undefined;

/** How many comments the page says there are. */
export const shownCount = (first: number): number => shown ?? first;

/** Says how many comments there are. */
export function countShown(count: number, text: string): void {
  shown = count;
  const title = document.getElementById('comments-title');
  if (title !== null && title.textContent !== text) title.textContent = text;
}

/** Browsers scroll by whole pixels. What the last change could not make up for counts at the next one. */
let missed: { readonly anchor: Element; readonly by: number } | undefined;

/** Call the answer after a change of the thread: what one is at in it then stands where it stood. */
export function holdPlace(): () => void {
  const { activeElement: anchor } = document;
  if (!anchor?.closest('#comments')) return () => undefined;
  const wanted = anchor.getBoundingClientRect().top - (missed?.anchor === anchor ? missed.by : 0);
  return () => {
    scrollBy({ top: anchor.getBoundingClientRect().top - wanted, behavior: 'instant' });
    missed = { anchor, by: anchor.getBoundingClientRect().top - wanted };
  };
}

/** Id of the comment that is being answered. The server never sets it. */
export const replyingTo = signal<string | undefined>(undefined);

/** Comments that islands show, by id: each takes its new text itself. */
const living = new Map<string, (comment: Comment) => void>();
let listener: ((told: Told) => Promise<void>) | undefined;
const waiting: Told[] = [];

/** Tells of a comment that was written or changed, or that one is gone. Resolves when the page shows it. */
export async function tellComment(told: Told): Promise<void> {
  const own = told && living.get(told.id);
  if (told !== undefined && own !== undefined) own(told);
  else if (listener === undefined) waiting.push(told);
  else await listener(told);
}

/** Hears of comments, also of those before; returns what ends that. */
export function hearComments(hear: (told: Told) => Promise<void>): () => void {
  listener = hear;
  for (const told of waiting.splice(0)) void hear(told);
  return () => {
    listener = undefined;
  };
}

/** Takes new texts of one comment; returns what ends that. */
export function keepLiving(id: string, take: (comment: Comment) => void): () => void {
  living.set(id, take);
  return () => living.delete(id);
}
