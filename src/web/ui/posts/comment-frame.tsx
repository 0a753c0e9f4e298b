/** @jsxImportSource preact */
// A comment as an article headed by its author: who, when, what is special about it, then its text and what can be done.
import type { ComponentChildren, VNode } from 'preact';
import { Chip } from '../chip.tsx';
import { Time } from '../time.tsx';
import { AuthorLine, type AuthorLineProps } from './author-line.tsx';

export interface CommentFrameProps {
  readonly id: string;
  /** Name of the article: "No. 3". */
  readonly label: string;
  /** Whether the address names it. */
  readonly isFocus: boolean;
  readonly author: Omit<AuthorLineProps, 'children' | 'size'>;
  readonly createdAt: number;
  /** The time as written by the renderer. */
  readonly written: string;
  /** Text where it was edited. */
  readonly edited: string | undefined;
  /** Text where it is not public yet. */
  readonly waiting: string | undefined;
  readonly children: ComponentChildren;
}

const AVATAR_SIZE = 32;

export const CommentFrame = (props: CommentFrameProps): VNode => (
  <article
    class={props.isFocus ? 'comment comment-focus' : 'comment'}
    id={`comment-${props.id}`}
    aria-label={props.label}
    tabIndex={-1}
  >
    <AuthorLine {...props.author} size={AVATAR_SIZE}>
      <Time at={props.createdAt} text={props.written} form="ago" />
      {props.edited !== undefined && <span>{props.edited}</span>}
      {props.waiting !== undefined && <Chip tone="warning">{props.waiting}</Chip>}
    </AuthorLine>
    {props.children}
  </article>
);
