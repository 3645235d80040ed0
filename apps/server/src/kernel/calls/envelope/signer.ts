import { hash } from 'node:crypto';

/** HMAC-SHA256 of a text under one key. */
export type Signer = (text: string) => Buffer;

const blockBytes = 64;
const digestBytes = 32;
/** What is signed is a few short lines (contract 1). @unit characters */
const maxLength = 1024;

const padded = (key: Buffer, pad: number, roomBytes: number): Buffer => {
  const block = Buffer.alloc(blockBytes + roomBytes, pad).fill(0, blockBytes);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  return block;
};

/** One for all signers: nothing waits between writing into it and hashing it. */
const message = Buffer.alloc(blockBytes + maxLength * 3);

/**
 * HMAC as RFC 2104 writes it, on two one-shot hashes: `createHmac` builds a stream object each time, and takes three times as long on
 * the one path that every call goes. The key's two padded blocks are made once.
 *
 * @param key at most a block long, as every key of ours is
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
    return hash('sha256', outer, 'buffer');
  };
};
