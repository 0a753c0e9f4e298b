/** @jsxImportSource preact */
// Puts a comment into the thread of the page, where the page would have it.
import { type ComponentProps, render } from 'preact';
import { type Comment, holdPlace } from '../community-parts/written.ts';
import { LiveComment } from './live-comment.tsx';

type LiveProps = Omit<ComponentProps<typeof LiveComment>, 'first'>;

/** Shows a comment in its place, or anew, and keeps what one is at in its place on the screen. */
export function placeComment(
  props: LiveProps,
  first: Comment,
  known: HTMLElement | null | undefined,
  sort: string,
): void {
  const holder = document.createElement(known ? 'div' : 'li');
  render(<LiveComment {...props} first={first} />, holder);
  const keep = holdPlace();
  if (known) {
    holder.className = 'island';
    known.replaceWith(holder);
  } else {
    holder.className = 'comment-written';
    holder.dataset.likes = '0';
    insert(holder, first, sort);
  }
  keep();
}

/** Shows a comment of somebody else; false: it stands there already. */
export function placeNew(props: LiveProps, comment: Comment, sort: string): boolean {
  if (document.getElementById(`comment-${comment.id}`) !== null) return false;
  placeComment(props, comment, undefined, sort);
  return true;
}

function insert(item: HTMLElement, { rootId, parentId }: Comment, sort: string): void {
  const thread = document.getElementById(`comment-${rootId ?? parentId}`)?.closest('li');
  if (thread) {
    const last = thread.lastElementChild;
    const list = last instanceof HTMLOListElement ? last : document.createElement('ol');
    list.className = 'comments';
    list.append(item);
    if (list !== last) thread.append(list);
    return;
  }
  const list = document.getElementById('comment-list');
  document.getElementById('no-comments')?.remove();
  // The newest first, among those with as many likes.
  const next = [...(list?.children ?? [])].find(
    (other) => sort === 'latest' || (sort === 'hot' && other instanceof HTMLElement && other.dataset.likes === '0'),
  );
  list?.insertBefore(item, next ?? null);
}
