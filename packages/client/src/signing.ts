import { base64UrlOfBytes, bytesOfBase64, hexOfBytes } from './base64.ts';

const utf8 = new TextEncoder();

/** Imports a session's signing key (base64url). @source contract 1 */
export const importSignKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOfBase64(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** What a signature covers besides the key. */
export interface Signed {
  /** The operation id at the gateway, the path at the direct door. */
  readonly signedFor: string;
  /** @unit epoch ms */
  readonly timestamp: string;
  readonly nonce: string;
  /** The payload as JSON text, exactly as sent. */
  readonly data: string;
}

/** The `sign` of a call: base64url, unpadded. @source contract 1 */
export const signatureOf = async (key: CryptoKey, { signedFor, timestamp, nonce, data }: Signed): Promise<string> => {
  const digest = hexOfBytes(await crypto.subtle.digest('SHA-256', utf8.encode(data)));
  const text = `${signedFor}\n${timestamp}\n${nonce}\n${digest}`;
  return base64UrlOfBytes(await crypto.subtle.sign('HMAC', key, utf8.encode(text)));
};

/** Sixteen random bytes in base64url. @source contract 1 */
export const makeNonce = (): string => base64UrlOfBytes(crypto.getRandomValues(new Uint8Array(16)));

/** Lower-case hex SHA-256 of a file, for an upload's `data`. @source contract 1 */
export const sha256OfFile = async (file: Blob): Promise<string> =>
  hexOfBytes(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));

/** Whether this page can sign: a page on plain HTTP outside loopback has no `crypto.subtle`. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;
