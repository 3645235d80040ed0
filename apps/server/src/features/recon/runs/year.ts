import type { Output } from '@ronghui/contract';
import type { YearRow } from './year.sql.ts';

type Stage = Output<'recon.year'>['stages'][number];
type Run = Stage['runs'][number];

const stateOf = (row: YearRow): Run['state'] => {
  if (!row.is_matched) return row.is_under_way ? 'running' : 'failed';
  if (row.differences > 0) return 'differences';
  return row.is_disputed ? 'disputed' : 'tied';
};

const runOf = (row: YearRow, runId: string): Run => ({
  runId,
  side: row.side,
  direction: row.direction,
  state: stateOf(row),
  differencesLeft: row.differences,
  ...(row.ended_at !== null && { endedAt: row.ended_at.toISOString() }),
  ...(row.closed_at !== null && { closedAt: row.closed_at.toISOString() }),
  ...(row.closed_by !== null && { closedBy: row.closed_by }),
  isOutdated: row.is_outdated,
  ...(row.later_id !== null && {
    later: { runId: row.later_id, state: row.later_is_under_way === true ? ('running' as const) : ('failed' as const) },
  }),
});

/** The stages of a year, the latest first, each with its last runs. @source R13.4 */
export const yearOf = (rows: readonly YearRow[]): Output<'recon.year'> => {
  const stages = new Map<string, Stage>();
  for (const row of rows) {
    const { stage_id: stageId, stage_name: stageName, directions } = row;
    const isIssued = directions.length > 0;
    const stage = stages.get(stageId) ?? { stageId, stageName, isIssued, directions: [...directions], runs: [] };
    if (row.run_id !== null) stage.runs.push(runOf(row, row.run_id));
    stages.set(stageId, stage);
  }
  return { stages: [...stages.values()] };
};
