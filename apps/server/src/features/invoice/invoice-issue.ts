import { shanghaiTime } from '@ronghui/domain/csv';
import { invoiceTypeNames } from '@ronghui/domain/invoice';
import { differenceOf, percentText, rateOf, rmbText, yuanInCapitals, yuanText } from '@ronghui/domain/money';
import { findSite } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import type { InvoiceToIssue, InvoiceWords } from '#kernel/issuer-port';
import type { Ports } from '#kernel/ports';
import type { FoundInvoice } from './invoice.sql.ts';
import { openTitle } from './invoice-title.ts';

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
    lines: items.map(({ name, amount_fen: amount, tax_fen: taxAmount }) => ({ name, amount, taxAmount })),
    taxRate: rateOf(row.tax_millionths, 'millionths'),
    amount: row.amount_fen,
    taxAmount: row.tax_fen,
    words: wordsOf(row, items, clock.now()),
  };
};
