import { webcrypto } from 'node:crypto';
import type { SealedKind } from '@ronghui/contract';
import { isBankAccount, normaliseBankAccount } from '@ronghui/domain/certification-form';
import { isMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import { isResidentId, normaliseResidentId } from '@ronghui/domain/identity/resident-id';

/** Handed on instead of a text that could not be opened: equal to no mobile and to no password, and safe to store or compare. */
export const unreadable = '\ufffd';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The form in which a sealed value counts for limits, locks and idempotency. */
export const normaliseSealed = (kind: SealedKind, text: string): string => {
  switch (kind) {
    case 'mobile':
      return normaliseMobile(text);
    case 'password':
      return text.normalize('NFKC');
    case 'contact':
      return text.normalize('NFKC').trim();
    case 'residentId':
      return normaliseResidentId(text);
    case 'bankAccount':
      return normaliseBankAccount(text);
  }
};

/** What is wrong with an opened value, where its kind alone decides that. */
export const sealedFault = (kind: SealedKind, value: string): string | null => {
  switch (kind) {
    case 'mobile':
      return isMobile(value) ? null : '请输入正确的手机号';
    case 'password':
    case 'contact':
      return null;
    case 'residentId':
      return isResidentId(value) ? null : '身份证号有误，请核对';
    case 'bankAccount':
      return isBankAccount(value) ? null : '账号应为 8 至 30 位数字';
  }
};

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
