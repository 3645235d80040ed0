import { createHash } from 'node:crypto';
import type { Output } from '@ronghui/contract';

/** What a digest is of: what never changes of a statement whose last day is over. Ages and marks are of the moment of reading, and no part of it. */
export type DigestedStatement = Pick<Output<'accountStatement.sum'>, 'from' | 'to' | 'unapplied' | 'postings'> & {
  readonly payable: Pick<Output<'accountStatement.sum'>['payable'], 'openingAmount' | 'closingAmount'>;
  readonly receivable: Pick<Output<'accountStatement.sum'>['receivable'], 'openingAmount' | 'closingAmount'>;
};

/**
 * The SHA-256 of a statement, in hex: its merchant, days, balances, unapplied money, and the digest of all its postings.
 *
 * @source receipts 3.2
 */
export const digestOfStatement = (
  tenantId: string,
  { from, to, payable, receivable, unapplied, postings }: DigestedStatement,
  postingsSha256: string,
): string => {
  const lines = [
    'ronghui statement 1',
    tenantId,
    from,
    to,
    `payable ${payable.openingAmount} ${payable.closingAmount}`,
    `receivable ${receivable.openingAmount} ${receivable.closingAmount}`,
    `unapplied ${unapplied.openingAmount} ${unapplied.inAmount} ${unapplied.appliedAmount} ${unapplied.refundedAmount} ${unapplied.closingAmount}`,
    `postings ${postings} ${postingsSha256}`,
  ];
  return createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
};
