import type { InvoiceTitle, InvoiceType, ReversalReason } from '@ronghui/domain/invoice';
import type { InvoiceFileKind } from '@ronghui/domain/invoice/invoice-file';
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

/** A line of an invoice. */
export interface InvoiceLine {
  readonly name: string;
  readonly amount: Fen;
  readonly taxAmount: Fen;
  /** 税收分类编码; null where the catalogue has none, and the issuer's own default holds. */
  readonly taxCode: string | null;
  readonly unit: string | null;
  readonly quantity: number | null;
  /** 优惠政策. */
  readonly taxPolicy: string | null;
}

/** An invoice that is to be issued. */
export interface InvoiceToIssue {
  /** The same for the same invoice, so that an issuer issues it once. */
  readonly reference: string;
  readonly type: InvoiceType;
  readonly seller: string;
  readonly title: InvoiceTitle;
  readonly lines: readonly InvoiceLine[];
  readonly taxRate: Rate;
  readonly amount: Fen;
  readonly taxAmount: Fen;
  readonly words: InvoiceWords;
}

/** The files of an invoice, those that the issuer has; the XML is the original. */
export type IssuedFiles = Readonly<Partial<Record<InvoiceFileKind, Buffer>>>;

/** An invoice as the issuer made it. */
export interface IssuedInvoice {
  /** 20 digits. */
  readonly number: string;
  readonly issuedAt: Date;
  readonly isDemonstration: boolean;
  readonly files: IssuedFiles;
}

/** Where an invoice stands that the issuer was asked for. */
export type IssuerState =
  | { readonly kind: 'pending' }
  | ({ readonly kind: 'issued' } & IssuedInvoice)
  /** A person has to act at the issuer, as when a face scan is due; `url` is where. */
  | { readonly kind: 'needsPerson'; readonly reason: string; readonly url: string | null }
  /** Nothing was made, and nothing will be unless it is asked for again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The issuer knows no such reference: it may be asked for again. */
  | { readonly kind: 'absent' };

/** An invoice of the issuer's that is to be reversed. */
export interface InvoiceToReverse {
  /** The same for the same reversal, so that an issuer reverses it once. */
  readonly reference: string;
  readonly number: string;
  readonly reason: ReversalReason;
}

/** Where a reversal stands. */
export type ReversalState =
  | { readonly kind: 'waitingForBuyer' }
  | { readonly kind: 'reversed'; readonly redNumber: string; readonly files: IssuedFiles }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The provider's way to issue and to reverse invoices. An invoice is asked for, and its state asked about until it is known. Each function answers
 * within some seconds or rejects; a rejection says nothing of what was done, and the same reference asks again.
 *
 * @source R15.4, receipts 5.1
 */
export interface InvoiceIssuer {
  /** Resolves when it is accepted. Repeated for a reference, it changes nothing, unless the issuer has refused it. */
  request(this: void, invoice: InvoiceToIssue): Promise<void>;
  state(this: void, reference: string): Promise<IssuerState>;
  /** Asks for a reversal, or for what became of it. */
  askReversal(this: void, reversal: InvoiceToReverse): Promise<ReversalState>;
  /** What may still be issued this month; null where there is no bound. */
  quota(this: void): Promise<{ readonly left: Fen | null }>;
}
