import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeNear } from './place-near.ts';

test('R12.6 a bubble stands above its button, below it where there is no room', () => {
  const page = { width: 400, height: 800 };
  const anchor = { left: 100, top: 300, width: 80, height: 36 };
  expect(placeNear(anchor, { width: 120, height: 40 }, page)).toEqual({ left: 80, top: 252 });
  expect(placeNear({ ...anchor, top: 10 }, { width: 120, height: 40 }, page)).toEqual({ left: 80, top: 54 });
});

test('R12.6 a bubble that fits never leaves the page', () => {
  const length = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(
      fc.record({ left: length, top: length, width: length, height: length }),
      length,
      length,
      (anchor, width, height) => {
        const page = { width: 360, height: 640 };
        const { left, top } = placeNear(anchor, { width, height }, page);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        if (width <= page.width - 16) expect(left + width).toBeLessThanOrEqual(page.width);
        if (height <= page.height - 16) expect(top + height).toBeLessThanOrEqual(page.height);
      },
    ),
  );
});
