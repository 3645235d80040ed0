import { type InvoiceTitle, type InvoiceType, invoiceItemsAtMost, invoiceTitleFaults } from '@ronghui/domain/invoice';
import { percentText, rateOf, sumFen } from '@ronghui/domain/money';
import type { Candidate, Title } from './invoice-queries.ts';

/** 6% */
export const rateText = (taxRate: number): string => percentText(rateOf(taxRate, 'millionths'));

/** How an application's address and its boxes name an item. */
export const keyOf = ({ kind, no }: Pick<Candidate, 'kind' | 'no'>): string => `${kind}.${no}`;

/** The item that a link names; null for another text. */
export const namedBy = (text: string | null): Pick<Candidate, 'kind' | 'no'> | null => {
  const [, kind, no] = /^(order|bill)\.([A-Za-z0-9_-]{1,64})$/.exec(text ?? '') ?? [];
  // The pattern allows these kinds only.
  return kind === undefined || no === undefined ? null : { kind: kind as Candidate['kind'], no };
};

/** Why an item cannot join those that are chosen; undefined where it can. @source billing.md, invoices */
export const faultOf = (item: Candidate, chosen: readonly Candidate[]): string | undefined => {
  const [first] = chosen;
  if (first === undefined || chosen.some((each) => keyOf(each) === keyOf(item))) return undefined;
  if (first.taxRate !== item.taxRate) {
    return `税率 ${rateText(item.taxRate)}，与已选的 ${rateText(first.taxRate)} 不同，请另行申请`;
  }
  return chosen.length >= invoiceItemsAtMost ? `一次最多 ${invoiceItemsAtMost}\u00a0项` : undefined;
};

/** What the chosen items come to. */
export const totalOf = (chosen: readonly Candidate[]) => ({
  amount: sumFen(chosen.map(({ amount }) => amount)),
  taxAmount: sumFen(chosen.map(({ taxAmount }) => taxAmount)),
});

/** The title for the rules; of the account only its end is known, and the stored one was checked when it was saved. */
const titleOf = ({ bankAccountNoMasked, ...title }: Title): InvoiceTitle => ({
  ...title,
  bankAccountNo: bankAccountNoMasked === null ? null : '00000000',
});

/** What a title lacks for a type of invoice, in sentences. */
export const missingOf = (title: Title, type: InvoiceType): readonly string[] =>
  invoiceTitleFaults(titleOf(title), type).map(({ message }) => message);
