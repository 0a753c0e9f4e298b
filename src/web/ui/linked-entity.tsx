/** @jsxImportSource preact */
// A catalog entity that other content refers to, as a small card: its picture, its title and its kind.
import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { iconImage } from './icons.ts';
import { Picture, type PictureProps } from './picture.tsx';

interface WrittenText {
  readonly text: string;
  readonly lang?: string | undefined;
}

/** What the card shows: plain values. */
export interface LinkedEntity {
  readonly href: string;
  readonly title: WrittenText;
  /** What it is, and what it belongs to. */
  readonly meta: string;
  readonly picture: Omit<PictureProps, 'alt' | 'first' | 'sizes'> | undefined;
  /** Six digits of its colour. */
  readonly tint?: string | undefined;
}

/** Cards in a row that wraps. */
export const LinkedEntities = ({ entities }: { readonly entities: readonly LinkedEntity[] }): VNode => (
  <ul class="plain-list linked-entities">
    {entities.map(({ href, title, meta, picture }) => (
      <li key={href}>
        <a class="linked-entity" href={href}>
          {picture === undefined ? (
            <span class="linked-entity-blank">
              <Icon shape={iconImage} />
            </span>
          ) : (
            <Picture {...picture} alt="" sizes="56px" />
          )}
          <span class="linked-entity-words">
            <span dir="auto" lang={title.lang}>
              {title.text}
            </span>
            <span class="meta">{meta}</span>
          </span>
        </a>
      </li>
    ))}
  </ul>
);
