import { expect, test } from 'vitest';
import { createWindowStack } from './window-stack.ts';

test('R12.5 a raised window is above the others, and the numbers stay close together', () => {
  const orders = new Map<string, number>();
  const stack = createWindowStack<string>((item, order) => orders.set(item, order));
  for (const item of ['a', 'b', 'c']) stack.add(item);
  expect(Object.fromEntries(orders)).toEqual({ a: 0, b: 1, c: 2 });
  expect(stack.raise('a')).toBe(true);
  expect(stack.raise('a')).toBe(false);
  expect(Object.fromEntries(orders)).toEqual({ b: 0, c: 1, a: 2 });
  expect(stack.raise('unknown')).toBe(false);
  stack.remove('b');
  expect([orders.get('c'), orders.get('a')]).toEqual([0, 1]);
});
