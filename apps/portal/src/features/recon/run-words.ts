import { billDirectionNames } from '@ronghui/domain/bill';
import { isUnderWay } from '@ronghui/domain/job';
import { differenceOf, type Fen, rmbText, sumFen } from '@ronghui/domain/money';
import type { Tone } from '@ronghui/ui';
import { type Run } from './recon-queries.ts';

/** Which amounts of the lines a ledger is compared with. */
export const sideNames = { fee: '服务费', basis: '业务金额' } as const;

export const thousands = (count: number): string => count.toLocaleString('en-US');

/** 应付 · 服务费 */
export const subjectText = ({ direction, side }: Pick<Run, 'direction' | 'side'>): string =>
  `${billDirectionNames[direction]} · ${sideNames[side]}`;

/** A state in words and colour. */
export interface StateWords {
  readonly tone: Tone;
  readonly text: string;
}

/** How many items wait for a decision. */
const leftText = (count: number): string => `还差\u00a0${thousands(count)}\u00a0项`;

/** Differences that nobody decided on: in a run that was closed they stay. @source R13.3 */
export const differencesWords = (count: number, closedAt: string | undefined): StateWords =>
  closedAt === undefined
    ? { tone: 'bad', text: leftText(count) }
    : { tone: 'warn', text: `留有\u00a0${thousands(count)}\u00a0项差异` };

/** What has come of a run. @source R13.3, R13.4 */
export const stateOf = (
  run: Pick<Run, 'status' | 'differencesLeft' | 'isDisputed' | 'removedAt' | 'closedAt'>,
): StateWords => {
  if (run.removedAt !== undefined) return { tone: 'neutral', text: '已删除' };
  switch (run.status) {
    case 'queued':
      return { tone: 'info', text: '排队中' };
    case 'running':
      return { tone: 'info', text: '正在对账' };
    case 'failed':
      return { tone: 'bad', text: '未完成' };
    case 'cancelled':
      return { tone: 'neutral', text: '已取消' };
    case 'expired':
      return { tone: 'neutral', text: '已过期' };
    case 'done': {
      const left = run.differencesLeft ?? 0;
      if (left > 0) return differencesWords(left, run.closedAt);
      return run.isDisputed === true ? { tone: 'warn', text: '反馈中' } : { tone: 'ok', text: '已平' };
    }
  }
};

/** 62%，正在匹配 */
export const progressText = ({ status, progress, isEnding }: Run): string => {
  if (isEnding) return '正在取消';
  if (status === 'queued') return '等待开始';
  if (progress.total === 0) return progress.text === '' ? '正在准备' : progress.text;
  const percent = `${Math.floor((progress.done / progress.total) * 100)}%`;
  return progress.text === '' ? percent : `${percent}，${progress.text}`;
};

/** 1,280 行，3 行读不出 */
export const rowsText = ({ rows, badRows = 0 }: Pick<Run, 'rows' | 'badRows'>): string | undefined => {
  if (rows === undefined) return undefined;
  const all = `${thousands(rows)}\u00a0行`;
  return badRows > 0 ? `${all}，${thousands(badRows)}\u00a0行读不出` : all;
};

/** What the platform has more than the ledger; undefined before it is done. */
export const gapOf = ({ totals }: Pick<Run, 'totals'>): Fen | undefined =>
  totals === undefined
    ? undefined
    : differenceOf(
        sumFen(totals.map(({ lineAmount }) => lineAmount)),
        sumFen(totals.map(({ ledgerAmount }) => ledgerAmount)),
      );

/** The ledger can be compared once more. */
export const mayRunAgain = (run: Pick<Run, 'status' | 'isFileKept' | 'isDryRun'>): boolean =>
  !isUnderWay(run) && run.isFileKept && !run.isDryRun;

/** The amount by which the platform has more or less than the ledger, in words. */
export const differenceText = (difference: Fen): string => {
  if (difference === 0) return '无差额';
  const text = rmbText(difference);
  return difference > 0 ? `平台多 ${text}` : `平台少 ${text.replace('-', '')}`;
};
