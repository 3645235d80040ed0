import { createHash, createHmac } from 'node:crypto';

/** What a call of Alibaba Cloud signs; the body is empty, its parameters are in the query. */
export interface AliyunCall {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  /** Of the query. */
  readonly params: Readonly<Record<string, string>>;
  /** ISO 8601 in UTC, without fractions of a second. */
  readonly date: string;
  readonly nonce: string;
}

/** The signature with what it was made from, for comparison with the published examples. */
export interface AliyunSigned {
  /** The encoded query, in the order that was signed. */
  readonly query: string;
  /** The signed headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signedHeaders: string;
  readonly canonicalRequest: string;
  readonly stringToSign: string;
  readonly signature: string;
}

const algorithm = 'ACS3-HMAC-SHA256';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const emptyBody = sha256('');

/** RFC 3986: everything but letters, digits and `-_.~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** By code units, as the carrier sorts: never by the rules of a language. */
const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : Number(one > other);

/** Signs a call by ACS3-HMAC-SHA256. @source running 2.2 */
export const signAliyun = (
  secret: string,
  { host, action, version, params, date, nonce }: AliyunCall,
): AliyunSigned => {
  const headers: Readonly<Record<string, string>> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': emptyBody,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const query = Object.entries(params)
    .toSorted(byName)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const sorted = Object.entries(headers).toSorted(byName);
  const signedHeaders = sorted.map(([name]) => name).join(';');
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonicalRequest = ['POST', '/', query, lines, signedHeaders, emptyBody].join('\n');
  const stringToSign = `${algorithm}\n${sha256(canonicalRequest)}`;
  const signature = createHmac('sha256', secret).update(stringToSign).digest('hex');
  return { query, headers, signedHeaders, canonicalRequest, stringToSign, signature };
};

/** The header `Authorization` of a signed call. */
export const aliyunAuthorization = (keyId: string, { signedHeaders, signature }: AliyunSigned): string =>
  `${algorithm} Credential=${keyId},SignedHeaders=${signedHeaders},Signature=${signature}`;
