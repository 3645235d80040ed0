import type { ContentRecord } from './content-words.ts';

/** The account that merchants pay to; empty texts are none. */
export interface Payee {
  readonly name: string;
  readonly bank: string;
  readonly accountNo: string;
}

/** An account whose publication was proved, and who of the staff proved it. */
export interface ProvedPayee extends Payee {
  readonly staffId: string;
}

/** A body of any record; the settings of the site have the account. */
interface Paying {
  readonly record: ContentRecord;
  readonly payee?: Payee;
}

const fields = ['name', 'bank', 'accountNo'] as const;

/** Whether two accounts are the same; none is the same as an empty one. */
export const isSamePayee = (one: Payee | null | undefined, other: Payee | null | undefined): boolean =>
  fields.every((field) => (one?.[field] ?? '') === (other?.[field] ?? ''));

/** The account that a body has; null where its record has none. */
export const payeeOf = (body: Paying | null): Payee | null => body?.payee ?? null;

/**
 * Whether a publication would move the account that merchants pay to. The console asks for a fresh proof where the server wants one.
 *
 * @source R6.3, R11.3
 */
export const movesPayee = (former: Paying | null, next: Paying): boolean =>
  next.record === 'site' && !isSamePayee(payeeOf(former), payeeOf(next));
