import { createHash, createHmac } from 'node:crypto';

/** What a call of Tencent Cloud signs. */
export interface TencentCall {
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly body: string;
  /** @unit seconds since the epoch */
  readonly timestamp: number;
}

/** The signature with what it was made from, for comparison with the published example. */
export interface TencentSigned {
  /** Date, service and the fixed last word: what the signing key is derived for. */
  readonly scope: string;
  readonly canonicalRequest: string;
  readonly stringToSign: string;
  readonly signature: string;
}

/** The content type that is signed, so it is sent as it stands. */
export const tencentContentType = 'application/json; charset=utf-8';

const algorithm = 'TC3-HMAC-SHA256';
const signedHeaders = 'content-type;host;x-tc-action';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signs a call by TC3-HMAC-SHA256. @source running 2.2 */
export const signTencent = (secret: string, { host, service, action, body, timestamp }: TencentCall): TencentSigned => {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const lines = `content-type:${tencentContentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonicalRequest = ['POST', '/', '', lines, signedHeaders, sha256(body)].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const stringToSign = [algorithm, timestamp, scope, sha256(canonicalRequest)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request');
  return { scope, canonicalRequest, stringToSign, signature: hmac(key, stringToSign).toString('hex') };
};

/** The header `Authorization` of a signed call. */
export const tencentAuthorization = (secretId: string, { scope, signature }: TencentSigned): string =>
  `${algorithm} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
