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

/** An account's longest number, as of IBANs. */
const longestAccount = 34;

/** What is wrong with the number of an account; undefined for a possible one, and for none. Groups may be separated by spaces and dashes. */
export const payeeAccountFault = (accountNo: string): string | undefined => {
  if (accountNo === '') return undefined;
  const digits = accountNo.replaceAll(/[ -]/g, '');
  if (!/^\d+$/.test(digits)) return '账号只能是数字，可以用空格或短横分组';
  return digits.length > longestAccount ? `账号最多 ${longestAccount}\u00a0位数字` : undefined;
};
