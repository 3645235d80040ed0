import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLines } from './text-lines.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `第 ${at} 行`);
const textOf = (text: string, kind: 'gone' | 'fresh'): boolean =>
  changedLines(text, `${text}x`).some((line) => line.kind === kind);

describe('R11.3 the lines that differ between two texts', () => {
  it('R11.3 a changed line is shown with two lines around it, and what stayed beyond them is counted', () => {
    const before = numbered(100);
    const after = before.with(50, '新的');
    expect(changedLines(before.join('\n'), after.join('\n'))).toEqual([
      { kind: 'skipped', count: 48 },
      { kind: 'same', text: '第 48 行' },
      { kind: 'same', text: '第 49 行' },
      { kind: 'gone', text: '第 50 行' },
      { kind: 'fresh', text: '新的' },
      { kind: 'same', text: '第 51 行' },
      { kind: 'same', text: '第 52 行' },
      { kind: 'skipped', count: 47 },
    ]);
  });

  it('R11.3 added and removed lines are distinguished from those that are the same', () => {
    expect(changedLines('一\n二\n三', '零\n一\n三')).toEqual([
      { kind: 'fresh', text: '零' },
      { kind: 'same', text: '一' },
      { kind: 'gone', text: '二' },
      { kind: 'same', text: '三' },
    ]);
    expect(changedLines('一', '一')).toEqual([{ kind: 'skipped', count: 1 }]);
    expect(textOf('一\n二', 'gone') && textOf('一\n二', 'fresh')).toBe(true);
  });

  it('R11.3 what is shown and what is counted add up to both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = changedLines(before.join('\n'), after.join('\n'));
        const count = (kind: 'gone' | 'fresh'): number =>
          lines.reduce((sum, line) => sum + (line.kind === 'skipped' ? line.count : Number(line.kind !== kind)), 0);
        expect([count('fresh'), count('gone')]).toEqual([before.length, after.length]);
        const shown = lines.flatMap((line) => (line.kind === 'fresh' || line.kind === 'same' ? [line.text] : []));
        if (lines.every(({ kind }) => kind !== 'skipped')) expect(shown).toEqual(after);
      }),
    );
  });

  it('R11.3 two texts of thousands of lines without one in common are compared in time', () => {
    const [before, after] = ['a', 'b'].map((mark) => Array.from({ length: 10_000 }, (_, at) => `${mark}${at}`));
    const lines = changedLines((before ?? []).join('\n'), (after ?? []).join('\n'));
    expect(lines).toHaveLength(20_000);
  });
});
