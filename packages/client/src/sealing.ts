import { base64OfBytes, bytesOfBase64 } from './base64.ts';

const utf8 = new TextEncoder();

/** Makes the server's public key (base64 SPKI) ready for use. @source contract 3 */
export const importPublicKey = (spki: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', bytesOfBase64(spki), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);

/** Where a sealed field belongs; its ciphertext opens nowhere else. */
export interface SealPlace {
  readonly operationId: string;
  readonly field: string;
  /** The `keyId` of the envelope that carries it. */
  readonly keyId: string;
}

/** The ciphertext of one field, in base64. @source contract 3, R3.1 */
export const seal = async (publicKey: CryptoKey, place: SealPlace, text: string): Promise<string> => {
  const label = utf8.encode(`${place.operationId}\n${place.field}\n${place.keyId}`);
  return base64OfBytes(await crypto.subtle.encrypt({ name: 'RSA-OAEP', label }, publicKey, utf8.encode(text)));
};
