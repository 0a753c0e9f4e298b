/** @jsxImportSource preact */
// The dialog in which the art of an entity opens. The links to the pictures are marked by `data-art`.
import type { VNode } from 'preact';
import { ART_MESSAGES } from '../../messages/catalog.ts';
import { plainText } from '../../messages/say.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { iconArrowLeft, iconArrowRight, iconX } from '../../ui/icons.ts';
import { colonIn } from '../../ui/text/punctuation.ts';

export interface ArtViewerProps {
  readonly page: PageContext;
  readonly title: string;
  /** Number of pictures. */
  readonly count: number;
}

/** Closed until script opens it. */
export function ArtViewer({ page, title, count }: ArtViewerProps): VNode | null {
  if (count === 0) return null;
  const words = page.words(ART_MESSAGES);
  return (
    <dialog class="lightbox" data-art-viewer aria-label={`${title}${colonIn(page.locale)}${page.say(words.pictures)}`}>
      <form method="dialog" class="lightbox-head">
        <span aria-live="polite" data-art-place={plainText(words.place)} />
        <button type="button" class="button button-quiet" data-art-zoom aria-pressed="false">
          {page.say(words.zoom)}
        </button>
        <a href="#top" data-art-download download>
          {page.say(words.download)}
        </a>
        <Button variant="quiet" icon={iconX} aria-label={page.say(words.close)} />
      </form>
      <div class="lightbox-picture" data-art-frame />
      {count > 1 && (
        <div class="lightbox-steps">
          <Button
            type="button"
            variant="quiet"
            icon={iconArrowLeft}
            aria-label={page.say(words.previous)}
            data-art-step="-1"
          />
          <Button
            type="button"
            variant="quiet"
            icon={iconArrowRight}
            aria-label={page.say(words.next)}
            data-art-step="1"
          />
        </div>
      )}
    </dialog>
  );
}
