import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Fen, fenOfYuan } from '@ronghui/domain/money';
import { isUrl, type Reader } from '#kernel/setup/config-reader';

/** A merchant's account of WeChat Pay. */
export interface WechatPaySettings {
  readonly appId: string;
  readonly merchantId: string;
  /** The serial of the merchant's own certificate. */
  readonly serial: string;
  readonly privateKey: KeyObject;
  /** The channel's key, and the id by which its answers name it. */
  readonly publicKeyId: string;
  readonly publicKey: KeyObject;
  /** 32 bytes. */
  readonly apiV3Key: string;
  readonly url: string;
  readonly most: Fen | null;
}

/** An application of Alipay's. */
export interface AlipaySettings {
  readonly appId: string;
  /** The seller's id, `2088…`. */
  readonly sellerId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly url: string;
  readonly most: Fen | null;
}

/** The channels that are on; a channel is on where its id is set. @source receipts 4.1 */
export interface PaymentConfig {
  readonly wechat: WechatPaySettings | null;
  readonly alipay: AlipaySettings | null;
  /** Where the channels reach this installation, without a final slash. */
  readonly callbackUrl: string;
}

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(host);
const leastBits = 2048;

const readAddress = (read: Reader, name: string, standard: string): string => {
  const address = read.text(name) ?? standard;
  const isRight = isUrl(address, ['http:', 'https:']);
  read.refuse(!isRight, `${name} 应为 http(s) 地址`);
  if (!isRight) return standard;
  const { protocol, hostname } = new URL(address);
  read.refuse(protocol === 'http:' && !isLoopback(hostname), `${name} 应为 https 地址：付款信息不能明文传输`);
  return address.replace(/\/$/, '');
};

/** A key in PEM, or as the bare base64 in which the channels' own tools hand it over. */
const pemOf = (text: string, label: 'PRIVATE KEY' | 'PUBLIC KEY'): string =>
  text.startsWith('-----BEGIN') ? text : `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;

const isStrong = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits;

const readKey = (read: Reader, name: string, label: 'PRIVATE KEY' | 'PUBLIC KEY'): KeyObject | null => {
  const text = read.secret(name);
  if (text === null) return null;
  try {
    const key = label === 'PRIVATE KEY' ? createPrivateKey(pemOf(text, label)) : createPublicKey(pemOf(text, label));
    read.refuse(!isStrong(key), `${name} 应为不短于 ${leastBits} 位的 RSA 密钥`);
    return key;
  } catch {
    read.refuse(true, `${name} 不是可读的密钥（PEM）`);
    return null;
  }
};

/** None where it is not set; 0: the channel is offered no more, while its payments that are under way are still heard. */
const readMost = (read: Reader, name: string): Fen | null => {
  const text = read.text(name);
  if (text === null) return null;
  const most = fenOfYuan(text);
  read.refuse(most === null || most < 0, `${name} 应为金额，单位元；0 表示不再发起`);
  return most;
};

/** The names of what is missing, in one sentence. */
const refuseMissing = (read: Reader, first: string, values: Readonly<Record<string, unknown>>): void => {
  const missing = Object.keys(values).filter((name) => values[name] === null && read.text(`${name}_FILE`) === null);
  read.refuse(missing.length > 0, `设置了 ${first}，还需要设置 ${missing.join('、')}`);
};

const readWechat = (read: Reader): WechatPaySettings | null => {
  const appId = read.text('WECHAT_PAY_APP_ID');
  if (appId === null) return null;
  const [merchantId, serial] = [read.text('WECHAT_PAY_MERCHANT_ID'), read.text('WECHAT_PAY_SERIAL')];
  const [publicKeyId, apiV3Key] = [read.text('WECHAT_PAY_PUBLIC_KEY_ID'), read.secret('WECHAT_PAY_API_V3_KEY')];
  const texts = [read.secret('WECHAT_PAY_PRIVATE_KEY'), read.secret('WECHAT_PAY_PUBLIC_KEY')];
  refuseMissing(read, 'WECHAT_PAY_APP_ID', {
    WECHAT_PAY_MERCHANT_ID: merchantId,
    WECHAT_PAY_SERIAL: serial,
    WECHAT_PAY_PRIVATE_KEY: texts[0],
    WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
    WECHAT_PAY_PUBLIC_KEY: texts[1],
    WECHAT_PAY_API_V3_KEY: apiV3Key,
  });
  const privateKey = readKey(read, 'WECHAT_PAY_PRIVATE_KEY', 'PRIVATE KEY');
  const publicKey = readKey(read, 'WECHAT_PAY_PUBLIC_KEY', 'PUBLIC KEY');
  read.refuse(apiV3Key !== null && Buffer.byteLength(apiV3Key) !== 32, 'WECHAT_PAY_API_V3_KEY 应为 32 个字符');
  const url = readAddress(read, 'WECHAT_PAY_URL', 'https://api.mch.weixin.qq.com');
  const most = readMost(read, 'WECHAT_PAY_MOST');
  if (merchantId === null || serial === null || publicKeyId === null || apiV3Key === null) return null;
  if (privateKey === null || publicKey === null) return null;
  return { appId, merchantId, serial, privateKey, publicKeyId, publicKey, apiV3Key, url, most };
};

const readAlipay = (read: Reader): AlipaySettings | null => {
  const appId = read.text('ALIPAY_APP_ID');
  if (appId === null) return null;
  const sellerId = read.text('ALIPAY_SELLER_ID');
  refuseMissing(read, 'ALIPAY_APP_ID', {
    ALIPAY_SELLER_ID: sellerId,
    ALIPAY_PRIVATE_KEY: read.secret('ALIPAY_PRIVATE_KEY'),
    ALIPAY_PUBLIC_KEY: read.secret('ALIPAY_PUBLIC_KEY'),
  });
  const privateKey = readKey(read, 'ALIPAY_PRIVATE_KEY', 'PRIVATE KEY');
  const publicKey = readKey(read, 'ALIPAY_PUBLIC_KEY', 'PUBLIC KEY');
  const url = readAddress(read, 'ALIPAY_URL', 'https://openapi.alipay.com');
  const most = readMost(read, 'ALIPAY_MOST');
  if (sellerId === null || privateKey === null || publicKey === null) return null;
  return { appId, sellerId, privateKey, publicKey, url, most };
};

/** Reads through which channels merchants pay on line; one without the channel's public key refuses the start. @source receipts 4.1 */
export const readPayments = (read: Reader): PaymentConfig => {
  const [wechat, alipay] = [readWechat(read), readAlipay(read)];
  for (const [name, others] of [
    ['WECHAT_PAY_APP_ID', ['WECHAT_PAY_MERCHANT_ID', 'WECHAT_PAY_SERIAL', 'WECHAT_PAY_PUBLIC_KEY_ID']],
    ['ALIPAY_APP_ID', ['ALIPAY_SELLER_ID']],
  ] as const)
    for (const other of others)
      read.refuse(
        read.text(name) === null && read.text(other) !== null,
        `设置了 ${other} 却没有 ${name}：不会有这个通道`,
      );
  const isOn = read.text('WECHAT_PAY_APP_ID') !== null || read.text('ALIPAY_APP_ID') !== null;
  const callbackUrl = read.text('PAYMENT_CALLBACK_URL') === null ? '' : readAddress(read, 'PAYMENT_CALLBACK_URL', '');
  read.refuse(isOn && callbackUrl === '', '在线支付还需要设置 PAYMENT_CALLBACK_URL：支付通道由此通知付款结果');
  return { wechat, alipay, callbackUrl };
};
