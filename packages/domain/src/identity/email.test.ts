import { expect, it } from 'vitest';
import { isEmail, maskEmail } from './email.ts';

it.each(['a@b.cn', 'wang.fang+bill@mail.example.com.cn', 'x_1@1-2.org'])('R5.1 %s is an address', (text) => {
  expect(isEmail(text)).toBe(true);
});

it.each([
  '',
  'a@b',
  'a b@c.cn',
  '@c.cn',
  'a@-b.cn',
  'a@b..cn',
  '王芳@example.com',
  'a@b.cn\n',
  `${'x'.repeat(65)}@b.cn`,
])('R5.1 %j is none', (text) => {
  expect(isEmail(text)).toBe(false);
});

it('R10.7 an address is shown by its first letter and its domain', () => {
  expect(maskEmail('wang.fang@example.com')).toBe('w***@example.com');
  expect(maskEmail('nothing')).toBe('***');
});
