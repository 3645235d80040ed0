import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Books, Trade } from './books.ts';

/** A request as it came. */
export interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

/** An answer before it is signed. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A notice, to be posted to the merchant. */
export interface Notice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a notice lies. */
export type NoticeLie = 'forged' | 'stale' | 'wrongAmount' | 'otherMerchant' | 'probe';

/** The keys of the channel and of its one merchant. */
export interface ChannelKeys {
  readonly platformPrivate: KeyObject;
  /** Of somebody else, who forges. */
  readonly otherPrivate: KeyObject;
  readonly merchantPublic: KeyObject;
}

/** One form: whether a request is the merchant's, what is answered and how, and what is sent by itself. */
export interface Form {
  /** Null where the signature is false. */
  answer(asked: Asked, now: Date): Answered | null;
  /** The headers by which an answer is known to be the channel's. */
  signed(text: string, at: { readonly now: Date; readonly key: KeyObject }): Readonly<Record<string, string>>;
  noticeOf(trade: Trade, at: { readonly now: Date; readonly lie: NoticeLie | null; readonly id: string }): Notice;
}

/** What each form is made of. */
export interface FormDeps {
  readonly books: Books;
  readonly keys: ChannelKeys;
}
