import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner } from '#kernel/calls/envelope/signer';

const keys = fc.uint8Array({ minLength: 0, maxLength: 64 }).map((bytes) => Buffer.from(bytes));

describe('contract 1 the sign', () => {
  it('contract 1 equals the library’s HMAC-SHA256, for every key and text', () => {
    fc.assert(
      fc.property(keys, fc.string({ unit: 'binary', maxLength: 1024 }), (key, text) => {
        fc.pre(text.length <= 1024);
        expect(createSigner(key)(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
      }),
    );
  });

  it('contract 1 signers do not affect each other, nor does a long text affect a short one after it', () => {
    const [one, two] = [createSigner(Buffer.alloc(32, 1)), createSigner(Buffer.alloc(32, 2))];
    const first = one('short');
    two('x'.repeat(1000));
    expect(one('short')).toEqual(first);
    expect(two('short')).not.toEqual(first);
  });

  it('contract 1 a text that is too long for any envelope is refused instead of cut', () => {
    expect(() => createSigner(Buffer.alloc(65))).toThrow(RangeError);
    expect(() => createSigner(Buffer.alloc(32))('x'.repeat(1025))).toThrow(RangeError);
  });
});
