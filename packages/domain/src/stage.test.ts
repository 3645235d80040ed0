import { describe, expect, it } from 'vitest';
import { type StagePlan, stageFaults, standardSpans } from './stage.ts';

const plan: StagePlan = { opensOn: '2026-10-01', issuesOn: '2026-11-02', ...standardSpans };
const pathsOf = (changed: Partial<StagePlan>) => stageFaults({ ...plan, ...changed }).map(({ path }) => path);

describe('R4.9 the plan of a stage', () => {
  it('R4.9 has five working days to confirm and ten days to pay where it sets none', () => {
    expect(standardSpans).toEqual({ confirmDays: 5, payDays: 10 });
    expect(stageFaults(plan)).toEqual([]);
  });

  it.each([
    [{ opensOn: '2026-02-30' }, ['opensOn']],
    [{ issuesOn: '9999-01-01' }, ['issuesOn']],
    [{ issuesOn: '2026-10-01' }, ['issuesOn']],
    [{ confirmDays: 0 }, ['confirmDays']],
    [{ confirmDays: 61, payDays: 366 }, ['confirmDays', 'payDays']],
    [{ payDays: 0 }, []],
  ])('R4.9 %j names %j', (changed, paths) => {
    expect(pathsOf(changed)).toEqual(paths);
  });
});
