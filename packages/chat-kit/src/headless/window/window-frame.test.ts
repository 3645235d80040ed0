import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fitFrame,
  isDragOver,
  keyDistance,
  moveFrame,
  popupMeasures,
  type ResizeDirection,
  resizeFrame,
  startFrame,
} from './window-frame.ts';

const pages = fc.record({ width: fc.integer({ min: 100, max: 4000 }), height: fc.integer({ min: 40, max: 3000 }) });
const far = fc.double({ min: -1e5, max: 1e5, noNaN: true });
const boxes = fc.record({ left: far, top: far, width: far, height: far });
const points = fc.record({ x: far, y: far });
const directions = fc.constantFrom<ResizeDirection>('n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw');
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

test('R9.1 the measures are those of the requirement', () => {
  expect(popupMeasures).toEqual({
    zIndex: 200,
    minWidth: 200,
    minHeight: 60,
    edgeTolerance: 20,
    top: 20,
    left: 10,
    widthShare: 0.45,
    heightShare: 0.85,
  });
});

test('R9.1 a window starts at 20 and 10 with 45% and 85% of the page, or as wished', () => {
  const page = { width: 1440, height: 900 };
  expect(startFrame(page)).toEqual({ width: 648, height: 765, top: 20, left: 10 });
  expect(startFrame(page, { width: '50%', height: 300, top: '10%', left: 0 })).toEqual({
    width: 720,
    height: 300,
    top: 90,
    left: 0,
  });
});

function expectFits(box: ReturnType<typeof fitFrame>, page: { width: number; height: number }): void {
  expect(box.width).toBeGreaterThanOrEqual(200 - 1e-9);
  expect(box.height).toBeGreaterThanOrEqual(60 - 1e-9);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.left + box.width).toBeLessThanOrEqual(Math.max(page.width, 200) + 1e-6);
  expect(box.top + box.height).toBeLessThanOrEqual(Math.max(page.height, 60) + 1e-6);
}

test('R12.5 however it is dragged, a window keeps its size and stays inside the page', () => {
  fc.assert(
    fc.property(boxes, pages, fc.array(points, { maxLength: 20 }), (box, page, moves) => {
      const start = fitFrame(box, page);
      let frame = start;
      for (const by of moves) frame = moveFrame(frame, by, page);
      expectFits(frame, page);
      expect([frame.width, frame.height]).toEqual([start.width, start.height]);
    }),
  );
});

test('R12.5 however it is resized, a window keeps its minimum, stays inside the page and holds the edges that are not pulled', () => {
  fc.assert(
    fc.property(boxes, pages, directions, points, (box, page, direction, by) => {
      const start = fitFrame(box, page);
      const frame = resizeFrame(start, direction, by, page);
      expectFits(frame, page);
      const isRoomy = page.width >= 200 && page.height >= 60;
      if (!isRoomy) return;
      if (!direction.includes('w')) expect(near(frame.left, start.left)).toBe(true);
      if (!direction.includes('n')) expect(near(frame.top, start.top)).toBe(true);
      if (!direction.includes('e')) expect(near(frame.left + frame.width, start.left + start.width)).toBe(true);
      if (!direction.includes('s')) expect(near(frame.top + frame.height, start.top + start.height)).toBe(true);
    }),
  );
});

test('R12.5 a pull within the bounds moves exactly as far as the pointer', () => {
  const page = { width: 1440, height: 900 };
  const frame = { left: 100, top: 100, width: 400, height: 300 };
  expect(resizeFrame(frame, 'se', { x: 30, y: 40 }, page)).toEqual({ left: 100, top: 100, width: 430, height: 340 });
  expect(resizeFrame(frame, 'nw', { x: 30, y: 40 }, page)).toEqual({ left: 130, top: 140, width: 370, height: 260 });
  expect(moveFrame(frame, { x: -30, y: 5 }, page)).toEqual({ ...frame, left: 70, top: 105 });
});

test('R9.1 dragging stops when the pointer comes within 20 px of an edge, or outside', () => {
  const page = { width: 1000, height: 800 };
  const start = { x: 500, y: 400 };
  for (const pointer of [
    { x: 19, y: 400 },
    { x: 981, y: 400 },
    { x: 500, y: 19 },
    { x: 500, y: 781 },
    { x: -5, y: 400 },
    { x: 500, y: 2000 },
  ]) {
    expect(isDragOver(pointer, start, page)).toBe(true);
  }
  expect(isDragOver({ x: 20, y: 780 }, start, page)).toBe(false);
});

test('R9.1 a drag that begins within the strip may leave it, but not go closer to the edge', () => {
  const page = { width: 1000, height: 800 };
  expect(isDragOver({ x: 14, y: 40 }, { x: 12, y: 40 }, page)).toBe(false);
  expect(isDragOver({ x: 11, y: 40 }, { x: 12, y: 40 }, page)).toBe(true);
});

test('R9.1 the pointer decides alone: over the middle of the page no drag ends', () => {
  fc.assert(
    fc.property(
      pages,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (page, x, y) => {
        const pointer = { x: 20 + x * (page.width - 40), y: 20 + y * (page.height - 40) };
        expect(isDragOver(pointer, { x: page.width / 2, y: page.height / 2 }, page)).toBe(
          pointer.x < 20 - 1e-9 || pointer.y < 20 - 1e-9 || page.width - pointer.x < 20 || page.height - pointer.y < 20,
        );
      },
    ),
  );
});

test('R12.5 arrow keys move by 10, with Shift 50; other keys nothing', () => {
  const key = { key: 'ArrowLeft', shiftKey: false };
  expect(keyDistance(key)).toEqual({ x: -10, y: 0 });
  expect(keyDistance({ ...key, key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 50 });
  expect(keyDistance({ ...key, key: 'Enter' })).toBeUndefined();
});
