import type { ChannelName } from '@ronghui/domain/intent/channel';
import type { IntentFact, IntentWord } from '@ronghui/domain/intent/intent-fact';
import type { Fen } from '@ronghui/domain/money';

export type { IntentWord, RefundState } from '@ronghui/domain/intent/intent-fact';

/** A payment that is asked for at a channel. */
export interface PaymentToAsk {
  /** Ours; the same for the same payment, so that a channel makes it once. */
  readonly number: string;
  readonly amount: Fen;
  /** What the payer reads. */
  readonly subject: string;
  /** Afterwards nobody can pay it. */
  readonly end: Date;
}

/** What a channel reported: facts of one payment, and the digest of the bytes that say so. */
export interface Reported {
  readonly facts: readonly IntentFact[];
  /** Hex SHA-256 of the signed message; null where no answer came with its right signature. */
  readonly evidence: string | null;
}

/** What a payer pays by: a code that is scanned, or a page of the channel. */
export interface ShownPayment extends Reported {
  readonly codeUrl: string | null;
  readonly formUrl: string | null;
}

/** A refund of a payment, by its number. */
export interface RefundToAsk {
  readonly number: string;
  /** Ours; the same for the same refund, so that a channel makes it once. */
  readonly refundNo: string;
  readonly paid: Fen;
  readonly amount: Fen;
  readonly reason: string;
}

/** Why a notice is none: its signature is false, its time is not near, it is a probe of our check, or it has no readable content. */
export type NoticeFault = 'signature' | 'stale' | 'probe' | 'unreadable';

/** A notice with its right signature; or why it is none, and nothing of it is kept. */
export type ReadNotice =
  | { readonly ok: false; readonly fault: NoticeFault }
  | ({
      readonly ok: true;
      /** The payment's number, as the notice has it. */
      readonly number: string;
      /** What of it is not ours, such as another merchant's id; null where all agrees that the adapter knows. */
      readonly disagreement: string | null;
    } & Reported);

/** The headers of a request, by names in lower case. */
export type NoticeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A way to pay on line. Each function answers within some seconds and never rejects: what was lost, or came without its right signature, is the fact
 * `lost`, of which nobody knows what it did. Adapters translate the words of a channel, and decide nothing.
 *
 * @source R15.3, receipts 4.1, receipts 4.3
 */
export interface PaymentChannel {
  readonly name: ChannelName;
  /** The account of ours that the money arrives on: the merchant's number at the channel. */
  readonly ownAccount: string;
  /** The most that one payment may be; null where there is no bound. */
  readonly most: Fen | null;
  /** What it wants to hear once its notice is stored, so that it does not send the same again. */
  readonly thanks: { readonly status: 200 | 204; readonly body: string };
  create(this: void, payment: PaymentToAsk): Promise<ShownPayment>;
  query(this: void, number: string): Promise<Reported>;
  close(this: void, number: string): Promise<Reported>;
  refund(this: void, refund: RefundToAsk): Promise<Reported>;
  queryRefund(this: void, refund: RefundToAsk): Promise<Reported>;
  verifyNotice(this: void, headers: NoticeHeaders, body: Buffer): ReadNotice;
}

/** The channels that are on, in the order in which they are offered. */
export type PaymentChannels = readonly PaymentChannel[];

/** A fact without an answer: nothing is known of what was asked for. */
export const lostAt = (at: Date): Reported => ({
  facts: [{ kind: 'lost', at, key: `lost ${at.toISOString()}` }],
  evidence: null,
});

/** Facts of one signed message; their keys follow from its digest. */
export const reportedOf = (evidence: string, at: Date, words: readonly IntentWord[]): Reported => ({
  facts: words.map((word, place) => ({ ...word, at, key: place === 0 ? evidence : `${evidence} ${place}` })),
  evidence,
});

/** The secret in the address that a channel reports to: derived, so it is stored nowhere and equal on every node. @source contract 7 */
export const noticeSecret = (digests: { of(purpose: string, value: string): Buffer }, channel: ChannelName): string =>
  digests.of('paymentNotices', channel).toString('base64url');
