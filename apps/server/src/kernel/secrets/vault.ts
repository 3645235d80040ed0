import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Vault } from '#kernel/ports';
import type { KeysOf } from '#kernel/secrets/data-keys/key-ring';

/** The form of before there were generations: its key is the first. */
const firstForm = 1;
/** The form that names the generation of its key. */
const numberedForm = 2;
const numberBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

/**
 * How everything begins that a generation sealed: form 1, which nodes of before read, or form 2 and the number. It is bound to the text that
 * follows, but for form 1.
 */
export const sealedPrefix = (generation: number): Buffer => {
  if (generation === 1) return Buffer.of(firstForm);
  const prefix = Buffer.alloc(1 + numberBytes);
  prefix.writeUInt8(numberedForm);
  prefix.writeUInt32BE(generation, 1);
  return prefix;
};

const boundTo = (generation: number, prefix: Uint8Array): Buffer =>
  generation === 1 ? Buffer.alloc(0) : Buffer.concat([Buffer.from('ronghui vault\n'), prefix]);

/** The generation that sealed something; null where it is none of ours. */
const generationOf = (bytes: Buffer): number | null => {
  if (bytes[0] === firstForm) return 1;
  if (bytes[0] !== numberedForm || bytes.length < 1 + numberBytes) return null;
  const generation = bytes.readUInt32BE(1);
  // One generation has one form.
  return generation === 1 ? null : generation;
};

/**
 * A vault with the data keys of its purpose: AES-256-GCM with a fresh nonce for each text. The bytes are the prefix of the generation, nonce, tag and
 * ciphertext. It seals with the generation in force and opens what any that is not dropped has sealed.
 *
 * @source security 4.12, 4.10, running 5.4
 */
export const openVault = (keys: KeysOf): Vault => ({
  seal(text) {
    const { generation, key } = keys.current;
    const [prefix, iv] = [sealedPrefix(generation), randomBytes(ivBytes)];
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(generation, prefix));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([prefix, iv, cipher.getAuthTag(), body]);
  },
  open(sealed) {
    const bytes = Buffer.from(sealed);
    const generation = generationOf(bytes);
    const key = generation === null ? undefined : keys.find(generation);
    if (generation === null || key === undefined) throw new Error('not sealed by this vault');
    const prefix = sealedPrefix(generation);
    const [tagStart, bodyStart] = [prefix.length + ivBytes, prefix.length + ivBytes + tagBytes];
    if (bytes.length < bodyStart) throw new Error('not sealed by this vault');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(prefix.length, tagStart), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(generation, prefix)).setAuthTag(bytes.subarray(tagStart, bodyStart));
    return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString('utf8');
  },
});
