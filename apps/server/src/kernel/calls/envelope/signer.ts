import { hash } from 'node:crypto';

/** HMAC-SHA256 of a text with one key, as base64url. */
export type Signer = (text: string) => string;

const blockBytes = 64;
const digestBytes = 32;
/** The longest signed text: a few short lines (contract 1). @unit characters */
const maxLength = 1024;

const padded = (key: Buffer, pad: number, textBytes: number): Buffer => {
  const block = Buffer.alloc(blockBytes + textBytes, pad).fill(0, blockBytes);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  return block;
};

/** One buffer for all signers: writing and hashing happen without an await in between. */
const message = Buffer.alloc(blockBytes + maxLength * 3);

/**
 * HMAC by RFC 2104 with two one-shot hashes: `createHmac` creates a stream object each time and takes three times as
 * long, on every call. The key's two padded blocks are prepared once.
 *
 * @param key at most one block long, as every key here is
 */
export const createSigner = (key: Buffer): Signer => {
  if (key.length > blockBytes) throw new RangeError('a signing key is at most 64 bytes long');
  const inner = padded(key, 0x36, 0);
  const outer = padded(key, 0x5c, digestBytes);
  return (text) => {
    if (text.length > maxLength) throw new RangeError('a signed text is at most 1024 characters long');
    inner.copy(message);
    const end = blockBytes + message.write(text, blockBytes);
    outer.write(hash('sha256', message.subarray(0, end), 'binary'), blockBytes, 'binary');
    return hash('sha256', outer, 'base64url');
  };
};
