import { createHash } from 'node:crypto';
import type { InvoiceIssuer } from '#kernel/issuer-port';
import { invoicePdf } from './invoice-pdf.ts';

/** 20 digits that follow from the reference, so that one invoice has one number. They begin with 00, which no year does. */
const numberOf = (reference: string): string => {
  const digest = createHash('sha256').update(reference).digest();
  return `00${String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, '0')}`;
};

/** A demonstration issuer: a readable PDF that says 示例，非税务凭证 across each page. Nothing reaches a tax authority. @source R10.12 */
export const createDemoIssuer = (): InvoiceIssuer => ({
  issue: async (invoice) => {
    const number = numberOf(invoice.reference);
    return { number, isDemonstration: true, pdf: invoicePdf(invoice, number) };
  },
  reverse: () => Promise.resolve(),
});
