// Which square of a picture is shown: its middle and how much it is enlarged. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  /** Middle of the square, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** 1: the largest square that fits. */
  readonly zoom: number;
}

export const ZOOM_MAX = 5;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The nearest crop that lies within the picture. */
function keepWithin(size: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const half = sideOf(size, { ...crop, zoom }) / 2;
  return { x: clamp(crop.x, half, size.width - half), y: clamp(crop.y, half, size.height - half), zoom };
}

/** The middle of the picture, as much of it as fits. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Moves the square by parts of its side. */
export function moveCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return keepWithin(size, { ...crop, x: crop.x + right * side, y: crop.y + down * side });
}

/** Enlarges around the middle of the square. */
export const zoomCrop = (size: Size, crop: Crop, zoom: number): Crop => keepWithin(size, { ...crop, zoom });
