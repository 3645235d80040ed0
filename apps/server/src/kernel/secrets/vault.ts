import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '#kernel/ports';

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * A vault with a key derived from the master key: AES-256-GCM with a fresh nonce for each text. The bytes are version,
 * nonce, tag and ciphertext.
 *
 * @unit masterKey: at least 32 random bytes
 * @source security 4.12, 4.10
 */
export const openVault = (masterKey: Uint8Array): Vault => {
  if (masterKey.byteLength < 32) throw new RangeError('a master key has at least 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'ronghui vault v1', 32));
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < 1 + ivBytes + tagBytes || bytes[0] !== version) throw new Error('not sealed by this vault');
      const bodyStart = 1 + ivBytes + tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(1 + ivBytes, bodyStart));
      return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString('utf8');
    },
  };
};
