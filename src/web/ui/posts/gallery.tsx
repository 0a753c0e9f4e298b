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
  /** What it shows; "Picture 2 of 3" where nobody described it. */
  readonly alt: string;
  readonly isDescribed: boolean;
}

export interface GalleryProps {
  readonly items: readonly GalleryItem[];
  /** Small pictures that lead to this address, at most four; without it each opens in full. */
  readonly href?: string;
  /** A press on a picture that would lead to it. */
  readonly onOpen?: (event: MouseEvent, id: string) => void;
}

const SHOWN_SMALL = 4;

export function Gallery({ items, href, onOpen }: GalleryProps): VNode | null {
  if (items.length === 0) return null;
  const shown = href === undefined ? items : items.slice(0, SHOWN_SMALL);
  return (
    <ul class={href === undefined ? 'gallery gallery-full' : 'gallery'} data-count={String(shown.length)}>
      {shown.map((item, index) => (
        <li key={item.id}>
          {item.isVideo && href === undefined ? (
            <Film item={item} />
          ) : (
            <a href={href ?? item.url} onClick={onOpen && ((event) => onOpen(event, item.id))}>
              <Picture src={smallOf(item, href)} width={item.width} height={item.height} alt={item.alt} />
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

const Film = ({ item }: { readonly item: GalleryItem }): VNode => (
  <video
    controls
    preload="metadata"
    playsInline
    src={item.url}
    {...(item.posterUrl === null ? {} : { poster: item.posterUrl })}
    width={item.width}
    height={item.height}
    aria-label={item.alt}
  />
);
