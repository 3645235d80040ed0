import { createDecipheriv, type KeyObject } from 'node:crypto';
import { signRsa } from './rsa.ts';

/** What a call of WeChat Pay signs. */
export interface WechatCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly url: string;
  /** @unit seconds since the epoch */
  readonly timestamp: number;
  readonly nonce: string;
  /** Empty where there is none. */
  readonly body: string;
}

/** The message that is signed. */
export const wechatMessage = ({ method, url, timestamp, nonce, body }: WechatCall): string =>
  `${method}\n${url}\n${timestamp}\n${nonce}\n${body}\n`;

/** The header `Authorization` of a call. @source receipts 4.1 */
export const wechatAuthorization = (
  {
    merchantId,
    serial,
    privateKey,
  }: { readonly merchantId: string; readonly serial: string; readonly privateKey: KeyObject },
  call: WechatCall,
): string => {
  const fields = {
    mchid: merchantId,
    nonce_str: call.nonce,
    signature: signRsa(privateKey, wechatMessage(call)),
    timestamp: String(call.timestamp),
    serial_no: serial,
  };
  const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`;
};

/** What an answer and a notice are signed over: the bytes as they came. */
export const wechatSignedBytes = (timestamp: string, nonce: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')]);

const tagBytes = 16;

/** The encrypted part of a notice. */
export interface WechatResource {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associatedData: string;
}

/** Opens it (AEAD_AES_256_GCM); null where the key, or anything of it, is wrong. */
export const openWechatResource = (
  key: string,
  { ciphertext, nonce, associatedData }: WechatResource,
): string | null => {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length <= tagBytes) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(associatedData));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
