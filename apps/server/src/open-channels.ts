import { createFileChannels } from '#adapters/outbox-files';
import { createAliyunSms, type ProviderDeps } from '#adapters/sms/aliyun-sms';
import { createHttpSms } from '#adapters/sms/http-sms';
import { createTencentSms } from '#adapters/sms/tencent-sms';
import { stoppable } from '#kernel/maintenance/stoppable-channel';
import type { Metrics } from '#kernel/observe/metrics';
import { outcomeWords } from '#kernel/sending/hand-over';
import { createMailChannel } from '#kernel/sending/mail-channel';
import type { Channel, Channels, SmsSender } from '#kernel/sending/sender';
import { listSmsSettings } from '#kernel/sending/settings.sql';
import { createSmsChannel } from '#kernel/sending/sms-channel';
import type { SenderConfig } from '#kernel/setup/config-parts/sender-config';
import type { AppOptions } from './app-options.ts';

const smsSendersOf = ({ order, aliyun, tencent, http }: SenderConfig, deps: ProviderDeps): SmsSender[] =>
  order.flatMap((provider) => {
    if (provider === 'aliyun') return aliyun === null ? [] : [createAliyunSms(aliyun, deps)];
    if (provider === 'tencent') return tencent === null ? [] : [createTencentSms(tencent, deps)];
    return http === null ? [] : [createHttpSms(http, deps)];
  });

/** The library of mails is loaded only where a server is set, because it slows the start down. */
const openMail = async ({ config: { senders }, log }: AppOptions, metrics: Metrics): Promise<Channel | null> => {
  if (senders.mail === null) return null;
  const { createSmtpMail } = await import('#adapters/smtp-mail');
  metrics.expectMail(outcomeWords);
  return createMailChannel(createSmtpMail(senders.mail), log, metrics.countMail);
};

/** Opens what messages leave by: the providers of the configuration, and files in place of one that is not set. @source running 2.1 */
export const openChannels = async (options: AppOptions, metrics: Metrics): Promise<Channels> => {
  const { config, database, clock, log, answerWithinMs } = options;
  const files = createFileChannels(config.dataDir, clock);
  const deps = answerWithinMs === undefined ? { clock } : { clock, withinMs: answerWithinMs };
  const senders = smsSendersOf(config.senders, deps);
  metrics.expectSms(config.senders.order, outcomeWords);
  const readSettings = () => listSmsSettings(database.reading('service'));
  const sms = createSmsChannel({ database, log, senders, readSettings, count: metrics.countSms });
  return {
    sms: stoppable(senders.length === 0 ? files.sms : sms, database),
    mail: (await openMail(options, metrics)) ?? files.mail,
  };
};
