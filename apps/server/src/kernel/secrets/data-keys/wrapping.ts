import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** What data keys are for that every installation has from its first start. */
export const keyPurposes = ['vault', 'digests', 'audit', 'signing'] as const;
export type FirstPurpose = (typeof keyPurposes)[number];
/** What data keys are for. The first pepper is a key file: the table has those that follow it. */
export type KeyPurpose = FirstPurpose | 'pepper';

/** Which key of a purpose. */
export interface KeyPlace {
  readonly purpose: KeyPurpose;
  readonly generation: number;
}

export const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

const hmac = (key: KeyObject | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A wrapped key cannot be taken for one of another purpose or generation. */
const boundTo = ({ purpose, generation }: KeyPlace): Buffer =>
  Buffer.from(`ronghui data key\n${purpose}\n${generation}`);

/** A master key as far as it is used: to wrap and unwrap data keys. */
export interface Master {
  /** Tells it apart from others, and tells nothing of it: manifests of backups have it too. */
  readonly fingerprint: string;
  wrap(place: KeyPlace, key: Uint8Array): Buffer;
  /** Null where another master key wrapped it, or it was changed. The caller clears the bytes once they are used. */
  unwrap(place: KeyPlace, wrapped: Uint8Array): Buffer | null;
}

/** The master key of its bytes, which the caller may clear afterwards. @source running 5.4 */
export const masterOf = (bytes: Uint8Array): Master => {
  if (bytes.byteLength < keyBytes) throw new RangeError('a master key has at least 32 bytes');
  const derived = Buffer.from(hkdfSync('sha256', bytes, '', 'ronghui data keys v1', keyBytes));
  const key = createSecretKey(derived);
  derived.fill(0);
  // As backups were marked before there were data keys.
  const fingerprint = hmac(hmac(bytes, 'digests'), 'backup keys\n').toString('hex').slice(0, 16);
  return {
    fingerprint,
    wrap(place, plain) {
      const nonce = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    unwrap(place, wrapped) {
      const bytesOf = Buffer.from(wrapped);
      if (bytesOf.length !== ivBytes + tagBytes + keyBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytesOf.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(boundTo(place)).setAuthTag(bytesOf.subarray(ivBytes, ivBytes + tagBytes));
      const plain = decipher.update(bytesOf.subarray(ivBytes + tagBytes));
      try {
        decipher.final();
        return plain;
      } catch {
        plain.fill(0);
        return null;
      }
    },
  };
};

/** The keys that were derived from a master key before there were data keys: generation 1 of each purpose. The caller clears them. */
export const firstKeys = (master: Uint8Array): Record<FirstPurpose, Buffer> => ({
  vault: Buffer.from(hkdfSync('sha256', master, '', 'ronghui vault v1', keyBytes)),
  digests: hmac(master, 'digests'),
  audit: hmac(master, 'digests'),
  signing: hmac(master, 'session signing keys'),
});
