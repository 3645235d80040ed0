import { type DifferenceTerms, differenceTermsText } from './difference-rule.ts';
import { daysApart, type ReconKind, type ReconRule } from './recon-row.ts';

/** What the sentence of an item is made of: its kind, the rule, and how many rows of each side it has. */
export interface ItemFacts {
  readonly kind: ReconKind;
  readonly rule: ReconRule;
  readonly ledgerCount: number;
  readonly lineCount: number;
  /** The tenant's rule that explains the difference, where one does. */
  readonly differenceRule?: DifferenceTerms | null | undefined;
  /** Of a pair: the days of its two rows. */
  readonly ledgerOn?: string | null | undefined;
  readonly lineOn?: string | null | undefined;
}

const alone: Readonly<Partial<Record<ReconKind, string>>> = {
  onlyInLedger: '平台账里没有与它相符的明细',
  onlyInBill: '商户账里没有与它相符的行，可能漏记',
  duplicate: '商户账里已有业务编号、金额、日期都相同的一行',
  crossStage: '相邻账期里有业务编号与金额都相同的一笔，不算差异',
};

/** 日期相差 26 天, of a pair whose days are not the same. */
const daysText = ({ ledgerCount, lineCount, ledgerOn, lineOn }: ItemFacts): string => {
  if (ledgerCount !== 1 || lineCount !== 1 || ledgerOn == null || lineOn == null || ledgerOn === lineOn) return '';
  return `，日期相差\u00a0${daysApart(ledgerOn, lineOn)}\u00a0天`;
};

const amountWords = (kind: ReconKind): string => {
  if (kind === 'amountMismatch') return '金额不符';
  return kind === 'matchedWithinTolerance' ? '金额在容差内' : '金额一致';
};

const rowsText = (count: number): string => `${count.toLocaleString('en-US')}\u00a0行`;

const groupText = ({ ledgerCount, lineCount }: ItemFacts): string =>
  `商户账 ${rowsText(ledgerCount)}对平台账 ${rowsText(lineCount)}`;

const termsText = ({ differenceRule: terms }: ItemFacts): string =>
  terms == null ? '' : `：对方“${terms.counterparty}”，${differenceTermsText(terms)}`;

/** Why rows stand together, or alone, as a sentence: on the screen and in every file. @source R13.2, R13.3 */
export const itemReason = (item: ItemFacts): string => {
  const { kind, rule, ledgerCount, lineCount } = item;
  switch (rule) {
    case 'reference':
      return `业务编号相同，${amountWords(kind)}${kind === 'dateMismatch' || kind === 'amountMismatch' ? daysText(item) : ''}`;
    case 'referenceGroup':
      return `业务编号相同，${groupText(item)}，${kind === 'amountMismatch' ? '合计不符' : '合计金额一致'}`;
    case 'amountAndDay':
      return `${amountWords(kind)}，日期相近；业务编号不同`;
    case 'group':
      return `${groupText(item)}，合计金额一致，日期相近`;
    case 'hand':
      if (ledgerCount === 0 || lineCount === 0) return '人工取消了勾对';
      return ledgerCount + lineCount > 2
        ? `人工勾对，${groupText(item)}，${amountWords(kind)}`
        : `人工勾对，${amountWords(kind)}`;
    case 'differenceRule':
      return `业务编号相同，差额符合规则${termsText(item)}`;
    case 'none':
      return alone[kind] ?? '没有相符的行';
  }
};

/** How an item of several rows stands in a file: `3 对 1`; empty for a pair, or a row alone. */
export const groupName = ({ ledgerCount, lineCount }: Pick<ItemFacts, 'ledgerCount' | 'lineCount'>): string =>
  ledgerCount > 1 || lineCount > 1 ? `${ledgerCount} 对 ${lineCount}` : '';

/** Why items of a kind are no difference to claim, as a sentence; a kind that is not here can be claimed. @source R13.3 */
export const unclaimableKinds: Readonly<Partial<Record<ReconKind, string>>> = {
  matched: '两边一致，没有差异',
  matchedWithinTolerance: '两边一致，没有差异',
  duplicate: '商户账里重复的一行，同一笔已按另一行对过，不能再要求平台补计；请在商户账里更正，或认可这一项',
  crossStage: '跨期，另一个账期有这一笔',
  dateMismatch: '金额没有差异，只是日期不同，没有可以反馈的差额',
};
