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
import { clockText, clockTimeIn, plainYuan, yuanIn } from '#kernel/payment-words';
import type { AlipaySettings } from '#kernel/setup/config-parts/payment-config';
import { alipayNoticeWords, alipayTradeWord } from './alipay-answers.ts';
import { alipayAuthorization, alipayNoticeMessage, alipayPageUrl } from './alipay-signature.ts';
import { digestOf, isSignedRsa } from './rsa.ts';
import type { ChannelDeps } from './wechat-pay.ts';

/** A notice is sent again for a day after the first; each has the time of its own sending. @unit ms */
const noticeNearMs = 15 * 60_000;
const answerNearMs = 5 * 60_000;

/** The fields of a form, each decoded once; null where one of them comes twice, or the bytes are no UTF-8. */
const formIn = (body: Buffer): Readonly<Record<string, string>> | null => {
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const form = Object.fromEntries(fields);
  const isBroken = fields.some(([, value]) => value.includes('�'));
  return isBroken || Object.keys(form).length < fields.length ? null : form;
};

const readNotice = (
  { publicKey, appId, sellerId }: AlipaySettings,
  { body, now }: { readonly body: Buffer; readonly now: Date },
): ReadNotice => {
  const form = formIn(body);
  if (form === null) return { ok: false, fault: 'unreadable' };
  const message = alipayNoticeMessage(form);
  if (form['sign_type'] !== 'RSA2' || !isSignedRsa(publicKey, message, textOf(form['sign'])))
    return { ok: false, fault: 'signature' };
  const sentAt = clockTimeIn(form['notify_time'], new Date(0));
  if (Math.abs(now.getTime() - sentAt.getTime()) > noticeNearMs) return { ok: false, fault: 'stale' };
  const [id, number, words] = [textOf(form['notify_id']), textOf(form['out_trade_no']), alipayNoticeWords(form)];
  if (id === '' || number === '' || words.length === 0) return { ok: false, fault: 'unreadable' };
  const at = clockTimeIn(form['gmt_refund'] ?? form['gmt_payment'] ?? form['gmt_close'], sentAt);
  return {
    ok: true,
    number,
    disagreement: form['app_id'] === appId && form['seller_id'] === sellerId ? null : '商户号或应用不符',
    facts: words.map((word, place) => ({ ...word, at, key: place === 0 ? `notice ${id}` : `notice ${id} ${place}` })),
    evidence: digestOf(message),
  };
};

/** What a refusal means for a payment; null where it says nothing of it. */
const refusalWord = (code: string): IntentWord | null =>
  code.replace(/^ACQ\./, '') === 'TRADE_NOT_EXIST' ? { kind: 'noTrade' } : null;

const isFromChannel = (
  { publicKey }: AlipaySettings,
  { headers, text, now }: { readonly headers: NoticeHeaders; readonly text: string; readonly now: Date },
): string | null => {
  const [timestamp, nonce] = [textOf(headers['alipay-timestamp']), textOf(headers['alipay-nonce'])];
  const message = `${timestamp}\n${nonce}\n${text}\n`;
  const isNear = /^\d{1,15}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= answerNearMs;
  return isNear && isSignedRsa(publicKey, message, textOf(headers['alipay-signature'])) ? digestOf(message) : null;
};

/** The digest of a payment page's address: what was shown, by us. */
const shownPage = (formUrl: string, at: Date): Reported => {
  const digest = digestOf(formUrl);
  return { facts: [{ kind: 'shown', at, key: digest }], evidence: digest };
};

/** Asks a signed question, and reads the facts of its answer. */
const askOf = (
  settings: AlipaySettings,
  { clock, withinMs }: { readonly clock: ChannelDeps['clock']; readonly withinMs: number | undefined },
) => {
  const { appId, privateKey } = settings;
  return async (
    path: string,
    payload: object,
    wordOf: (reply: Readonly<Record<string, unknown>>) => IntentWord | null,
  ): Promise<Reported> => {
    const body = JSON.stringify(payload);
    const nonce = randomBytes(16).toString('hex');
    const authString = `app_id=${appId},nonce=${nonce},timestamp=${clock.now().getTime()}`;
    const headers = {
      'content-type': 'application/json',
      authorization: alipayAuthorization(privateKey, { authString, method: 'POST', url: path, body }),
    };
    const answer: Answer = await exchange({ url: new URL(path, settings.url), headers, body }, withinMs);
    const now = clock.now();
    if (answer.kind !== 'answered') return lostAt(now);
    const digest = isFromChannel(settings, { headers: answer.headers, text: answer.text, now });
    const reply = digest === null ? null : objectIn(answer.text);
    if (digest === null || reply === null) return lostAt(now);
    const word = answer.status >= 400 ? refusalWord(textOf(reply['code'])) : wordOf(reply);
    return word === null ? lostAt(now) : reportedOf(digest, clockTimeIn(reply['send_pay_date'], now), [word]);
  };
};

/** Alipay, the page that a payer opens (a v2 form), with the questions of v3. @source receipts 4.1 */
export const createAlipay = (settings: AlipaySettings, { clock, notifyUrl, withinMs }: ChannelDeps): PaymentChannel => {
  const { appId, sellerId, privateKey } = settings;
  const ask = askOf(settings, { clock, withinMs });
  const query = (number: string): Promise<Reported> =>
    ask('/v3/alipay/trade/query', { out_trade_no: number }, (reply) =>
      reply['out_trade_no'] === number ? alipayTradeWord(reply) : null,
    );
  return {
    name: 'alipay',
    ownAccount: sellerId,
    most: settings.most,
    thanks: { status: 200, body: 'success' },
    async create({ number, amount, subject, end }) {
      const now = clock.now();
      const formUrl = alipayPageUrl(privateKey, `${settings.url}/gateway.do`, {
        app_id: appId,
        biz_content: JSON.stringify({
          out_trade_no: number,
          total_amount: plainYuan(amount),
          subject,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          time_expire: clockText(end),
        }),
        charset: 'utf-8',
        format: 'JSON',
        method: 'alipay.trade.page.pay',
        notify_url: notifyUrl,
        sign_type: 'RSA2',
        timestamp: clockText(now),
        version: '1.0',
      });
      return { ...shownPage(formUrl, now), codeUrl: null, formUrl };
    },
    query,
    async close(number) {
      const closed = await ask('/v3/alipay/trade/close', { out_trade_no: number }, () => ({ kind: 'closed' }));
      // What is paid already is not closed: the question says so.
      return closed.evidence === null ? query(number) : closed;
    },
    refund: ({ number, refundNo, amount, reason }) =>
      ask(
        '/v3/alipay/trade/refund',
        {
          out_trade_no: number,
          out_request_no: refundNo,
          refund_amount: plainYuan(amount),
          refund_reason: reason,
        },
        // Without a change of funds it is not done yet, or was done before: the question says which.
        ({ fund_change: change }) => ({
          kind: 'refund',
          refundNo,
          amount,
          state: change === 'Y' ? 'success' : 'processing',
        }),
      ),
    queryRefund: ({ number, refundNo, amount }) =>
      ask(
        '/v3/alipay/trade/fastpay/refund/query',
        { out_trade_no: number, out_request_no: refundNo },
        ({ refund_status: status, refund_amount: answered }) => ({
          kind: 'refund',
          refundNo,
          amount: yuanIn(answered) ?? amount,
          state: status === 'REFUND_SUCCESS' ? 'success' : 'processing',
        }),
      ),
    verifyNotice: (_, body) => readNotice(settings, { body, now: clock.now() }),
  };
};
