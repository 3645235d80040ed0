import { dayOf } from '@ronghui/domain/calendar';
import type { Database } from '#kernel/database/db';
import { findDeliveryState, settleLostDelivery } from '#kernel/sending/delivery.sql';
import { createHandOver, type HandOverDeps } from '#kernel/sending/hand-over';
import { listRests } from '#kernel/sending/rest.sql';
import type { Attempted, Channel, Handed, SmsSender } from '#kernel/sending/sender';

/** Dependencies of the channel. */
export interface SmsChannelDeps extends HandOverDeps {
  readonly database: Database;
  /** The providers in their order. */
  readonly senders: readonly SmsSender[];
}

/** Handed over at once: a carrier answers in some 100 ms. */
const smsAtOnce = 8;
/** Until a provider that did not say whether it has a message is asked again. @unit seconds */
const askAgainSec = 5;

/** The providers of an attempt: every attempt begins with the next one, so that one which refuses is not asked twice while another stands by. */
const inTurn = (senders: readonly SmsSender[], attempts: number): readonly SmsSender[] => {
  const at = senders.length === 0 ? 0 : attempts % senders.length;
  return [...senders.slice(at), ...senders.slice(0, at)];
};

/**
 * Sends SMS by the providers in their order. A provider that will not is followed by the next one at once, one that cannot by the next attempt. Where an
 * answer was lost, the provider is asked a minute later whether it has the message, and only if it has none, or cannot be asked, is the message sent once
 * more: a code is doubled by us at most once.
 *
 * @source running 2.1, 2.3
 */
export const createSmsChannel = (deps: SmsChannelDeps): Channel => {
  const { database, senders } = deps;
  const handOver = createHandOver(deps);
  const reading = () => database.reading('service');

  /** Whether the provider has a message whose answer was lost; null where nobody can say. */
  const wasAccepted = async (
    id: string,
    mobile: string,
    lost: NonNullable<Handed['lost']>,
  ): Promise<boolean | 'unanswered' | null> => {
    const sender = senders.find(({ provider }) => provider === lost.by);
    const found = await sender?.find?.({ id, mobile, sentAt: lost.at, sentOn: dayOf(lost.at) });
    if (found === 'found') return true;
    if (found === 'absent') return false;
    // A report is no proof; it decides only where the provider says nothing.
    if ((await findDeliveryState(reading(), id, lost.by)) === 'delivered') return true;
    return found ?? null;
  };

  return {
    atOnce: smsAtOnce,
    async send(handed) {
      const { id, message, attempts, lost } = handed;
      if (message.kind !== 'sms') throw new Error('this channel sends SMS');
      const rests = await listRests(reading());
      const awake = senders.filter(({ provider }) => !rests.some((rest) => rest.provider === provider));
      if (lost === null) {
        const restSec = Math.max(1, Math.min(...rests.map(({ seconds }) => seconds)));
        if (awake.length === 0) return { kind: 'later', reason: '所有通道都在暂停', afterSec: restSec, isIdle: true };
        return handOver({ ...handed, message }, inTurn(awake, attempts));
      }
      const accepted = await wasAccepted(id, message.mobile, lost);
      if (accepted === 'unanswered')
        return { kind: 'later', reason: '通道没有说明是否已受理', afterSec: askAgainSec, isIdle: true };
      const settle: NonNullable<Attempted['note']> = (tx) =>
        accepted === null ? Promise.resolve() : settleLostDelivery(tx, { messageId: id, provider: lost.by, accepted });
      if (accepted === true) return { kind: 'sent', note: settle };
      const others = awake.filter(({ provider }) => provider !== lost.by);
      const again = others.length > 0 ? others : awake;
      if (again.length === 0) return { kind: 'later', reason: '所有通道都在暂停', afterSec: askAgainSec, isIdle: true };
      // Where the provider answers that it has none, another lost answer is asked after in the same way.
      const still = accepted === false ? null : lost;
      const attempted = await handOver({ ...handed, message, lost: still }, inTurn(again, 0));
      return {
        ...attempted,
        note: async (tx) => {
          await settle(tx);
          await attempted.note?.(tx);
        },
      };
    },
  };
};
