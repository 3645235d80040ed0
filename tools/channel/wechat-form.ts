import { createCipheriv, createVerify, type KeyObject, sign } from 'node:crypto';
import type { BookedRefund, Trade } from './books.ts';
import type { Answered, Form, FormDeps } from './form.ts';

/** The merchant's account. */
export const wechatAccount = {
  appId: 'wx0000000000000001',
  merchantId: '1900000001',
  serial: '7777777777777777777777777777777777777777',
  publicKeyId: 'PUB_KEY_ID_0119000000012026112800000000000001',
  apiV3Key: '0123456789abcdef0123456789abcdef',
} as const;

const rsa = (key: KeyObject, message: string): string => sign('sha256', Buffer.from(message), key).toString('base64');

const isSigned = (
  key: KeyObject,
  { method, url, body, header }: Record<'method' | 'url' | 'body' | 'header', string>,
) => {
  const fields = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const message = `${method}\n${url}\n${fields['timestamp']}\n${fields['nonce_str']}\n${body}\n`;
  const isOurs = fields['mchid'] === wechatAccount.merchantId && fields['serial_no'] === wechatAccount.serial;
  return isOurs && createVerify('sha256').update(message).verify(key, String(fields['signature']), 'base64');
};

const stateOf = ({ state, refunds }: Trade): string => {
  if (state === 'open') return 'NOTPAY';
  if (state === 'closed') return 'CLOSED';
  return refunds.length > 0 ? 'REFUND' : 'SUCCESS';
};

const tradeOf = (trade: Trade): Record<string, unknown> => ({
  appid: wechatAccount.appId,
  mchid: wechatAccount.merchantId,
  out_trade_no: trade.number,
  trade_state: stateOf(trade),
  ...(trade.state === 'paid'
    ? {
        transaction_id: trade.transaction,
        trade_type: 'NATIVE',
        success_time: trade.paidAt?.toISOString(),
        amount: { total: trade.amount, payer_total: trade.amount, currency: 'CNY', payer_currency: 'CNY' },
      }
    : {}),
});

const refundOf = (trade: Trade, { refundNo, amount, state }: BookedRefund): Record<string, unknown> => ({
  out_trade_no: trade.number,
  out_refund_no: refundNo,
  status: state.toUpperCase(),
  amount: { refund: amount, total: trade.amount, currency: 'CNY' },
});

const refused = (status: number, code: string): Answered => ({ status, body: { code, message: code } });

const sealed = (plain: string, nonce: string): string => {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(wechatAccount.apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from('transaction'));
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
};

/** A code that is asked for: the same for the same payment. */
const openNative = (books: FormDeps['books'], asked: Record<string, unknown>): Answered => {
  const { total } = Object(asked['amount']);
  const [wanted, end] = [String(asked['out_trade_no']), new Date(String(asked['time_expire']))];
  if (typeof total !== 'number' || total < 1) return refused(400, 'PARAM_ERROR');
  const trade = books.open({ form: 'wechat', number: wanted, amount: total, end });
  return trade.state === 'open' && trade.amount === total
    ? { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${wanted}` } }
    : refused(400, 'OUT_TRADE_NO_USED');
};

/** WeChat Pay Native, APIv3. */
export const wechatForm = ({ books, keys }: FormDeps): Form => {
  const signed: Form['signed'] = (text, { now, key }) => {
    const [timestamp, nonce] = [String(Math.floor(now.getTime() / 1000)), 'EcW4qL1pRkZ0aBcDeFgHiJkLmNoPqRsT'];
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': wechatAccount.publicKeyId,
      'wechatpay-signature': rsa(key, `${timestamp}\n${nonce}\n${text}\n`),
    };
  };
  const ofTrade = (path: string, number: string): Answered => {
    const trade = books.find('wechat', number);
    if (trade === undefined) return refused(404, 'ORDER_NOT_EXIST');
    if (!path.endsWith('/close')) return { status: 200, body: tradeOf(trade) };
    return books.close(trade) ? { status: 204, body: null } : refused(400, 'ORDERPAID');
  };
  const refund = (asked: Record<string, unknown>): Answered => {
    const trade = books.find('wechat', String(asked['out_trade_no']));
    const { refund: amount } = Object(asked['amount']);
    const given = trade === undefined ? undefined : books.refund(trade, String(asked['out_refund_no']), Number(amount));
    return trade === undefined || given === undefined
      ? refused(403, 'NOT_ENOUGH')
      : { status: 200, body: refundOf(trade, given) };
  };
  return {
    answer({ method, url, headers, body }) {
      if (!isSigned(keys.merchantPublic, { method, url, body, header: headers.authorization ?? '' })) return null;
      const { pathname } = new URL(url, 'http://channel');
      const [, number] = /\/out-trade-no\/([^/]+)/.exec(pathname) ?? [];
      if (number !== undefined) return ofTrade(pathname, decodeURIComponent(number));
      if (pathname.startsWith('/v3/refund/domestic/refunds/')) {
        const refundNo = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
        const trade = books.trades.find(({ refunds }) => refunds.some((each) => each.refundNo === refundNo));
        const known = trade?.refunds.find((each) => each.refundNo === refundNo);
        return trade === undefined || known === undefined
          ? refused(404, 'RESOURCE_NOT_EXISTS')
          : { status: 200, body: refundOf(trade, known) };
      }
      const asked = JSON.parse(body) as Record<string, unknown>;
      if (pathname === '/v3/refund/domestic/refunds') return refund(asked);
      return openNative(books, asked);
    },
    signed,
    noticeOf(trade, { now, lie, id }) {
      const content = {
        ...tradeOf({ ...trade, refunds: [] }),
        ...(lie === 'otherMerchant' ? { mchid: '1900000002' } : {}),
        ...(lie === 'wrongAmount' ? { amount: { total: trade.amount - 1, currency: 'CNY' } } : {}),
      };
      const nonce = 'fdasflkja484';
      const body = JSON.stringify({
        id,
        create_time: now.toISOString(),
        resource_type: 'encrypt-resource',
        event_type: 'TRANSACTION.SUCCESS',
        resource: {
          original_type: 'transaction',
          algorithm: 'AEAD_AES_256_GCM',
          ciphertext: sealed(JSON.stringify(content), nonce),
          associated_data: 'transaction',
          nonce,
        },
      });
      const at = lie === 'stale' ? new Date(now.getTime() - 3_600_000) : now;
      const headers = signed(body, { now: at, key: lie === 'forged' ? keys.otherPrivate : keys.platformPrivate });
      const probe = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`;
      return {
        headers: {
          'content-type': 'application/json',
          ...headers,
          ...(lie === 'probe' ? { 'wechatpay-signature': probe } : {}),
        },
        body,
      };
    },
  };
};
