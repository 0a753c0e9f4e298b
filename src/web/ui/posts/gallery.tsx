/** @jsxImportSource preact */
// Files of a post: pictures in a fixed grid, and films with their own controls. Sizes are known, so nothing moves.
import type { VNode } from 'preact';
import { Picture } from '../picture.tsx';

export interface GalleryItem {
  readonly id: string;
  /** The picture as others see it, or the film. */
  readonly url: string;
  readonly thumbnailUrl: string | null;
  readonly posterUrl: string | null;
  readonly isVideo: boolean;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export interface GalleryProps {
  readonly items: readonly GalleryItem[];
  /** Name of a file without a description: "Picture 2 of 3". */
  readonly labelOf: (index: number) => string;
  /** Small pictures that lead to this address, at most four; without it each opens in full. */
  readonly href?: string;
}

const SHOWN_SMALL = 4;

export function Gallery({ items, labelOf, href }: GalleryProps): VNode | null {
  if (items.length === 0) return null;
  const shown = href === undefined ? items : items.slice(0, SHOWN_SMALL);
  return (
    <ul class={href === undefined ? 'gallery gallery-full' : 'gallery'} data-count={String(shown.length)}>
      {shown.map((item, index) => (
        <li key={item.id}>
          {item.isVideo && href === undefined ? (
            <Film item={item} label={labelOf(index)} />
          ) : (
            <a href={href ?? item.url}>
              <Picture
                src={smallOf(item, href)}
                width={item.width}
                height={item.height}
                alt={item.alt === '' ? labelOf(index) : item.alt}
              />
            </a>
          )}
          {href !== undefined && index === SHOWN_SMALL - 1 && items.length > SHOWN_SMALL && (
            <span class="gallery-more">{`+${items.length - SHOWN_SMALL}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const smallOf = (item: GalleryItem, href: string | undefined): string =>
  href === undefined ? item.url : (item.thumbnailUrl ?? item.posterUrl ?? item.url);

const Film = ({ item, label }: { readonly item: GalleryItem; readonly label: string }): VNode => (
  <video
    controls
    preload="none"
    playsInline
    src={item.url}
    {...(item.posterUrl === null ? {} : { poster: item.posterUrl })}
    width={item.width}
    height={item.height}
    aria-label={item.alt === '' ? label : item.alt}
  />
);
