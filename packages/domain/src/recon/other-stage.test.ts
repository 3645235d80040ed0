import { expect, it } from 'vitest';
import { otherStageOf, type StageHits } from './other-stage.ts';

it.each<[string, StageHits, string | null]>([
  ['most rows elsewhere', { rows: 100, own: 5, others: [{ stageId: 's', hits: 51 }] }, 's'],
  ['half of them elsewhere', { rows: 100, own: 0, others: [{ stageId: 's', hits: 50 }] }, null],
  ['more than hardly any here', { rows: 100, own: 6, others: [{ stageId: 's', hits: 94 }] }, null],
  ['too few rows', { rows: 4, own: 0, others: [{ stageId: 's', hits: 4 }] }, null],
  ['nothing anywhere', { rows: 9, own: 0, others: [] }, null],
  [
    'two alike',
    {
      rows: 9,
      own: 0,
      others: [
        { stageId: 't', hits: 9 },
        { stageId: 's', hits: 9 },
      ],
    },
    's',
  ],
])('R13.1 a ledger with %s seems to be of the stage that it is of', (_what, hits, stage) => {
  expect(otherStageOf(hits)).toBe(stage);
});
