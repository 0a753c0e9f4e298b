/** @jsxImportSource preact */
// The dialog in which the art of an entity opens. The links to the pictures are marked by `data-art`.
import type { VNode } from 'preact';
import { ART_MESSAGES } from '../../messages/catalog.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { iconArrowLeft, iconArrowRight, iconX } from '../../ui/icons.ts';
import { colonIn } from '../../ui/text/punctuation.ts';

export interface ArtViewerProps extends PageProps {
  readonly title: string;
  /** Number of pictures. */
  readonly count: number;
}

/** Closed until script opens it. */
export function ArtViewer({ page, title, count }: ArtViewerProps): VNode | null {
  if (count === 0) return null;
  const say = page.sayFrom(ART_MESSAGES);
  return (
    <dialog class="lightbox" data-art-viewer aria-label={`${title}${colonIn(page.locale)}${say('pictures')}`}>
      <form method="dialog" class="lightbox-head">
        <span aria-live="polite" data-art-place={say('place')} />
        <button type="button" class="button button-quiet" data-art-zoom aria-pressed="false">
          {say('zoom')}
        </button>
        <a href="#top" data-art-download download>
          {say('download')}
        </a>
        <Button variant="quiet" icon={iconX} aria-label={say('close')} />
      </form>
      <div class="lightbox-picture" data-art-frame />
      {count > 1 && (
        <div class="lightbox-steps">
          <Button type="button" variant="quiet" icon={iconArrowLeft} aria-label={say('previous')} data-art-step="-1" />
          <Button type="button" variant="quiet" icon={iconArrowRight} aria-label={say('next')} data-art-step="1" />
        </div>
      )}
    </dialog>
  );
}
