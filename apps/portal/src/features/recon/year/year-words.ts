import type { CallReply } from '@ronghui/client';
import { differencesWords, type StateWords, thousands } from '../run-words.ts';

/** A stage of the year with its last runs. */
export type YearStage = CallReply<'recon.year'>['stages'][number];
/** The last run of a direction and a side. */
export type YearRun = YearStage['runs'][number];
/** What the parts of the page show. */
export interface YearProps {
  readonly year: number;
  readonly stages: readonly YearStage[];
  readonly mayWrite: boolean;
}

/** The columns of the year: the directions with the amounts that are compared. */
export const yearSubjects = [
  { direction: 'payable', side: 'fee' },
  { direction: 'payable', side: 'basis' },
  { direction: 'receivable', side: 'fee' },
  { direction: 'receivable', side: 'basis' },
] as const satisfies readonly Pick<YearRun, 'direction' | 'side'>[];

/** The state of a run of the year, in words and colour. */
export const yearStateOf = ({
  state,
  differencesLeft,
  isOutdated = false,
  closedAt,
}: Pick<YearRun, 'state' | 'differencesLeft' | 'isOutdated' | 'closedAt'>): StateWords => {
  switch (state) {
    case 'running':
      return { tone: 'info', text: '正在对账' };
    case 'failed':
      return { tone: 'bad', text: '未完成' };
    case 'differences':
      return differencesWords(differencesLeft, closedAt);
    case 'disputed':
      return { tone: 'warn', text: '反馈中' };
    case 'tied':
      return isOutdated ? { tone: 'warn', text: '账单有变，须重对' } : { tone: 'ok', text: '已平' };
  }
};

/** The directions whose bills nobody compared yet. */
export const toStart = ({ directions = [], runs }: YearStage): readonly YearRun['direction'][] =>
  directions.filter((direction) => runs.every((run) => run.direction !== direction));

/** The run of a subject in a stage. */
export const runOf = ({ runs }: YearStage, subject: Pick<YearRun, 'direction' | 'side'>): YearRun | undefined =>
  runs.find(({ direction, side }) => direction === subject.direction && side === subject.side);

/** What stands in the place of a run that there is none of. */
export const noRunText = ({ directions, runs }: YearStage, { direction }: Pick<YearRun, 'direction'>): string => {
  if (directions !== undefined && !directions.includes(direction)) return '无账单';
  // One of both amounts is enough.
  return runs.some((run) => run.direction === direction) ? '不另对' : '未对账';
};

/** Bills of it were compared with nothing: nobody began, or the last try did not end. */
const isUntouched = ({ directions = [], runs }: YearStage): boolean =>
  directions.some((direction) => runs.every((run) => run.direction !== direction || run.state === 'failed'));

/** All that was issued was compared, and ties out as it is now. */
const isTied = (stage: YearStage): boolean =>
  !isUntouched(stage) &&
  stage.runs.length > 0 &&
  stage.runs.every(({ state, isOutdated }) => state === 'tied' && isOutdated !== true);

/** 已出账的账期 10 个：已平 7 个，未平 1 个，还有没对过的 2 个: the parts are all of them. */
export const yearSummary = (stages: readonly YearStage[]): string => {
  const issued = stages.filter(({ isIssued }) => isIssued);
  const tied = issued.filter(isTied);
  const untouched = issued.filter(isUntouched);
  const left = issued.filter((stage) => !tied.includes(stage) && !untouched.includes(stage));
  const of = (some: readonly YearStage[]) => `${thousands(some.length)}\u00a0个`;
  if (issued.length === 0) return '这一年还没有出账。';
  return `已出账的账期 ${of(issued)}：已平 ${of(tied)}，未平 ${of(left)}，还有没对过的 ${of(untouched)}。`;
};
