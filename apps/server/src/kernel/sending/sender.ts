import type { RefusalClass, SmsProvider } from '@ronghui/domain/sender/sms';
import type { Tx } from '#kernel/database/db';
import type { OutboxMessage } from '#kernel/ports';

/** For the adapters, which know the kernel alone. */
export { isRefusalClass, type RefusalClass } from '@ronghui/domain/sender/sms';

/** What came of handing a message to a provider. @source running 2.3 */
export type SendOutcome =
  | { readonly outcome: 'accepted'; readonly providerId: string }
  | {
      readonly outcome: 'refused';
      readonly class: RefusalClass;
      /** The provider's own code. */
      readonly code: string;
      /** The reason in words, for people. */
      readonly reason: string;
    }
  /** The bytes left and no answer came: the message may be on its way. */
  | { readonly outcome: 'unknown'; readonly reason: string };

/** An SMS as a provider gets it. */
export interface SmsToSend {
  /** Ours, the same for the same message. */
  readonly id: string;
  readonly mobile: string;
  readonly scene: string;
  /** Empty where the scene has none. */
  readonly code: string;
  readonly signName: string;
  readonly region: string;
  readonly template: string;
}

/** A message whose answer was lost. */
export interface LostSms {
  readonly id: string;
  readonly mobile: string;
  readonly sentAt: Date;
  /** The day of that in Shanghai, `2026-11-29`. */
  readonly sentOn: string;
}

/** One provider of SMS; it never rejects. */
export interface SmsSender {
  readonly provider: SmsProvider;
  send(sms: SmsToSend): Promise<SendOutcome>;
  /** Asks whether the provider has accepted a message; absent where it cannot be asked. */
  find?(sms: LostSms): Promise<'found' | 'absent' | 'unanswered'>;
}

/** A mail as it is handed over. */
export interface MailToSend {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The sender of mails; it never rejects. */
export interface MailSender {
  send(mail: MailToSend): Promise<SendOutcome>;
  close(): void;
}

/** A message of the outbox on its way. */
export interface Handed {
  /** Ours, the same at every attempt. */
  readonly id: string;
  readonly message: OutboxMessage;
  /** Attempts before this one. */
  readonly attempts: number;
  /** By whom and when it was sent without an answer. */
  readonly lost: { readonly by: string; readonly at: Date } | null;
}

/** What the outbox does with a message after an attempt, and what is written in the same transaction. */
export type Attempted = { readonly note?: (tx: Tx) => Promise<void> } & (
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'later';
      readonly reason: string;
      /** Default: a pause that grows with the attempts. @unit seconds */
      readonly afterSec?: number;
      /** Whether it was handed to nobody, so that it is no attempt. */
      readonly isIdle?: true;
    }
  | { readonly kind: 'lost'; readonly by: string; readonly reason: string; readonly afterSec: number }
  | { readonly kind: 'never'; readonly reason: string }
);

/** Sends messages of one kind. A rejection is an attempt that failed. */
export interface Channel {
  /** How many messages it takes at once. */
  readonly atOnce: number;
  send(handed: Handed): Promise<Attempted>;
  /** Ends its connections, where it keeps any. */
  close?(): void;
}

/** The channel of each kind of message. */
export type Channels = Readonly<Record<OutboxMessage['kind'], Channel>>;
