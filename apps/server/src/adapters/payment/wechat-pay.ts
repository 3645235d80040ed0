import { randomBytes } from 'node:crypto';
import { type Answer, exchange, objectIn, textOf } from '#kernel/http/exchange';
import {
  type IntentWord,
  lostAt,
  type NoticeHeaders,
  type PaymentChannel,
  type ReadNotice,
  type Reported,
  reportedOf,
} from '#kernel/payment-port';
import { offsetText, timeIn } from '#kernel/payment-words';
import type { Clock } from '#kernel/ports';
import type { WechatPaySettings } from '#kernel/setup/config-parts/payment-config';
import { digestOf, isSignedRsa } from './rsa.ts';
import { rowOf, wechatRefundWord, wechatTradeWord } from './wechat-answers.ts';
import { openWechatResource, wechatAuthorization, wechatSignedBytes } from './wechat-signature.ts';

/** What every adapter of a channel gets. */
export interface ChannelDeps {
  readonly clock: Clock;
  /** Where it is notified, with the secret. */
  readonly notifyUrl: string;
  /** Until an answer is complete; tests set less. @unit ms */
  readonly withinMs?: number;
}

/** A signature of another time is none of now. @unit ms */
const nearMs = 5 * 60_000;
const probe = 'WECHATPAY/SIGNTEST/';

type Signed = { readonly ok: true; readonly digest: string } | Extract<ReadNotice, { readonly ok: false }>;

const oneOf = (headers: NoticeHeaders, name: string): string => textOf(headers[name]);

/** Whether an answer or a notice is the channel's, and of now. */
const verifySigned = (
  { publicKey, publicKeyId }: WechatPaySettings,
  { headers, body, now }: { readonly headers: NoticeHeaders; readonly body: Buffer | string; readonly now: Date },
): Signed => {
  const [timestamp, nonce] = [oneOf(headers, 'wechatpay-timestamp'), oneOf(headers, 'wechatpay-nonce')];
  const [serial, signature] = [oneOf(headers, 'wechatpay-serial'), oneOf(headers, 'wechatpay-signature')];
  if (signature.startsWith(probe)) return { ok: false, fault: 'probe' };
  const message = wechatSignedBytes(timestamp, nonce, body);
  if (serial !== publicKeyId || !isSignedRsa(publicKey, message, signature)) return { ok: false, fault: 'signature' };
  const isNear = /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1000) <= nearMs;
  return isNear ? { ok: true, digest: digestOf(message) } : { ok: false, fault: 'stale' };
};

/** What a refusal means for a payment; null where it says nothing of it. */
const refusalWord = (code: string): IntentWord | null => {
  if (code === 'ORDER_NOT_EXIST' || code === 'ORDERNOTEXIST') return { kind: 'noTrade' };
  return code === 'ORDER_CLOSED' || code === 'ORDERCLOSED' ? { kind: 'closed' } : null;
};

/** Reads a notice. */
const readNotice = (
  settings: WechatPaySettings,
  { headers, body, now }: { readonly headers: NoticeHeaders; readonly body: Buffer; readonly now: Date },
): ReadNotice => {
  const signed = verifySigned(settings, { headers, body, now });
  if (!signed.ok) return signed;
  const notice = objectIn(body.toString('utf8'));
  const resource = rowOf(notice?.['resource']);
  const plain = openWechatResource(settings.apiV3Key, {
    ciphertext: textOf(resource['ciphertext']),
    nonce: textOf(resource['nonce']),
    associatedData: textOf(resource['associated_data']),
  });
  const content = plain === null ? null : objectIn(plain);
  const [id, number] = [textOf(notice?.['id']), textOf(content?.['out_trade_no'])];
  const isRefund = textOf(resource['original_type']) === 'refund';
  const word = content === null ? null : isRefund ? wechatRefundWord(content) : wechatTradeWord(content);
  if (content === null || id === '' || number === '' || word === null) return { ok: false, fault: 'unreadable' };
  const at = timeIn(content['success_time'], timeIn(notice?.['create_time'], now));
  // A notice of a refund names the merchant alone.
  const isOurs = content['mchid'] === settings.merchantId && (isRefund || content['appid'] === settings.appId);
  return {
    ok: true,
    number,
    disagreement: isOurs ? null : '商户号或应用不符',
    // The channel's own number of the notice: sent again, also with another signature, it is the same fact.
    facts: [{ ...word, at, key: `notice ${id}` }],
    evidence: signed.digest,
  };
};

/** Sends signed requests, and reads the facts of their answers. */
const callerOf = (
  settings: WechatPaySettings,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number | undefined },
) => {
  const call = (method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> => {
    const body = payload === undefined ? '' : JSON.stringify(payload);
    const url = new URL(path, settings.url);
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const signed = {
      method,
      url: `${url.pathname}${url.search}`,
      timestamp,
      nonce: randomBytes(16).toString('hex'),
      body,
    };
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'ronghui',
      authorization: wechatAuthorization(settings, signed),
      // Asks for answers that are signed with the key that we have.
      'wechatpay-serial': settings.publicKeyId,
    };
    return exchange({ method, url, headers, body }, withinMs);
  };
  /** The facts of an answer; `lost` where it is none of the channel's, or says nothing. */
  const factsOf = (
    answer: Answer,
    wordOf: (reply: Readonly<Record<string, unknown>>) => IntentWord | null,
  ): Reported => {
    const now = clock.now();
    if (answer.kind !== 'answered') return lostAt(now);
    const signed = verifySigned(settings, { headers: answer.headers, body: answer.text, now });
    if (!signed.ok) return lostAt(now);
    const reply = objectIn(answer.text === '' ? '{}' : answer.text) ?? {};
    const word = answer.status >= 400 ? refusalWord(textOf(reply['code'])) : wordOf(reply);
    return word === null ? lostAt(now) : reportedOf(signed.digest, timeIn(reply['success_time'], now), [word]);
  };
  return { call, factsOf };
};

/** WeChat Pay, the Native code that a payer scans (APIv3). @source receipts 4.1 */
export const createWechatPay = (
  settings: WechatPaySettings,
  { clock, notifyUrl, withinMs }: ChannelDeps,
): PaymentChannel => {
  const { appId, merchantId } = settings;
  const { call, factsOf } = callerOf(settings, { clock, withinMs });
  const trade = (number: string): string => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(number)}`;
  const query = async (number: string): Promise<Reported> =>
    factsOf(await call('GET', `${trade(number)}?mchid=${encodeURIComponent(merchantId)}`), (reply) =>
      reply['out_trade_no'] === number && reply['mchid'] === merchantId && reply['appid'] === appId
        ? wechatTradeWord(reply)
        : null,
    );
  return {
    name: 'wechat',
    ownAccount: merchantId,
    most: settings.most,
    thanks: { status: 204, body: '' },
    async create({ number, amount, subject, end }) {
      const answer = await call('POST', '/v3/pay/transactions/native', {
        appid: appId,
        mchid: merchantId,
        description: subject,
        out_trade_no: number,
        time_expire: offsetText(end),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      });
      let codeUrl: string | null = null;
      const reported = factsOf(answer, (reply) => {
        codeUrl = textOf(reply['code_url']) || null;
        return codeUrl === null ? null : { kind: 'shown' };
      });
      return { ...reported, codeUrl, formUrl: null };
    },
    query,
    async close(number) {
      const closed = factsOf(await call('POST', `${trade(number)}/close`, { mchid: merchantId }), () => ({
        kind: 'closed',
      }));
      // What is paid already is not closed: the question says so.
      return closed.evidence === null ? query(number) : closed;
    },
    async refund({ number, refundNo, paid, amount, reason }) {
      const answer = await call('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: number,
        out_refund_no: refundNo,
        reason,
        notify_url: notifyUrl,
        amount: { refund: amount, total: paid, currency: 'CNY' },
      });
      return factsOf(answer, wechatRefundWord);
    },
    async queryRefund({ refundNo }) {
      return factsOf(
        await call('GET', `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`),
        wechatRefundWord,
      );
    },
    verifyNotice: (headers, body) => readNotice(settings, { headers, body, now: clock.now() }),
  };
};
