// Narrow pictures for other sites, which ask for a size at most and want to know it before they load anything.
import { PICTURE_WIDTHS } from './contract.ts';
import type { MediaFactReader } from './facts.ts';

/** A picture of a release. */
export interface ReleasePicture {
  readonly server: string;
  readonly releaseId: string;
  /** Release path. */
  readonly path: string;
}

/** Limits of another site, in pixels. */
export interface Bounds {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
}

export interface Thumbnail {
  /** Below the base path, encoded. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** Wider ones are for the pages of the instance itself. */
const WIDTH_MAX = 384;

/** The widest narrow picture within the bounds; undefined when none fits, or when the size of the original is not known. */
export async function findThumbnail(
  facts: MediaFactReader,
  { server, releaseId, path }: ReleasePicture,
  { maxWidth = WIDTH_MAX, maxHeight = Number.POSITIVE_INFINITY }: Bounds,
): Promise<Thumbnail | undefined> {
  const media = await facts.open(server, releaseId);
  await media.learn([path]);
  const size = media.of(path);
  if (size === undefined || !('width' in size)) return undefined;
  const address = path.split('/').map(encodeURIComponent).join('/');
  const fitting = PICTURE_WIDTHS.filter((width) => width <= WIDTH_MAX)
    .map((asked) => {
      const width = Math.min(asked, size.width);
      const height = Math.max(1, Math.round((size.height * width) / size.width));
      return { path: `/pictures/${server}/${asked}/${address}`, width, height };
    })
    .filter(({ width, height }) => width <= maxWidth && height <= maxHeight);
  return fitting.at(-1);
}
