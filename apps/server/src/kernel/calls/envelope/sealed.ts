import { webcrypto } from 'node:crypto';
import type { SealedKind } from '@ronghui/contract';
import { isMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import { isResidentId, normaliseResidentId } from '@ronghui/domain/identity/resident-id';
import { isBankAccount, normaliseBankAccount } from '@ronghui/domain/invoice/bank-account';

/** Replaces a text that could not be decrypted: it equals no mobile and no password, and can be stored and compared. */
export const unreadable = '\ufffd';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The normalised form of a decrypted value, used for limits, locks and idempotency. */
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

/** The error of a decrypted value, as far as its kind determines it. */
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

/** The context that a ciphertext is bound to; it cannot be decrypted in another call, field or session. */
export interface SealContext {
  readonly operationId: string;
  readonly field: string;
  readonly keyId: string;
}

/** The OAEP label of contract 3. */
const labelOf = ({ operationId, field, keyId }: SealContext): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${operationId}\n${field}\n${keyId}`);

/**
 * Decrypts one ciphertext. Every error (bad base64, wrong label, wrong key, bad UTF-8) gives the same `unreadable` and
 * never an exception, so that replies do not reveal which it was. @source contract 3, security 4.3
 */
export const openSealed = async (
  privateKey: webcrypto.CryptoKey,
  context: SealContext,
  ciphertext: string,
): Promise<string> => {
  try {
    const plain = await webcrypto.subtle.decrypt(
      { name: 'RSA-OAEP', label: labelOf(context) },
      privateKey,
      Uint8Array.from(Buffer.from(ciphertext, 'base64')),
    );
    return strictUtf8.decode(plain);
  } catch {
    return unreadable;
  }
};
