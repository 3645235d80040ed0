import type { IncomingHttpHeaders } from 'node:http';

/** The forms that the carrier speaks. */
export type FormName = 'aliyun' | 'tencent' | 'http';

/** A request as it came. */
export interface Asked {
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

/** An answer. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A message that a client wants to send. */
export interface Wanted {
  /** The client's own id. */
  readonly id: string;
  readonly mobile: string;
  /** Empty where the message has none. */
  readonly code: string;
  readonly template: string;
  readonly signName: string;
}

/** A message that the carrier has accepted. */
export interface Accepted extends Wanted {
  readonly form: FormName;
  readonly number: string;
  readonly at: Date;
}

/** What a request is: a message, a question after earlier ones, or refused by its signature or its fields. */
export type Read =
  | { readonly kind: 'send'; readonly wanted: Wanted }
  | { readonly kind: 'find'; readonly mobile: string; readonly found: (accepted: readonly Accepted[]) => Answered }
  | { readonly kind: 'refused'; readonly answer: Answered };

/** One form: how requests are read and answers written. */
export interface Form {
  readonly name: FormName;
  /** The codes of each class of refusal; each may be answered with. */
  readonly codes: Readonly<Record<'retry' | 'failOver' | 'wait' | 'number', string>>;
  read(asked: Asked, now: Date): Read;
  accept(number: string): Answered;
  refuse(code: string): Answered;
}
