import { expect, it } from 'vitest';
import { isResidentId, maskName, maskTail, normaliseResidentId } from './resident-id.ts';

it.each(['11010519491231002X', '440524188001010014'])('R5.4 %s has a right check character', (number) => {
  expect(isResidentId(number)).toBe(true);
});

it.each([
  '110105194912310021',
  '11010519490231002X',
  '1101051949123100',
  '01010519491231002X',
  '11010519491231002x',
  '',
])('R5.4 %j is refused', (number) => {
  expect(isResidentId(number)).toBe(false);
});

it('R10.9 what is shown of a number are its last four characters', () => {
  expect(maskTail('11010519491231002X')).toBe('**************002X');
  expect(maskTail('123')).toBe('123'.slice(-4));
  expect(normaliseResidentId(' 11010519491231002ｘ')).toBe('11010519491231002X');
});

it.each([
  ['张三', '张*'],
  ['欧阳建国', '欧***'],
  ['𠮷田', '𠮷*'],
  ['', ''],
])('security 4.12 the name %s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
