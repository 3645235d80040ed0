import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chanceOf, seedOf } from '../carrier/chance.ts';
import { alipayAccount, alipayForm, openPage } from './alipay-form.ts';
import { Books, type FormName, type Trade } from './books.ts';
import type { Form, Notice, NoticeLie } from './form.ts';
import { wechatAccount, wechatForm } from './wechat-form.ts';

/** How often the channel lies, each from 0 to 1. */
export interface ChannelFaults {
  /** Ends the connection before it has done anything. */
  readonly cut: number;
  /** Does what it was asked, and ends the connection instead of answering. */
  readonly lose: number;
  /** Answers with a false signature, as somebody between the two would. */
  readonly forge: number;
}

const noFaults: ChannelFaults = { cut: 0, lose: 0, forge: 0 };

/** What it does instead of its chances. */
export type ChannelMood = keyof ChannelFaults | 'silent' | null;

/** Options of a channel. */
export interface ChannelOptions {
  readonly seed?: number;
  readonly port?: number;
  readonly faults?: Partial<ChannelFaults>;
  /** Its clock; a test gives the one that it moves. */
  readonly now?: () => Date;
}

/** A running channel. */
export interface Channel {
  readonly url: string;
  readonly books: Books;
  /** The variables of a server that is paid through it, by its own address. */
  variables(callbackUrl: string): Readonly<Record<string, string>>;
  /** Requests by form. */
  readonly asked: Readonly<Record<FormName, number>>;
  behave(mood: ChannelMood): void;
  /** A payer scans the page of a form. */
  open(formUrl: string): Trade;
  pay(form: FormName, number: string, more?: { readonly isLate?: boolean }): Trade;
  /** A notice of how a trade stands; the same id is the same notice. */
  noticeOf(form: FormName, number: string, more?: { readonly lie?: NoticeLie; readonly id?: string }): Notice;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject, type: 'pkcs8' | 'spki'): string => key.export({ type, format: 'pem' }).toString();

/** What a server is started with that is paid through the channel. */
const variablesOf = ({
  url,
  callbackUrl,
  merchantPrivate,
  platformPublic,
}: Readonly<Record<'url' | 'callbackUrl' | 'merchantPrivate' | 'platformPublic', string>>): Readonly<
  Record<string, string>
> => ({
  PAYMENT_CALLBACK_URL: callbackUrl,
  WECHAT_PAY_URL: url,
  WECHAT_PAY_APP_ID: wechatAccount.appId,
  WECHAT_PAY_MERCHANT_ID: wechatAccount.merchantId,
  WECHAT_PAY_SERIAL: wechatAccount.serial,
  WECHAT_PAY_PRIVATE_KEY: merchantPrivate,
  WECHAT_PAY_PUBLIC_KEY_ID: wechatAccount.publicKeyId,
  WECHAT_PAY_PUBLIC_KEY: platformPublic,
  WECHAT_PAY_API_V3_KEY: wechatAccount.apiV3Key,
  ALIPAY_URL: url,
  ALIPAY_APP_ID: alipayAccount.appId,
  ALIPAY_SELLER_ID: alipayAccount.sellerId,
  ALIPAY_PRIVATE_KEY: merchantPrivate,
  ALIPAY_PUBLIC_KEY: platformPublic,
});

/** Starts a channel on loopback, with keys of its own. */
export const startChannel = async (options: ChannelOptions = {}): Promise<Channel> => {
  const { seed = 1, port = 0, now = () => new Date() } = options;
  const faults = { ...noFaults, ...options.faults };
  const [platform, merchant, other] = [newKeys(), newKeys(), newKeys()];
  const books = new Books();
  const keys = {
    platformPrivate: platform.privateKey,
    otherPrivate: other.privateKey,
    merchantPublic: merchant.publicKey,
  };
  const forms: Readonly<Record<FormName, Form>> = {
    wechat: wechatForm({ books, keys }),
    alipay: alipayForm({ books, keys }),
  };
  const asked = { wechat: 0, alipay: 0 };
  let mood: ChannelMood = null;
  let notices = 0;

  const fateOf = (form: FormName): ChannelMood => {
    if (mood !== null) return mood;
    const drawn = chanceOf(seedOf(seed, `${form} ${asked[form]}`))();
    if (drawn < faults.cut) return 'cut';
    if (drawn < faults.cut + faults.lose) return 'lose';
    return drawn < faults.cut + faults.lose + faults.forge ? 'forge' : null;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET', headers } = request;
    const form: FormName = url.startsWith('/v3/alipay/') ? 'alipay' : 'wechat';
    const body = await readBody(request);
    asked[form] += 1;
    const fate = fateOf(form);
    if (fate === 'silent') return;
    if (fate === 'cut') return void response.destroy();
    const answered = forms[form].answer({ method, url, headers, body }, now()) ?? {
      status: 401,
      body: { code: 'SIGN_ERROR', message: 'SIGN_ERROR' },
    };
    if (fate === 'lose') return void response.destroy();
    const text = answered.body === null ? '' : JSON.stringify(answered.body);
    const key = fate === 'forge' ? keys.otherPrivate : keys.platformPrivate;
    response.writeHead(answered.status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...forms[form].signed(text, { now: now(), key }),
    });
    response.end(text);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // A listening TCP server has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [merchantPrivate, platformPublic] = [pem(merchant.privateKey, 'pkcs8'), pem(platform.publicKey, 'spki')];
  return {
    url,
    books,
    asked,
    variables: (callbackUrl) => variablesOf({ url, callbackUrl, merchantPrivate, platformPublic }),
    behave(next) {
      mood = next;
    },
    open: (formUrl) => openPage({ books, keys }, formUrl),
    pay: (form, number, { isLate = false } = {}) => books.pay(form, number, { at: now(), isLate }),
    noticeOf(form, number, { lie, id } = {}) {
      const trade = books.find(form, number);
      if (trade === undefined) throw new Error(`no trade ${number}`);
      notices += 1;
      return forms[form].noticeOf(trade, { now: now(), lie: lie ?? null, id: id ?? `EV-${notices}` });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
