import { describe, expect, it } from 'vitest';
import { valueChanges } from './audit.ts';

describe('R11.7 the values before and after', () => {
  it('R11.7 names what differs, by its path, and leaves out what is the same', () => {
    const before = { status: 'pending', version: 1, choice: { colour: 'red', size: 'L' }, tags: ['a', 'b'] };
    const after = { status: 'active', version: 1, choice: { colour: 'red', size: 'M' }, tags: ['a', 'c'] };
    expect(valueChanges(before, after)).toEqual([
      { field: 'status', before: 'pending', after: 'active' },
      { field: 'choice.size', before: 'L', after: 'M' },
      { field: 'tags', before: 'a、b', after: 'a、c' },
    ]);
  });

  it('R11.7 shows one side where there is only one', () => {
    expect(valueChanges(undefined, { isNew: true, reason: null, rows: [{ no: 1 }] })).toEqual([
      { field: 'isNew', after: '是' },
      { field: 'reason', after: '' },
      { field: 'rows.0.no', after: '1' },
    ]);
    expect(valueChanges({ name: '旧' }, null)).toEqual([{ field: 'name', before: '旧' }]);
    expect(valueChanges(null, undefined)).toEqual([]);
  });

  it('R11.7 a plain value is one line, and a long text is cut', () => {
    expect(valueChanges('a', 'b')).toEqual([{ field: 'value', before: 'a', after: 'b' }]);
    expect(valueChanges(null, { text: 'x'.repeat(3000) })[0]?.after).toHaveLength(2000);
  });
});
