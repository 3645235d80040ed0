import { createVerify, type KeyObject, sign } from 'node:crypto';
import type { BookedRefund, Books, Trade } from './books.ts';
import type { Answered, Form, FormDeps } from './form.ts';

/** The merchant's application. */
export const alipayAccount = { appId: '2021000000000001', sellerId: '2088000000000001' } as const;

const rsa = (key: KeyObject, message: string): string => sign('sha256', Buffer.from(message), key).toString('base64');

const isSigned = (key: KeyObject, message: string, signature: string): boolean =>
  createVerify('sha256').update(message).verify(key, signature, 'base64');

/** Yuan as text, without floating point. */
const yuan = (amount: number): string => {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const fenOf = (text: string): number => {
  const [whole = '0', cents = ''] = text.split('.');
  return Number(`${whole}${cents.padEnd(2, '0')}`);
};

/** The clock of Shanghai as Alipay writes it. */
const stamp = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const message = (fields: Readonly<Record<string, string>>, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

/** A payer opens the page: only now there is a trade. Throws where the form is not the merchant's. */
export const openPage = ({ books, keys }: FormDeps, formUrl: string): Trade => {
  const fields = Object.fromEntries(new URL(formUrl).searchParams);
  if (!isSigned(keys.merchantPublic, message(fields, ['sign']), fields['sign'] ?? ''))
    throw new Error('the form is not signed');
  const content = JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>;
  const end = new Date(`${(content['time_expire'] ?? '').replace(' ', 'T')}+08:00`);
  return books.open({
    form: 'alipay',
    number: content['out_trade_no'] ?? '',
    amount: fenOf(content['total_amount'] ?? ''),
    end,
  });
};

const statusOf = ({ state, amount, refunds }: Trade): string => {
  if (state === 'open') return 'WAIT_BUYER_PAY';
  const given = refunds.reduce((sum, each) => sum + each.amount, 0);
  return state === 'closed' || given === amount ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
};

const tradeOf = (trade: Trade): Record<string, string> => ({
  out_trade_no: trade.number,
  trade_no: trade.transaction,
  total_amount: yuan(trade.amount),
  trade_status: statusOf(trade),
  ...(trade.paidAt === null ? {} : { send_pay_date: stamp(trade.paidAt) }),
});

const refused = (code: string): Answered => ({ status: 400, body: { code, message: code } });

const answerOf = (books: Books, path: string, asked: Readonly<Record<string, string>>): Answered => {
  const trade = books.find('alipay', asked['out_trade_no'] ?? '');
  if (trade === undefined) return refused('ACQ.TRADE_NOT_EXIST');
  const [refundNo = '', amount = ''] = [asked['out_request_no'], asked['refund_amount']];
  switch (path) {
    case '/v3/alipay/trade/query':
      return { status: 200, body: tradeOf(trade) };
    case '/v3/alipay/trade/close':
      return books.close(trade)
        ? { status: 200, body: { out_trade_no: trade.number, trade_no: trade.transaction } }
        : refused('ACQ.TRADE_STATUS_ERROR');
    case '/v3/alipay/trade/refund': {
      const isNew = !trade.refunds.some((each) => each.refundNo === refundNo);
      const given = books.refund(trade, refundNo, fenOf(amount));
      return given === undefined
        ? refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
        : { status: 200, body: { out_trade_no: trade.number, fund_change: isNew ? 'Y' : 'N' } };
    }
    default: {
      const given: BookedRefund | undefined = trade.refunds.find((each) => each.refundNo === refundNo);
      const known = given === undefined ? {} : { refund_status: 'REFUND_SUCCESS', refund_amount: yuan(given.amount) };
      return { status: 200, body: { out_trade_no: trade.number, out_request_no: refundNo, ...known } };
    }
  }
};

/** Alipay: pages by v2, questions by v3. */
export const alipayForm = ({ books, keys }: FormDeps): Form => ({
  answer({ method, url, headers, body }) {
    const [, authString, signature] = /^ALIPAY-SHA256withRSA (.*),sign=(.*)$/.exec(headers.authorization ?? '') ?? [];
    if (authString === undefined || signature === undefined) return null;
    if (!authString.startsWith(`app_id=${alipayAccount.appId},`)) return null;
    if (!isSigned(keys.merchantPublic, `${authString}\n${method}\n${url}\n${body}\n`, signature)) return null;
    return answerOf(books, url, JSON.parse(body) as Record<string, string>);
  },
  signed(text, { now, key }) {
    const [timestamp, nonce] = [String(now.getTime()), '5d41402abc4b2a76b9719d911017c592'];
    return {
      'alipay-timestamp': timestamp,
      'alipay-nonce': nonce,
      'alipay-signature': rsa(key, `${timestamp}\n${nonce}\n${text}\n`),
    };
  },
  noticeOf(trade, { now, lie, id }) {
    const at = lie === 'stale' ? new Date(now.getTime() - 3_600_000) : now;
    const last = trade.refunds.at(-1);
    const given = trade.refunds.reduce((sum, each) => sum + each.amount, 0);
    const fields: Record<string, string> = {
      notify_id: id,
      notify_time: stamp(at),
      notify_type: 'trade_status_sync',
      app_id: alipayAccount.appId,
      seller_id: lie === 'otherMerchant' ? '2088000000000002' : alipayAccount.sellerId,
      subject: '账单 100% 核对 +',
      out_trade_no: trade.number,
      trade_no: trade.transaction,
      trade_status: statusOf(trade),
      total_amount: yuan(lie === 'wrongAmount' ? trade.amount - 1 : trade.amount),
      ...(trade.paidAt === null ? {} : { gmt_payment: stamp(trade.paidAt) }),
      ...(last === undefined ? {} : { refund_fee: yuan(given), out_biz_no: last.refundNo, gmt_refund: stamp(at) }),
      sign_type: 'RSA2',
    };
    const key = lie === 'forged' ? keys.otherPrivate : keys.platformPrivate;
    const form = { ...fields, sign: rsa(key, message(fields, ['sign', 'sign_type'])) };
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(form).toString(),
    };
  },
});
