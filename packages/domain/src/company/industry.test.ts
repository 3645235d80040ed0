import { expect, it } from 'vitest';
import { industries, industryCodes, industryName } from './industry.ts';

it('R10.7 the twenty sections stand under their letters, each once', () => {
  expect(industryCodes.join('')).toBe('ABCDEFGHIJKLMNOPQRST');
  expect(new Set(industries.map(({ name }) => name)).size).toBe(20);
  expect(industryName('C')).toBe('制造业');
  expect(industryName('Z')).toBe('');
  expect(industryName(null)).toBe('');
});
