import type { ChannelName } from '@ronghui/domain/intent/channel';
import type { Database } from '#kernel/database/db';
import type { NoticeHeaders } from '#kernel/payment-port';
import type { Ports } from '#kernel/ports';
import { findIntentByNo } from './intent.sql.ts';
import { learn } from './learn.ts';
import { insertFacts } from './payment-fact.sql.ts';

/** What a channel hears; null where its notice was none, and nothing of it is stored. */
type NoticeAnswer = { readonly status: 200 | 204; readonly body: string } | null;

type Needed = Pick<Ports, 'clock' | 'log' | 'payments' | 'fast'>;

const alarm = { limit: 1, windowMs: 3_600_000 };

/** One alarm an hour of what is no notice, however many come. */
const warnOnce = async ({ fast, log }: Needed, channel: ChannelName, fault: string): Promise<void> => {
  const { allowed } = await fast.take(`paymentNotice ${channel} ${fault}`, alarm.limit, alarm.windowMs);
  if (allowed) log.error({ event: 'paymentNoticeRefused', channel, fault });
};

/**
 * Takes a notice: with its right signature and of now it is a fact, stored once however often it comes, and answered after that. One that disagrees
 * with us is a refused fact, with an alarm.
 *
 * @source receipts 4.3
 */
export const takeNotice = async (
  { database, ports }: { readonly database: Database; readonly ports: Needed },
  name: ChannelName,
  { headers, body }: { readonly headers: NoticeHeaders; readonly body: Buffer },
): Promise<NoticeAnswer> => {
  const channel = ports.payments.find((each) => each.name === name);
  if (channel === undefined) return null;
  const notice = channel.verifyNotice(headers, body);
  if (!notice.ok) {
    await warnOnce(ports, name, notice.fault);
    return null;
  }
  const { number: intentNo, disagreement, facts, evidence } = notice;
  await database.transact('service', async (tx) => {
    const known = await findIntentByNo(tx, intentNo);
    const isOurs = known?.channel === name;
    const refusal = disagreement ?? (isOurs ? null : '没有这笔付款');
    if (refusal === null) {
      await learn(tx, { channel: name, intentNo, source: 'notice', reported: { facts, evidence } }, ports);
      return;
    }
    const tenantId = isOurs ? known.tenant_id : null;
    const of = {
      tenantId,
      channel: name,
      intentNo: intentNo.slice(0, 64),
      source: 'notice',
      evidence,
      refusal,
    } as const;
    const added = await insertFacts(tx, of, facts);
    if (added.length > 0) ports.log.error({ event: 'paymentFactRefused', channel: name, intentNo, refusal });
  });
  return channel.thanks;
};
