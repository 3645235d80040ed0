import { randomBytes } from 'node:crypto';
import { type Answer, exchange, objectIn, textOf } from '#kernel/http/exchange';
import type { Clock } from '#kernel/ports';
import type { SmsSender } from '#kernel/sending/sender';
import type { AliyunSettings } from '#kernel/setup/config-parts/sender-config';
import { aliyunCodes } from './aliyun-codes.ts';
import { aliyunAuthorization, signAliyun } from './aliyun-signature.ts';
import { bareOutcome, outcomeOf } from './refusal.ts';

/** What every adapter of a provider gets. */
export interface ProviderDeps {
  readonly clock: Clock;
  /** Until an answer is complete; tests set less. @unit ms */
  readonly withinMs?: number;
}

const version = '2017-05-25';
/** Details of a number on a day, of which ours is one. */
const detailsAtOnce = '50';

/** The records of a number's messages, in their two wrappers. */
const detailsIn = (reply: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] => {
  const list = Object(reply['SmsSendDetailDTOs'])['SmsSendDetailDTO'];
  return Array.isArray(list) ? list.map((each) => Object(each)) : [];
};

/** SMS by Alibaba Cloud: `SendSms`, and `QuerySendDetails` for a message whose answer was lost. @source running 2.2, 2.3 */
export const createAliyunSms = (
  { keyId, keySecret, url }: AliyunSettings,
  { clock, withinMs }: ProviderDeps,
): SmsSender => {
  const call = (action: string, params: Readonly<Record<string, string>>): Promise<Answer> => {
    const target = new URL('/', url);
    const date = clock
      .now()
      .toISOString()
      .replace(/\.\d{3}Z$/, 'Z');
    const nonce = randomBytes(16).toString('hex');
    const signed = signAliyun(keySecret, { host: target.host, action, version, params, date, nonce });
    target.search = signed.query;
    const headers = {
      ...signed.headers,
      accept: 'application/json',
      authorization: aliyunAuthorization(keyId, signed),
    };
    return exchange({ url: target, headers, body: '' }, withinMs);
  };
  return {
    provider: 'aliyun',
    async send({ id, mobile, code, signName, template }) {
      const answer = await call('SendSms', {
        PhoneNumbers: mobile,
        SignName: signName,
        TemplateCode: template,
        ...(code === '' ? {} : { TemplateParam: JSON.stringify({ code }) }),
        OutId: id,
      });
      const reply = answer.kind === 'answered' ? objectIn(answer.text) : null;
      const replied = textOf(reply?.['Code']);
      if (reply === null || replied === '') return bareOutcome(answer);
      if (replied === 'OK') return { outcome: 'accepted', providerId: textOf(reply['BizId']) };
      return outcomeOf(aliyunCodes, replied);
    },
    async find({ id, mobile, sentOn }) {
      const answer = await call('QuerySendDetails', {
        PhoneNumber: mobile,
        SendDate: sentOn.replaceAll('-', ''),
        PageSize: detailsAtOnce,
        CurrentPage: '1',
      });
      const reply = answer.kind === 'answered' ? objectIn(answer.text) : null;
      if (reply === null || reply['Code'] !== 'OK') return 'unanswered';
      return detailsIn(reply).some((detail) => detail['OutId'] === id) ? 'found' : 'absent';
    },
  };
};
