import { exchange, objectIn, textOf } from '#kernel/http/exchange';
import { isRefusalClass, type SmsSender } from '#kernel/sending/sender';
import type { HttpSmsSettings } from '#kernel/setup/config-parts/sender-config';
import type { ProviderDeps } from './aliyun-sms.ts';
import { signHttpSms } from './http-signature.ts';

/** SMS by one's own platform: a signed JSON document; it chooses the text of each scene itself. @source running 2.1, contract 7 */
export const createHttpSms = ({ url, secret }: HttpSmsSettings, { clock, withinMs }: ProviderDeps): SmsSender => ({
  provider: 'http',
  async send({ id, mobile, scene, code }) {
    const body = JSON.stringify({ id, mobile, scene, params: code === '' ? {} : { code } });
    const timestamp = clock.now().getTime();
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-ronghui-timestamp': String(timestamp),
      'x-ronghui-signature': signHttpSms(secret, timestamp, body),
    };
    const answer = await exchange({ url: new URL(url), headers, body }, withinMs);
    if (answer.kind === 'neverLeft') {
      const reason = `连接不上自有平台（${answer.reason}）`;
      return { outcome: 'refused', class: 'retry', code: answer.reason, reason };
    }
    if (answer.kind === 'lost') return { outcome: 'unknown', reason: `自有平台没有答复（${answer.reason}）` };
    const reply = objectIn(answer.text);
    const [providerId, why] = [textOf(reply?.['id']), reply?.['class']];
    if (answer.status === 200 && providerId !== '') return { outcome: 'accepted', providerId };
    const answered = `HTTP ${answer.status}`;
    if (answer.status >= 400 && answer.status < 500 && isRefusalClass(why))
      return { outcome: 'refused', class: why, code: why, reason: `自有平台拒绝了短信（${answered}）` };
    return { outcome: 'unknown', reason: `自有平台的答复无法识别（${answered}）` };
  },
});
