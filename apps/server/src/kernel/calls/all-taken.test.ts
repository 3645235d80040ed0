import { expect, test } from 'vitest';
import { allTaken, takePart } from './all-taken.ts';

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

test('house 5 a write takes what a part of the contract declares, and nothing else of its request', () => {
  const [taken, asked] = takePart({ name: {}, remark: {} }, { ...request, remark: '加急', kid: 'a-kid' });
  expect(taken).toEqual({ name: '王芳', remark: '加急' });
  expect(asked).toEqual({ kid: 'a-kid', idempotencyKey: 'a-key' });
  allTaken(asked);
  const [, more] = takePart({ name: {} }, request);
  // @ts-expect-error `remark` is left
  allTaken(more);
});
