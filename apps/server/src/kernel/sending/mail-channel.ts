import type { Log } from '#kernel/ports';
import { wordOf } from '#kernel/sending/hand-over';
import type { Channel, MailSender } from '#kernel/sending/sender';

/** A mail server is slow, and takes several connections of one client. */
const mailsAtOnce = 4;
/** Until a mail whose answer was lost is sent once more, under the same Message-ID. @unit seconds */
const lostSec = 60;

/** Sends mails. What is refused for its address is set aside for a person; what nobody answered is sent once more. @source running 2.1, 2.3 */
export const createMailChannel = (sender: MailSender, log: Log, count: (outcome: string) => void): Channel => ({
  atOnce: mailsAtOnce,
  async send({ id, message, lost }) {
    if (message.kind !== 'mail') throw new Error('this channel sends mail');
    const { to, subject, text } = message;
    const outcome = await sender.send({ id, to, subject, text });
    count(wordOf(outcome));
    if (outcome.outcome === 'accepted') return { kind: 'sent' };
    const { reason } = outcome;
    if (outcome.outcome === 'unknown') {
      log.warn({ event: 'mailAnswerLost', why: reason });
      return lost === null ? { kind: 'lost', by: 'mail', reason, afterSec: lostSec } : { kind: 'never', reason };
    }
    if (outcome.class === 'failOver') log.error({ event: 'mailServerRefuses', why: reason });
    return outcome.class === 'number' ? { kind: 'never', reason } : { kind: 'later', reason };
  },
  close: () => sender.close(),
});
