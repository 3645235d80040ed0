import { describe, expect, it } from 'vitest';
import {
  noRunText,
  runOf,
  type YearRun,
  type YearStage,
  yearStateOf,
  yearSubjects,
  yearSummary,
} from './year-words.ts';

const states: readonly YearRun['state'][] = ['running', 'failed', 'differences', 'disputed', 'tied'];
const directions = ['payable', 'receivable'] as const;
/** Every stage of issued bills with the runs that there may be of each subject. */
const stagesOf = (): YearStage[] =>
  [[directions[0]], [directions[1]], [...directions]].flatMap((issued) =>
    [...states, 'outdated' as const, undefined].flatMap((first) =>
      [...states, 'outdated' as const, undefined].map((second): YearStage => {
        const runs = [first, second].flatMap((state, place): YearRun[] => {
          const subject = yearSubjects[issued.length === 1 ? place : place * 2];
          if (state === undefined || subject === undefined || !issued.includes(subject.direction)) return [];
          const word = state === 'outdated' ? 'tied' : state;
          const differencesLeft = word === 'differences' ? 2 : 0;
          return [{ runId: `r${place}`, ...subject, state: word, differencesLeft, isOutdated: state === 'outdated' }];
        });
        return { stageId: 's', stageName: '十月', isIssued: true, directions: issued, runs };
      }),
    ),
  );
/** What the row of a stage shows. */
const cellsOf = (stage: YearStage): readonly string[] =>
  yearSubjects.map((subject) => {
    const run = runOf(stage, subject);
    return run === undefined ? noRunText(stage, subject) : yearStateOf(run).text;
  });
const countsOf = (stages: readonly YearStage[]): readonly number[] =>
  [...yearSummary(stages).matchAll(/(\d+)\u00a0个/g)].map(([, count]) => Number(count));

describe('the sums of the year', () => {
  it('R13.4 are those of its rows: tied, not tied and not compared are all that was issued, and each says what its row says', () => {
    const stages = stagesOf();
    const [issued = 0, tied = 0, left = 0, untouched = 0] = countsOf(stages);
    expect(issued).toBe(stages.length);
    expect(tied + left + untouched).toBe(issued);
    for (const stage of stages) {
      const cells = cellsOf(stage);
      const [, isTied, isLeft, isUntouched] = countsOf([stage]);
      expect([cells, Number(isTied) + Number(isLeft) + Number(isUntouched)]).toEqual([cells, 1]);
      const isNothingElse = cells.every((cell) => ['已平', '无账单', '不另对'].includes(cell));
      expect([cells, isTied]).toEqual([cells, isNothingElse ? 1 : 0]);
      if (cells.includes('未对账')) expect([cells, isUntouched]).toEqual([cells, 1]);
    }
  });
});
