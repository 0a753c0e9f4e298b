/** @jsxImportSource preact */
// A post in a list: who, when, title, a few lines, pictures, tags, and what can be done with it.
import type { ComponentChildren, VNode } from 'preact';
import { Chip } from '../chip.tsx';
import { Icon } from '../icon.tsx';
import { iconMessageCircle } from '../icons.ts';
import { AuthorLine, type AuthorLineProps } from './author-line.tsx';
import { Gallery, type GalleryProps } from './gallery.tsx';

export interface PostCardProps {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly excerpt: string;
  /** Number of the author, where the page has posts of several people. */
  readonly authorUid?: number;
  /** Absent where all posts are of one person. */
  readonly author?: Omit<AuthorLineProps, 'children' | 'size'>;
  readonly time: VNode;
  /** Labels beside the time: pinned, featured, why it is shown. */
  readonly marks?: ComponentChildren;
  readonly tags: readonly { readonly name: string; readonly href: string }[];
  readonly gallery: GalleryProps['items'];
  /** What the post is about. */
  readonly about?: ComponentChildren;
  /** Text of the fold over a post that gives something away; undefined: nothing is folded. */
  readonly spoiler?: string | undefined;
  readonly comments: { readonly count: string; readonly label: string };
  readonly actions?: ComponentChildren;
}

/** Characters of a title that is made of the beginning of a text. */
const DERIVED_CHARACTERS = 119;

/** The title that the author gave; empty where it is the beginning of the text, which stands below it. */
function givenTitle(title: string, excerpt: string): string {
  if (!excerpt.startsWith(title)) return title;
  const isWhole = [undefined, ' '].includes(excerpt[title.length]);
  return isWhole || [...title].length >= DERIVED_CHARACTERS ? '' : title;
}

export function PostCard({ title: whole, ...rest }: PostCardProps): VNode {
  const title = givenTitle(whole, rest.excerpt);
  const props = { ...rest, title };
  const { id, href, authorUid, author, time, marks, tags, about, spoiler, comments, actions } = props;
  const facts = (
    <>
      {time}
      {marks}
    </>
  );
  return (
    <article class="card post-card stack" id={`post-${id}`} data-post={id} data-author={authorUid} tabIndex={-1}>
      {author === undefined ? (
        <div class="meta row row-tight">{facts}</div>
      ) : (
        <AuthorLine {...author}>{facts}</AuthorLine>
      )}
      {spoiler === undefined ? (
        <Insides {...props} />
      ) : (
        <details class="spoiler">
          <summary>
            {spoiler}
            {title !== '' && <span dir="auto">{` · ${title}`}</span>}
          </summary>
          <Insides {...props} />
        </details>
      )}
      {about}
      {tags.length > 0 && (
        <ul class="plain-list row row-tight">
          {tags.map((tag) => (
            <li key={tag.name}>
              <Chip href={tag.href}>{`#${tag.name}`}</Chip>
            </li>
          ))}
        </ul>
      )}
      <div class="post-actions">
        <a class="button button-quiet" href={`${href}#comments`} aria-label={comments.label} data-open>
          <Icon shape={iconMessageCircle} />
          {comments.count}
        </a>
        {actions}
      </div>
    </article>
  );
}

const Insides = ({ href, title, excerpt, gallery }: PostCardProps): VNode => (
  <div class="stack">
    {title !== '' && (
      <h2 class="post-title" dir="auto">
        <a href={href} data-open>
          {title}
        </a>
      </h2>
    )}
    {excerpt !== '' && (
      <p class="post-excerpt" dir="auto">
        {title === '' ? (
          <a href={href} data-open>
            {excerpt}
          </a>
        ) : (
          excerpt
        )}
      </p>
    )}
    <Gallery items={gallery} href={href} />
  </div>
);
