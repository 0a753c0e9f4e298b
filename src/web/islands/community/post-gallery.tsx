/** @jsxImportSource preact */
// Files of a post. A press on a picture opens it over the page, where arrows lead to the others; without script it is a link.
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { iconArrowLeft, iconArrowRight, iconX } from '../../ui/icons.ts';
import { Gallery, type GalleryItem } from '../../ui/posts/gallery.tsx';

export interface PostGalleryProps {
  readonly items: readonly GalleryItem[];
}

export type PostGalleryWords = 'pictures' | 'place' | 'original' | 'previous' | 'next' | 'close';

/** A finger that moved less meant something else. */
const SWIPE_PIXELS = 48;

export function PostGallery({ items, say }: PostGalleryProps & Spoken<PostGalleryWords>): VNode {
  const pictures = items.filter(({ isVideo }) => !isVideo);
  const dialog = useRef<HTMLDialogElement>(null);
  const touchedAt = useRef<number | undefined>(undefined);
  const [at, setAt] = useState<number | undefined>(undefined);
  const count = pictures.length;
  const item = at === undefined ? undefined : pictures[at];

  const open = (event: MouseEvent, id: string): void => {
    // Presses that ask for another tab or window stay what they are.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setAt(pictures.findIndex((picture) => picture.id === id));
    dialog.current?.showModal();
  };
  const step = (by: number): void => {
    if (at !== undefined) setAt((at + by + count) % count);
  };
  const press = (event: KeyboardEvent): void => {
    const goes: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => setAt(0),
      End: () => setAt(count - 1),
    };
    const go = goes[event.key];
    if (go === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go();
  };
  const swipe = (event: TouchEvent): void => {
    const from = touchedAt.current;
    touchedAt.current = undefined;
    const to = event.changedTouches[0]?.clientX;
    if (from === undefined || to === undefined || Math.abs(to - from) < SWIPE_PIXELS) return;
    step(to < from ? 1 : -1);
  };
  return (
    <>
      <Gallery items={items} onOpen={open} />
      {count > 0 && (
        <dialog
          ref={dialog}
          class="lightbox"
          aria-label={say('pictures')}
          onKeyDown={press}
          onClose={() => setAt(undefined)}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.matches('.lightbox, .lightbox-picture')) {
              dialog.current?.close();
            }
          }}
          onTouchStart={({ touches }) => {
            touchedAt.current = touches.length === 1 ? touches[0]?.clientX : undefined;
          }}
          onTouchEnd={swipe}
        >
          {item !== undefined && at !== undefined && (
            <>
              <form method="dialog" class="lightbox-head">
                <span aria-live="polite">{say('place', { number: at + 1, count })}</span>
                <a href={item.url}>{say('original')}</a>
                <Button variant="quiet" icon={iconX} aria-label={say('close')} />
              </form>
              <figure class="lightbox-picture">
                <img key={item.id} src={item.url} alt={item.alt} width={item.width} height={item.height} />
                {item.isDescribed && <figcaption dir="auto">{item.alt}</figcaption>}
              </figure>
              {count > 1 && (
                <div class="lightbox-steps">
                  <Button
                    type="button"
                    variant="quiet"
                    icon={iconArrowLeft}
                    aria-label={say('previous')}
                    onClick={() => step(-1)}
                  />
                  <Button
                    type="button"
                    variant="quiet"
                    icon={iconArrowRight}
                    aria-label={say('next')}
                    onClick={() => step(1)}
                  />
                </div>
              )}
            </>
          )}
        </dialog>
      )}
    </>
  );
}
