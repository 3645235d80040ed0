import { describe, expect, it } from 'vitest';
import { withoutEnd } from './text-order.ts';

describe('withoutEnd', () => {
  it('takes away what stands at the end, and nothing before', () => {
    expect(['8.50', '8.00', '100', '', '000'].map((text) => withoutEnd(text, '0'))).toEqual(['8.5', '8.', '1', '', '']);
    expect(withoutEnd(' a . . ', '. ')).toBe(' a');
    expect(withoutEnd(`${' '.repeat(1_000_000)}x`, ' ')).toHaveLength(1_000_001);
  });
});
