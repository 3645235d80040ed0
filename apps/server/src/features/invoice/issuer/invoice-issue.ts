import { shanghaiTime } from '@ronghui/domain/csv';
import { invoiceTypeNames, reversalReasons } from '@ronghui/domain/invoice';
import { differenceOf, percentText, rateOf, rmbText, yuanInCapitals, yuanText } from '@ronghui/domain/money';
import { findSite } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import type { InvoiceLine, InvoiceToIssue, InvoiceToReverse, InvoiceWords } from '#kernel/issuer-port';
import type { Ports } from '#kernel/ports';
import type { FoundInvoice } from '../invoice.sql.ts';
import { openTitle } from '../invoice-title.ts';

const wordsOf = (row: FoundInvoice['row'], items: FoundInvoice['items'], now: Date): InvoiceWords => ({
  type: invoiceTypeNames[row.type],
  day: shanghaiTime(now).slice(0, 10),
  taxRate: percentText(rateOf(row.tax_millionths, 'millionths')),
  lines: items.map(({ name, amount_fen, tax_fen }) => ({
    name,
    net: yuanText(differenceOf(amount_fen, tax_fen)),
    tax: yuanText(tax_fen),
  })),
  net: yuanText(differenceOf(row.amount_fen, row.tax_fen)),
  tax: yuanText(row.tax_fen),
  total: rmbText(row.amount_fen),
  totalInCapitals: yuanInCapitals(row.amount_fen),
});

const lineOf = (item: FoundInvoice['items'][number]): InvoiceLine => ({
  name: item.name,
  amount: item.amount_fen,
  taxAmount: item.tax_fen,
  taxCode: item.tax_code,
  unit: item.unit,
  quantity: item.quantity,
  taxPolicy: item.tax_policy,
});

/** What the issuer learns of an invoice. */
export const invoiceToIssue = async (
  db: Db,
  { vault, clock }: Pick<Ports, 'vault' | 'clock'>,
  { row, title, items }: FoundInvoice,
): Promise<InvoiceToIssue> => {
  const site = await findSite(db);
  return {
    reference: row.invoice_no,
    type: row.type,
    seller: site?.payee?.name ?? site?.brand.name ?? '融惠',
    title: openTitle(vault, title),
    lines: items.map(lineOf),
    taxRate: rateOf(row.tax_millionths, 'millionths'),
    amount: row.amount_fen,
    taxAmount: row.tax_fen,
    words: wordsOf(row, items, clock.now()),
  };
};

/** How a reversal was asked for: its reason for the tax bureau, and how many were refused before. */
interface AskedReversal {
  readonly code: string | null;
  readonly refused: number;
}

/** How the reversal of a row was asked for. */
export const askedReversalOf = (row: {
  readonly reversal_code: string | null;
  readonly reversals_refused: number;
}): AskedReversal => ({ code: row.reversal_code, refused: row.reversals_refused });

/**
 * What the issuer learns of a reversal. One that is asked for after a refusal has another reference: a question about the former one learns that it was
 * refused, and begins no other by it.
 */
export const invoiceToReverse = (
  { invoice_no: invoiceNo, number }: FoundInvoice['row'],
  { code, refused }: AskedReversal,
): InvoiceToReverse => ({
  reference: refused === 0 ? `${invoiceNo}-HC` : `${invoiceNo}-HC${refused + 1}`,
  number: number ?? '',
  reason: reversalReasons.find((each) => each === code) ?? '01',
});
