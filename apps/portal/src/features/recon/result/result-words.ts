import { type Fen, noFen, rmbText } from '@ronghui/domain/money';
import { itemReason, noRuleReason, type ReconKind, unclaimableKinds } from '@ronghui/domain/recon';
import { skipNames } from '@ronghui/domain/table';
import type { Tone } from '@ronghui/ui';
import type { CarriedItem, Item, Run } from './result-queries.ts';

export { differenceText } from '../run-words.ts';

/** The id of the part that lists the items of a run. */
export const resultPlace = 'recon-result';

/** The colour of each kind: what has to be dealt with is red or amber. */
export const kindTones: Readonly<Record<ReconKind, Tone>> = {
  matched: 'ok',
  matchedWithinTolerance: 'ok',
  amountMismatch: 'bad',
  onlyInLedger: 'bad',
  onlyInBill: 'bad',
  duplicate: 'warn',
  crossStage: 'info',
  dateMismatch: 'bad',
};

/** Whether a kind is a difference. A cut-off item is none: the stage beside this one holds it. */
export const differs = (kind: ReconKind): boolean => kindTones[kind] === 'bad' || kindTones[kind] === 'warn';

/** 1,280 */
export const count = (value: number): string => value.toLocaleString('en-US');

/** 1,280 行, unbroken. */
export const counted = (value: number, unit: string): string => `${count(value)}\u00a0${unit}`;

/** With its sign, for a column of differences: +¥8.00. */
export const signedText = (difference: Fen): string => `${difference > noFen ? '+' : ''}${rmbText(difference)}`;

/** With its sign, for a column of differences in rows: +3. */
export const signedCount = (difference: number): string => `${difference > 0 ? '+' : ''}${count(difference)}`;

/** Why rows stand together, or alone, as a sentence. @source R13.2 */
export const ruleText = (item: Pick<Item, 'kind' | 'rule' | 'ledger' | 'lines' | 'differenceRule'>): string => {
  const { kind, rule, ledger, lines, differenceRule } = item;
  const [ledgerOn, lineOn] = [ledger[0]?.occurredOn, lines[0]?.occurredOn];
  return itemReason({
    kind,
    rule,
    ledgerCount: ledger.length,
    lineCount: lines.length,
    differenceRule,
    ledgerOn,
    lineOn,
  });
};

const isPaired = ({ ledger, lines }: Item): boolean => ledger.length > 0 && lines.length > 0;

/** Whether rows of an item can be taken apart. */
export const canUnmatch = (item: Item): boolean => isPaired(item) && item.feedbackNo === undefined;
/** Whether an item can be accepted as it is, or that taken back. */
export const canAccept = ({ kind, difference, feedbackNo }: Item): boolean =>
  feedbackNo === undefined && (kind !== 'matched' || difference !== 0);
/** Whether a step by hand on it can become a rule. */
export const canBecomeRule = (item: Item): boolean => noRuleReason(item) === null;
/** Whether an item can become feedback: its difference is the platform's, not a second row of the ledger. */
export const canDispute = ({ kind, difference, feedbackNo, isAccepted }: Item): boolean =>
  feedbackNo === undefined && !isAccepted && unclaimableKinds[kind] === undefined && difference !== 0;
/** Whether another item may belong to it. */
export const isOneSided = (item: Item): boolean => !isPaired(item);

/** The first 8 digits of a digest. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 8)}…`;

/** Which item a row is. */
export const nameOf = ({ itemNo, ledger, lines }: Item): string =>
  ledger[0]?.reference ?? lines[0]?.reference ?? `商户账第 ${ledger[0]?.rowNo ?? itemNo} 行`;

/** 勾对 2 项，认可 1 项: what was carried; empty when nothing was. */
export const carriedText = ({ matched, unmatched, accepted, noted }: NonNullable<Run['carried']>): string =>
  [
    ['勾对', matched],
    ['取消勾对', unmatched],
    ['认可', accepted],
    ['备注', noted],
  ]
    .flatMap(([name, items]) => (items === 0 ? [] : [`${name} ${counted(Number(items), '项')}`]))
    .join('，');

/** What people did by hand, by its name on the buttons. */
export const stepNames: Readonly<Record<CarriedItem['steps'][number], string>> = {
  match: '勾对',
  unmatch: '取消勾对',
  accept: '认可',
  note: '备注',
};

/** Why a step by hand was not carried, as a sentence without its end. */
export const leftReasonTexts: Readonly<Record<CarriedItem['reason'], string>> = {
  otherFile: '商户账换了文件，行号不再是原来的行',
  gone: '其中的行已经没有了',
  changed: '其中的行改了金额、日期或业务编号',
  otherwise: '自动勾对把其中的行与别的行放在了一起',
  otherKind: '结论与上一次不同',
};

/** The rows of a run's file that do not count, by reason; blank ones say nothing. */
export const skippedRows = ({ skipped = [] }: Run): NonNullable<Run['skipped']> =>
  skipped.filter(({ reason }) => reason !== skipNames.blank);

/** Whether a run has kept which rows they are; earlier runs have their numbers alone. */
export const listsRows = (run: Run): boolean => skippedRows(run).some(({ listed = [] }) => listed.length > 0);

/** 合计行 1 行，说明 2 行 */
export const skippedText = ({ skipped = [] }: Run): string =>
  skipped.map(({ reason, rows }) => `${reason} ${counted(rows, '行')}`).join('，');

const namedRows = 10;

/** 第 9、12 行: the rows that a rule leaves out and a person has taken in; undefined without any. */
export const takenInText = ({ choices }: Run): string | undefined => {
  const rows = choices?.takeIn ?? [];
  if (rows.length === 0) return undefined;
  return `第 ${rows.slice(0, namedRows).join('、')}\u00a0行${rows.length > namedRows ? `等，共 ${counted(rows.length, '行')}` : ''}`;
};
