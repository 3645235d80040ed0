import type { InvoiceTitle, InvoiceType } from '@ronghui/domain/invoice';
import type { Fen, Rate } from '@ronghui/domain/money';

/** The words of an invoice as a reader sees them, for an issuer that draws it itself. */
export interface InvoiceWords {
  readonly type: string;
  readonly day: string;
  readonly taxRate: string;
  /** Without tax, and the tax. */
  readonly lines: readonly { readonly name: string; readonly net: string; readonly tax: string }[];
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  /** 大写. */
  readonly totalInCapitals: string;
}

/** An invoice that is to be issued. */
export interface InvoiceToIssue {
  /** The same for the same invoice, so that an issuer issues it once. */
  readonly reference: string;
  readonly type: InvoiceType;
  readonly seller: string;
  readonly title: InvoiceTitle;
  readonly lines: readonly { readonly name: string; readonly amount: Fen; readonly taxAmount: Fen }[];
  readonly taxRate: Rate;
  readonly amount: Fen;
  readonly taxAmount: Fen;
  readonly words: InvoiceWords;
}

/** An invoice as the issuer made it. */
export interface IssuedInvoice {
  /** 20 digits. */
  readonly number: string;
  readonly isDemonstration: boolean;
  readonly pdf: Buffer;
}

/** An invoice of the issuer's that is to be reversed. */
export interface InvoiceToReverse {
  /** The same for the same reversal, so that an issuer reverses it once. */
  readonly reference: string;
  readonly number: string;
  readonly reason: string;
}

/** What an issuer rejects with when it did nothing, and surely so. */
export class IssuerRefused extends Error {
  override readonly name = 'IssuerRefused';
}

/**
 * The provider's way to issue and to reverse invoices. It rejects with `IssuerRefused` when it did nothing; after anything else, such as an answer
 * that was lost, the same reference asks again for what was done with it.
 */
export interface InvoiceIssuer {
  issue(this: void, invoice: InvoiceToIssue): Promise<IssuedInvoice>;
  reverse(this: void, reversal: InvoiceToReverse): Promise<void>;
}
