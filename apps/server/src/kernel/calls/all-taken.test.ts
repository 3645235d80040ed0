import { expect, test } from 'vitest';
import { allTaken } from './all-taken.ts';

interface Request {
  readonly name: string;
  readonly remark?: string;
  readonly kid?: string;
  readonly idempotencyKey: string;
}
const request: Request = { name: '王芳', idempotencyKey: 'a-key' };

test('house 5 a field of a write that its handler does not take does not compile', () => {
  const { name, remark, ...rest } = request;
  allTaken(rest);
  const { name: _, ...more } = request;
  // @ts-expect-error `remark` is left
  allTaken(more);
  expect([name, remark]).toEqual(['王芳', undefined]);
});
