import { webcrypto } from 'node:crypto';
import type { SealedKind } from '@ronghui/contract';
import { normaliseMobile } from '@ronghui/domain/mobile';

/** Handed on instead of a text that could not be opened: equal to no mobile and to no password, and safe to store or compare. */
export const unreadable = '\ufffd';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The form in which a sealed value counts for limits, locks and idempotency. */
export const normaliseSealed = (kind: SealedKind, text: string): string =>
  kind === 'mobile' ? normaliseMobile(text) : text.normalize('NFKC');

/** Where a ciphertext stands: it opens in no other call, field or session. */
export interface SealPlace {
  readonly operationId: string;
  readonly field: string;
  readonly keyId: string;
}

/** The OAEP label of contract 3. */
const labelOf = ({ operationId, field, keyId }: SealPlace): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${operationId}\n${field}\n${keyId}`);

/**
 * Opens one ciphertext. Every fault (no base64, wrong label, wrong key, bad UTF-8) gives the same `unreadable`, never an exception, so
 * that no answer tells them apart. @source contract 3, security 4.3
 */
export const openSealed = async (
  privateKey: webcrypto.CryptoKey,
  place: SealPlace,
  ciphertext: string,
): Promise<string> => {
  try {
    const plain = await webcrypto.subtle.decrypt(
      { name: 'RSA-OAEP', label: labelOf(place) },
      privateKey,
      Uint8Array.from(Buffer.from(ciphertext, 'base64')),
    );
    return strictUtf8.decode(plain);
  } catch {
    return unreadable;
  }
};
