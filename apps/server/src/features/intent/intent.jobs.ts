import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import type { PaymentChannel } from '#kernel/payment-port';
import { findIntentByNo, listToAsk, putOff } from './intent.sql.ts';
import { learn } from './learn.ts';

const atOnce = 100;
/** After an error of ours, and while the channel is off. @unit seconds */
const afterFailureSec = 300;

/** Asks about one payment; past its end it is closed first, because a question alone leaves it open. */
const askAbout = async (
  { database, ports, log }: JobContext,
  intentNo: string,
  channelOf: (name: string) => PaymentChannel | undefined,
): Promise<void> => {
  const row = await findIntentByNo(database.reading('service'), intentNo);
  const channel = channelOf(row?.channel ?? '');
  if (row === undefined) return;
  if (channel === undefined) {
    // Its payer may have paid: nobody hears of it until the channel is set again.
    log.error({ event: 'channelMissing', intentNo });
    await database.transact('service', (tx) => putOff(tx, intentNo, afterFailureSec));
    return;
  }
  const isOver = ports.clock.now().getTime() >= row.end_at.getTime();
  // No connection waits for the channel.
  const source = isOver ? 'close' : 'query';
  const reported = await channel[source](intentNo);
  await database.transact('service', (tx) => learn(tx, { channel: channel.name, intentNo, source, reported }, ports));
};

/** Asks the channels what became of payments of which it is not known. @source receipts 4.2 */
export const askChannels = job({
  name: 'intent.ask',
  every: { minutes: 1 },
  async run(context) {
    const { database, ports, log } = context;
    const channelOf = (name: string) => ports.payments.find((each) => each.name === name);
    const isStopped = (): boolean => context.signal?.aborted === true;
    for (let more = true; more && !isStopped(); ) {
      const due = await listToAsk(database.reading('service'), atOnce);
      for (const { intent_no: intentNo } of due) {
        if (isStopped()) return;
        try {
          await askAbout(context, intentNo, channelOf);
        } catch (error) {
          log.error({ event: 'channelNotAsked', intentNo, error });
          await database.transact('service', (tx) => putOff(tx, intentNo, afterFailureSec));
        }
      }
      more = due.length === atOnce;
    }
  },
});

export const intentJobs: readonly Job[] = [askChannels];
