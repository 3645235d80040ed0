import { expect, test } from 'vitest';
import { thenableOf } from '../testing/thenable-of.ts';
import { askDisabled, toDisabledState } from './disabled-answer.ts';

test('R12.6 a flag, and an object with a message, come into one shape', () => {
  expect(toDisabledState(true)).toEqual({ disabled: true });
  expect(toDisabledState(false)).toEqual({ disabled: false });
  expect(toDisabledState({ message: '未满足' })).toEqual({ disabled: true, message: '未满足' });
  expect(toDisabledState({ disabled: false, message: '未满足' }).disabled).toBe(false);
  expect(toDisabledState({ disabled: true, message: '' })).toEqual({ disabled: true, message: '' });
});

test('R12.6 a source is a value, a function, a promise or a function of a promise', async () => {
  await expect(askDisabled(undefined, 'x')).resolves.toEqual({ disabled: false });
  await expect(askDisabled(() => true, 'x')).resolves.toEqual({ disabled: true });
  await expect(askDisabled(Promise.resolve(false), 'x')).resolves.toEqual({ disabled: false });
  await expect(askDisabled(async () => ({ message: '等一下' }), 'x')).resolves.toEqual({
    disabled: true,
    message: '等一下',
  });
});

test('R12.6 a source that fails disables, with the reason given', async () => {
  const failed = { disabled: true, message: '检查失败' };
  await expect(
    askDisabled(() => {
      throw new Error('x');
    }, '检查失败'),
  ).resolves.toEqual(failed);
  await expect(askDisabled(() => Promise.reject(new Error('x')), '检查失败')).resolves.toEqual(failed);
});

test('R12.6 an answer comes later from anything with a then, promise or not', async () => {
  const later = thenableOf(Promise.resolve({ message: '未满足' }));
  await expect(askDisabled(later, 'x')).resolves.toEqual({ disabled: true, message: '未满足' });
  await expect(askDisabled(() => later, 'x')).resolves.toEqual({ disabled: true, message: '未满足' });
});
