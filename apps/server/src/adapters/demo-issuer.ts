import { createHash } from 'node:crypto';
import type { InvoiceIssuer, IssuedInvoice } from '#kernel/issuer-port';
import type { Clock } from '#kernel/ports';
import { invoicePdf } from './invoice-pdf.ts';

/** 20 digits that follow from the reference, so that one invoice has one number. They begin with 00, which no year does. */
const numberOf = (reference: string): string => {
  const digest = createHash('sha256').update(reference).digest();
  return `00${String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, '0')}`;
};

/** So many invoices are remembered between request and answer; one that was forgotten is absent, asked for again, and has the same number. */
const remembered = 100;

/**
 * A demonstration issuer: it answers at once with a readable PDF that says 示例，非税务凭证 across each page. Nothing reaches a tax authority.
 *
 * @source R10.12
 */
export const createDemoIssuer = (clock: Clock): InvoiceIssuer => {
  const made = new Map<string, IssuedInvoice>();
  return {
    async request(invoice) {
      const { reference } = invoice;
      const number = numberOf(reference);
      made.set(reference, {
        number,
        issuedAt: clock.now(),
        isDemonstration: true,
        files: { pdf: invoicePdf(invoice, number) },
      });
      const [oldest] = made.keys();
      if (made.size > remembered && oldest !== undefined) made.delete(oldest);
    },
    async state(reference) {
      const invoice = made.get(reference);
      return invoice === undefined ? { kind: 'absent' } : { kind: 'issued', ...invoice };
    },
    askReversal: async ({ reference }) => ({ kind: 'reversed', redNumber: numberOf(reference), files: {} }),
    quota: async () => ({ left: null }),
  };
};
