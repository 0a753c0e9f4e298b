// What the forms of a page tell the rest of it: which comment was written or changed, which is gone, which is answered.
import { signal } from '@preact/signals';
import type { AnswerBody } from '../../client/endpoints.ts';

export type Comment = AnswerBody<'GET /api/v1/community/posts/{postId}'>['comments'][number];

/** `undefined`: a comment is gone. */
type Told = Comment | undefined;

/** Id of the comment that is being answered. The server never sets it. */
export const replyingTo = signal<string | undefined>(undefined);

/** Comments that islands show, by id: each takes its new text itself. */
const living = new Map<string, (comment: Comment) => void>();
let listener: ((told: Told) => void) | undefined;
const waiting: Told[] = [];

/** Tells of a comment that was written or changed, or that one is gone. */
export function tellComment(told: Told): void {
  const own = told && living.get(told.id);
  if (told !== undefined && own !== undefined) own(told);
  else if (listener === undefined) waiting.push(told);
  else listener(told);
}

/** Hears of comments, also of those before; returns what ends that. */
export function hearComments(hear: (told: Told) => void): () => void {
  listener = hear;
  for (const told of waiting.splice(0)) hear(told);
  return () => {
    listener = undefined;
  };
}

/** Takes new texts of one comment; returns what ends that. */
export function keepLiving(id: string, take: (comment: Comment) => void): () => void {
  living.set(id, take);
  return () => living.delete(id);
}
