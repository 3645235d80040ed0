import { type Answer, exchange, objectIn, textOf } from '#kernel/http/exchange';
import type { SmsSender } from '#kernel/sending/sender';
import type { TencentSettings } from '#kernel/setup/config-parts/sender-config';
import type { ProviderDeps } from './aliyun-sms.ts';
import { bareOutcome, outcomeOf } from './refusal.ts';
import { tencentCodes } from './tencent-codes.ts';
import { signTencent, tencentAuthorization, tencentContentType } from './tencent-signature.ts';

const version = '2021-01-11';
const standardRegion = 'ap-guangzhou';
const internationally = (mobile: string): string => `+86${mobile}`;
const statesAtOnce = 100;
/** The carrier's clock may be ahead of ours. @unit seconds */
const earlierSec = 60;

/** The fields of the reply inside its wrapper; null where there is none. */
const responseIn = (answer: Answer): Readonly<Record<string, unknown>> | null => {
  const reply = answer.kind === 'answered' ? objectIn(answer.text) : null;
  const inner = reply?.['Response'];
  return typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner)) : null;
};

const rowsIn = (list: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.map((each) => Object(each)) : [];

/** SMS by Tencent Cloud: `SendSms`, and the states of a number for a message whose answer was lost. @source running 2.2, 2.3 */
export const createTencentSms = (
  { secretId, secretKey, appId, url }: TencentSettings,
  { clock, withinMs }: ProviderDeps,
): SmsSender => {
  const call = (action: string, region: string, payload: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const target = new URL('/', url);
    const body = JSON.stringify(payload);
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const signed = signTencent(secretKey, { host: target.host, service: 'sms', action, body, timestamp });
    const headers = {
      host: target.host,
      'content-type': tencentContentType,
      'x-tc-action': action,
      'x-tc-timestamp': String(timestamp),
      'x-tc-version': version,
      'x-tc-region': region,
      authorization: tencentAuthorization(secretId, signed),
    };
    return exchange({ url: target, headers, body }, withinMs);
  };
  return {
    provider: 'tencent',
    async send({ id, mobile, code, signName, template, region }) {
      const answer = await call('SendSms', region === '' ? standardRegion : region, {
        PhoneNumberSet: [internationally(mobile)],
        SmsSdkAppId: appId,
        TemplateId: template,
        SignName: signName,
        TemplateParamSet: code === '' ? [] : [code],
        SessionContext: id,
      });
      const response = responseIn(answer);
      if (response === null) return bareOutcome(answer);
      const refused = textOf(Object(response['Error'])['Code']);
      if (refused !== '') return outcomeOf(tencentCodes, refused);
      const [state = {}] = rowsIn(response['SendStatusSet']);
      const stated = textOf(state['Code']);
      if (stated === '') return bareOutcome(answer);
      if (stated === 'Ok') return { outcome: 'accepted', providerId: textOf(state['SerialNo']) };
      return outcomeOf(tencentCodes, stated);
    },
    async find({ id, mobile, sentAt }) {
      const response = responseIn(
        await call('PullSmsSendStatusByPhoneNumber', standardRegion, {
          BeginTime: Math.floor(sentAt.getTime() / 1000) - earlierSec,
          Offset: 0,
          Limit: statesAtOnce,
          PhoneNumber: internationally(mobile),
          SmsSdkAppId: appId,
        }),
      );
      if (response === null || response['Error'] !== undefined) return 'unanswered';
      return rowsIn(response['PullSmsSendStatusSet']).some((state) => state['SessionContext'] === id)
        ? 'found'
        : 'absent';
    },
  };
};
