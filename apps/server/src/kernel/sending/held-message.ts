import { maskMobile } from '@ronghui/domain/identity/mobile';
import type { OutboxMessage, Vault } from '#kernel/ports';

/** A message that waits for a person, without its code or text. */
export interface HeldMessage {
  readonly kind: 'sms' | 'mail';
  readonly toMasked: string;
  /** The scene of an SMS, the subject of a mail. */
  readonly about: string;
}

/** `张***@example.com`: enough to tell whose it is. */
const maskMail = (to: string): string => to.replace(/^(.).{0,63}@/su, '$1***@');

/** What a stored message is about. */
export const heldMessageOf = (vault: Vault, sealed: Buffer): HeldMessage => {
  // `createOutbox` sealed it.
  const message = JSON.parse(vault.open(sealed)) as OutboxMessage;
  return message.kind === 'sms'
    ? { kind: 'sms', toMasked: maskMobile(message.mobile), about: message.scene }
    : { kind: 'mail', toMasked: maskMail(message.to), about: message.subject };
};
