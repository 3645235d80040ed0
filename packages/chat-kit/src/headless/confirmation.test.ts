import { expect, test } from 'vitest';
import { thenableOf } from '../testing/thenable-of.ts';
import { createConfirmation } from './confirmation.ts';

test('R12.7 an action is pending until anything with a then has settled, promise or not', async () => {
  const confirmation = createConfirmation();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = confirmation.run(() => thenableOf(promise));
  expect(confirmation.isPending()).toBe(true);
  await expect(confirmation.run(() => true)).resolves.toBeUndefined();
  resolve();
  await expect(running).resolves.toEqual({ end: 'confirmed' });
  expect(confirmation.isPending()).toBe(false);
});

test('R12.7 what is no promise may answer false or reject too', async () => {
  const confirmation = createConfirmation();
  await expect(confirmation.run(() => thenableOf(Promise.resolve(false)))).resolves.toEqual({ end: 'kept' });
  const error = new Error('503');
  await expect(confirmation.run(() => thenableOf(Promise.reject(error)))).resolves.toEqual({ end: 'failed', error });
});
