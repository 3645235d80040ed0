import type { Fen } from '../money.ts';

/** Where a refund stands at a channel: under way, done, not made, or stuck until a person acts. @source receipts 4.3 */
export type RefundState = 'processing' | 'success' | 'closed' | 'abnormal';

/** What a channel reports of a payment, with its signature verified. */
export type IntentWord =
  /** The channel gave a code or a form: a payer may pay. */
  | { readonly kind: 'shown' }
  /** Asked, it answered that nobody has paid. */
  | { readonly kind: 'notPaid' }
  /** Asked, it knows no such trade. Some channels make the trade only when the payer scans. */
  | { readonly kind: 'noTrade' }
  /** Closing was answered, or it reports CLOSED. */
  | { readonly kind: 'closed' }
  /** TRADE_CLOSED: never paid, or paid and given back in full. */
  | { readonly kind: 'tradeClosed' }
  | { readonly kind: 'paid'; readonly transaction: string; readonly amount: Fen }
  | { readonly kind: 'refund'; readonly refundNo: string; readonly amount: Fen; readonly state: RefundState }
  /** A question whose answer was lost, or came without its right signature: nothing is known of what it did. */
  | { readonly kind: 'lost' };

/** A fact of a payment: what was reported, when it was true, and the key of its evidence. @source receipts 1.1 */
export type IntentFact = IntentWord & {
  /** The same for the same evidence: the notice's number, or the digest of an answer. */
  readonly key: string;
  /** When it was so, by the channel; facts that arrive late keep their moment. */
  readonly at: Date;
};

/** A payment that was asked for: its amount and its absolute end. @source receipts 4.2 */
export interface Intent {
  readonly amount: Fen;
  readonly end: Date;
}

/** So long after the end "no such trade" becomes evidence that nobody paid. @unit milliseconds @source receipts 4.2 */
export const noTradeAfterMs = 2 * 60_000;
