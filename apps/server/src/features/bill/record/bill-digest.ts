import { createHash } from 'node:crypto';
import type { BillDirection } from '@ronghui/domain/bill';
import { type Fen, type Rate, taxIn } from '@ronghui/domain/money';

/** The facts of a statement that its digest covers: who, for what, how much, and how it came about. */
export interface DigestedBill {
  readonly billNo: string;
  readonly tenantId: string;
  readonly direction: BillDirection;
  readonly stageName: string;
  readonly projectName: string;
  readonly productName: string;
  readonly orgName: string;
  readonly lineCount: number;
  /** @unit fen, or `unit` */
  readonly basis: number;
  readonly unit: string | null;
  readonly lines: Fen;
  readonly minimum: Fen;
  readonly cap: Fen;
  /** Every amount that it ever had: the issued one, then the one after each adjustment. */
  readonly amounts: readonly Fen[];
  readonly amount: Fen;
  readonly taxAmount: Fen;
  readonly taxRate: Rate;
  /** Of its lines and their fees, in their order; by `digestOfLines`. */
  readonly linesSha256: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The digest of a statement: SHA-256 over its facts as JSON without spaces, in this order. @source R10.3 */
export const billDigest = (bill: DigestedBill): string =>
  sha256(
    JSON.stringify({
      billNo: bill.billNo,
      tenantId: bill.tenantId,
      direction: bill.direction,
      stageName: bill.stageName,
      projectName: bill.projectName,
      productName: bill.productName,
      orgName: bill.orgName,
      lineCount: bill.lineCount,
      basis: bill.basis,
      unit: bill.unit,
      components: { lines: bill.lines, minimum: bill.minimum, cap: bill.cap },
      amounts: bill.amounts,
      amount: bill.amount,
      taxAmount: bill.taxAmount,
      taxRate: bill.taxRate,
      linesSha256: bill.linesSha256,
    }),
  );

/**
 * The digests that the statement of a bill had: one after the issue and one after each adjustment, the last of which it has now. Of a bill's
 * facts only its amounts and its tax change after the issue, so every former statement follows from the present one.
 *
 * @source R10.3, decision 0060
 */
export const digestsOf = (bill: DigestedBill): readonly { readonly amount: Fen; readonly digest: string }[] =>
  bill.amounts.map((amount, at) => ({
    amount,
    digest: billDigest({
      ...bill,
      amounts: bill.amounts.slice(0, at + 1),
      amount,
      taxAmount: taxIn(amount, bill.taxRate),
    }),
  }));

/** Collects the digest of a bill's lines, which are added in their order. The issue reckons the same in SQL. */
export const digestOfLines = () => {
  const hash = createHash('sha256');
  return {
    add(lineId: string, fee: Fen): void {
      hash.update(`${lineId}:${fee}\n`, 'utf8');
    },
    hex: (): string => hash.digest('hex'),
  };
};
