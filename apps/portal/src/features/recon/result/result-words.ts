import { type Fen, noFen, rmbText } from '@ronghui/domain/money';
import type { ReconKind } from '@ronghui/domain/recon';
import type { Tone } from '@ronghui/ui';
import type { Item } from './result-queries.ts';

/** The colour of each kind: what has to be dealt with is red or amber. */
export const kindTones: Readonly<Record<ReconKind, Tone>> = {
  matched: 'ok',
  matchedWithinTolerance: 'ok',
  amountMismatch: 'bad',
  onlyInLedger: 'bad',
  onlyInBill: 'bad',
  duplicate: 'warn',
  crossStage: 'info',
};

/** Whether a kind is a difference. A cut-off item is none: the stage beside this one holds it. */
export const differs = (kind: ReconKind): boolean => kindTones[kind] === 'bad' || kindTones[kind] === 'warn';

/** 1,280 */
export const count = (value: number): string => value.toLocaleString('en-US');

/** 1,280 行, unbroken. */
export const counted = (value: number, unit: string): string => `${count(value)}\u00a0${unit}`;

/** The amount by which the platform has more or less than the ledger, in words. */
export const differenceText = (difference: Fen): string => {
  if (difference === 0) return '无差额';
  const text = rmbText(difference);
  return difference > 0 ? `平台多 ${text}` : `平台少 ${text.replace('-', '')}`;
};

/** With its sign, for a column of differences: +¥8.00. */
export const signedText = (difference: Fen): string => `${difference > noFen ? '+' : ''}${rmbText(difference)}`;

const alone: Readonly<Partial<Record<ReconKind, string>>> = {
  onlyInLedger: '平台账里没有与它相符的明细',
  onlyInBill: '商户账里没有与它相符的行，可能漏记',
  duplicate: '商户账里已有业务编号、金额、日期都相同的一行',
  crossStage: '相邻账期里有业务编号与金额都相同的一笔，不算差异',
};

const amountWords = ({ kind }: Pick<Item, 'kind'>): string => {
  if (kind === 'amountMismatch') return '金额不符';
  return kind === 'matchedWithinTolerance' ? '金额在容差内' : '金额一致';
};

/** Why rows stand together, or alone, as a sentence. @source R13.2 */
export const ruleText = (item: Pick<Item, 'kind' | 'rule' | 'ledger' | 'lines'>): string => {
  const { kind, rule, ledger, lines } = item;
  switch (rule) {
    case 'reference':
      return `业务编号相同，${amountWords(item)}`;
    case 'referenceGroup':
      return `业务编号相同，${groupText(item)}，${kind === 'amountMismatch' ? '合计不符' : '合计金额一致'}`;
    case 'amountAndDay':
      return `${amountWords(item)}，日期相近；业务编号不同`;
    case 'group':
      return `${groupText(item)}，合计金额一致，日期相近`;
    case 'hand':
      return ledger.length > 0 && lines.length > 0 ? `人工勾对，${amountWords(item)}` : '人工取消了勾对';
    case 'none':
      return alone[kind] ?? '没有相符的行';
  }
};

const groupText = ({ ledger, lines }: Pick<Item, 'ledger' | 'lines'>): string =>
  `商户账 ${counted(ledger.length, '行')}对平台账 ${counted(lines.length, '行')}`;

const isPaired = ({ ledger, lines }: Item): boolean => ledger.length > 0 && lines.length > 0;

/** Whether rows of an item can be taken apart. */
export const canUnmatch = (item: Item): boolean => isPaired(item) && item.feedbackNo === undefined;
/** Whether an item can be accepted as it is, or that taken back. */
export const canAccept = ({ kind, difference, feedbackNo }: Item): boolean =>
  feedbackNo === undefined && (kind !== 'matched' || difference !== 0);
/** Whether an item can become feedback. */
export const canDispute = ({ difference, feedbackNo }: Item): boolean => feedbackNo === undefined && difference !== 0;
/** Whether another item may belong to it. */
export const isOneSided = (item: Item): boolean => !isPaired(item);

/** The first 8 digits of a digest. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 8)}…`;

/** Which item a row is. */
export const nameOf = ({ itemNo, ledger, lines }: Item): string =>
  ledger[0]?.reference ?? lines[0]?.reference ?? `商户账第 ${ledger[0]?.rowNo ?? itemNo} 行`;
