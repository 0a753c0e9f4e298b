import { expect, test } from 'bun:test';
import { moveCrop, sideOf, wholeOf, ZOOM_MAX, zoomCrop } from './crop.ts';

const size = { width: 400, height: 200 };

test('the first square is the largest in the middle', () => {
  const crop = wholeOf(size);
  expect([crop, sideOf(size, crop)]).toEqual([{ x: 200, y: 100, zoom: 1 }, 200]);
});

test('it moves by parts of its side and stays within the picture', () => {
  expect(moveCrop(size, wholeOf(size), 0.25, 0)).toEqual({ x: 250, y: 100, zoom: 1 });
  expect(moveCrop(size, wholeOf(size), 9, 9)).toEqual({ x: 300, y: 100, zoom: 1 });
  expect(moveCrop(size, { x: 200, y: 100, zoom: 2 }, -9, -9)).toEqual({ x: 50, y: 50, zoom: 2 });
});

test('it is enlarged around its middle, within limits, and comes back into the picture when it grows', () => {
  const near = moveCrop(size, zoomCrop(size, wholeOf(size), 4), 9, 9);
  expect(near).toEqual({ x: 375, y: 175, zoom: 4 });
  expect(zoomCrop(size, near, 1)).toEqual({ x: 300, y: 100, zoom: 1 });
  expect(zoomCrop(size, near, 100).zoom).toBe(ZOOM_MAX);
  expect(zoomCrop(size, near, 0).zoom).toBe(1);
});
