import type { Fen, Rate } from '../money.ts';

/** Where a row of either side ends. Stored by their places. @source R13.2 */
export const reconKinds = [
  'matched',
  'matchedWithinTolerance',
  'amountMismatch',
  'onlyInLedger',
  'onlyInBill',
  'duplicate',
  'crossStage',
  'dateMismatch',
] as const;
export type ReconKind = (typeof reconKinds)[number];

/** The Chinese name of each kind. @source R13.2 */
export const reconKindNames: Readonly<Record<ReconKind, string>> = {
  matched: '一致',
  matchedWithinTolerance: '容差内一致',
  amountMismatch: '金额不符',
  onlyInLedger: '仅商户账有',
  onlyInBill: '仅平台账有',
  duplicate: '重复',
  crossStage: '跨期',
  dateMismatch: '日期不符',
};

/** Spaces and dashes, as they are once the width is taken away; the same signs stand in `recon_reference_key` of the database. */
const ignored = /[ \t\-‐‒–—―−]/g;

/**
 * What a reference is compared by: without case, width, spaces and dashes. One of nothing else is compared as it stands. In SQL:
 * `recon_reference_key`; only the 26 letters have a case there. @source billing.md, reconciliation
 */
export const referenceKey = (reference: string): string => {
  const key = reference
    .normalize('NFKC')
    .replaceAll(ignored, '')
    .replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  return key === '' ? reference : key;
};

/** How many days lie between two days. */
export const daysApart = (one: string, other: string): number =>
  Math.abs(Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) / 86_400_000;

/**
 * Which rule put rows together: the reference alone or with others, amount and day, a group whose sum ties (of one reference on both sides, of one
 * reference or counterparty on one), a person; `none` where no rule did; `differenceRule`: the reference, and a rule of the tenant explains the
 * difference. Stored by their places.
 */
export const reconRules = [
  'reference',
  'referenceGroup',
  'amountAndDay',
  'group',
  'hand',
  'none',
  'differenceRule',
] as const;
export type ReconRule = (typeof reconRules)[number];

/** A row of the merchant's ledger: side A. */
export interface LedgerRow {
  readonly rowNo: number;
  readonly reference: string | null;
  readonly counterparty: string | null;
  readonly amount: Fen;
  readonly occurredOn: string;
}

/** A line of the platform: side B, with its fee or its basis as its amount. */
export interface PlatformRow {
  readonly lineId: string;
  readonly reference: string;
  readonly amount: Fen;
  /** Where the amount is a fee; null where that is of a count. */
  readonly basis?: Fen | null;
  readonly occurredOn: string;
}

/** The rows of the stages before and after that may explain what is left: their lines, and rows of ledgers without a match. */
export interface Neighbours {
  readonly lines: readonly Pick<PlatformRow, 'reference' | 'amount'>[];
  readonly ledger: readonly Pick<LedgerRow, 'reference' | 'amount'>[];
}

/** What a tenant tolerates: the larger one of an amount and a share of the line's amount, and days. */
export interface ReconSettings {
  readonly amountTolerance: Fen;
  readonly amountRate: Rate;
  readonly dayTolerance: number;
}

/** The most rows of a group, and the most rounds in which the nearest amounts are looked for. */
export const reconBounds = {
  groupRows: 20,
  rounds: 5,
  dayTolerance: 31,
  amountTolerance: 10_000_000,
  amountRate: 100_000,
} as const;

/** Which settings are beyond their bounds. */
export const reconSettingsFaults = (settings: ReconSettings): readonly (keyof ReconSettings)[] =>
  (['amountTolerance', 'amountRate', 'dayTolerance'] as const).filter((name) => {
    const value = settings[name];
    return !Number.isInteger(value) || value < 0 || value > reconBounds[name];
  });

/** What agrees, or does not: rows of both sides that belong together, or one row alone. */
export interface ReconItem {
  /** The number of its first ledger row; lines alone follow the last row. */
  readonly itemNo: number;
  readonly kind: ReconKind;
  readonly rule: ReconRule;
  readonly ledger: readonly LedgerRow[];
  readonly lines: readonly PlatformRow[];
  /** Side B less side A. */
  readonly difference: Fen;
  /** The number of the tenant's rule that explains the difference. */
  readonly explainedBy?: number;
}

/** The counts and sums of one kind, of both sides. */
export interface KindTotal {
  readonly items: number;
  readonly ledgerCount: number;
  readonly ledgerAmount: Fen;
  readonly lineCount: number;
  readonly lineAmount: Fen;
}
