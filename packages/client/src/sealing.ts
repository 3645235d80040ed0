import { base64OfBytes, bytesOfBase64 } from './base64.ts';

const utf8 = new TextEncoder();

/** Imports the server's public key (base64 SPKI). @source contract 3 */
export const importPublicKey = (spki: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', bytesOfBase64(spki), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);

/** The context that a ciphertext is bound to; it cannot be decrypted in any other. */
export interface SealContext {
  readonly operationId: string;
  readonly field: string;
  /** The `keyId` of the envelope that carries it. */
  readonly keyId: string;
}

/** Encrypts one field; returns base64. @source contract 3, R3.1 */
export const seal = async (publicKey: CryptoKey, context: SealContext, text: string): Promise<string> => {
  const label = utf8.encode(`${context.operationId}\n${context.field}\n${context.keyId}`);
  return base64OfBytes(await crypto.subtle.encrypt({ name: 'RSA-OAEP', label }, publicKey, utf8.encode(text)));
};
