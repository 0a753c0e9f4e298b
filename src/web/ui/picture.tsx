/** @jsxImportSource preact */
// A picture with its size, so that nothing moves when it arrives.
import type { VNode } from 'preact';

export interface PictureProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Empty beside a title that says the same. */
  readonly alt: string;
  /** Narrower versions: address and width. */
  readonly sources?: readonly (readonly [src: string, width: number])[];
  readonly sizes?: string | undefined;
  /** Whether it is on the first screen; others load when they are near. */
  readonly first?: boolean;
}

export function Picture({ src, width, height, alt, sources = [], sizes, first = false }: PictureProps): VNode {
  const set = sources.map(([address, wide]) => `${address} ${wide}w`).join(', ');
  return (
    <img
      class="picture"
      src={src}
      srcset={set || undefined}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={first ? undefined : 'lazy'}
    />
  );
}
