import { describe, expect, it } from 'vitest';
import { type ImportedLines, type TakeBackFault, takeBackFault } from './take-back.ts';

const right: ImportedLines = { isImported: true, isMarked: true, isStageIssued: false };

describe('R11.6 taking an import back', () => {
  const cases: readonly (readonly [given: Partial<ImportedLines>, fault: TakeBackFault | null])[] = [
    [{}, null],
    [{ isImported: false, isMarked: false }, 'notImported'],
    [{ isStageIssued: true }, 'issued'],
    [{ isMarked: false }, 'unmarked'],
    [{ isMarked: false, isStageIssued: true }, 'issued'],
  ];
  it.each(cases)('R11.6 of %o it says %s', (given, fault) => {
    expect(takeBackFault({ ...right, ...given })).toBe(fault);
  });
});
