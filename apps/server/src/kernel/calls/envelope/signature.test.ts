import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { openSealed, unreadable } from '#kernel/calls/envelope/sealed';
import {
  type CompleteEnvelope,
  completeEnvelope,
  createSignatureCheck,
  isSignedBy,
  signedText,
} from '#kernel/calls/envelope/signature';
import { createSigner } from '#kernel/calls/envelope/signer';
import { parseForm } from '#kernel/http/bodies/form';
import { createClock } from '#kernel/setup/clock';
import vectors from '../../testing/vectors.json' with { type: 'json' };

const key = createSigner(Buffer.from(vectors.signature.key, 'base64url'));
const minute = 60_000;

const signed = (envelope: Omit<CompleteEnvelope, 'sign'>): CompleteEnvelope => ({
  ...envelope,
  sign: key(signedText('x', envelope)),
});

const whole = (body: string): CompleteEnvelope => {
  const envelope = completeEnvelope(parseForm(Buffer.from(body)));
  if (envelope === null) throw new Error('incomplete');
  return envelope;
};

describe('R7.4 the signature', () => {
  it.each(vectors.signature.cases)(
    'R7.4 the vector for $signedFor is parsed and accepted',
    ({ body, data, signedFor }) => {
      const envelope = whole(body);
      expect(envelope.data).toBe(data);
      expect(isSignedBy(key, signedFor, envelope)).toBe(true);
    },
  );

  it('R7.4 a change of any signed part, or of one letter of the signature, is refused', () => {
    const [first] = vectors.signature.cases;
    const envelope = whole(first?.body ?? '');
    const signedFor = first?.signedFor ?? '';
    expect(isSignedBy(key, 'portal.login', envelope)).toBe(false);
    for (const change of [
      { timestamp: '1795132800001' },
      { nonce: 'AAECAwQFBgcICQoLDA0ODg' },
      { data: '{"limit":4}' },
    ]) {
      expect(isSignedBy(key, signedFor, { ...envelope, ...change })).toBe(false);
    }
    for (const sign of [
      `A${envelope.sign.slice(1)}`,
      envelope.sign.slice(0, 42),
      `${envelope.sign}A`,
      `${envelope.sign}=`,
      // Two bytes for one character: the comparison must not see what an earlier signature left in its buffer.
      `${envelope.sign.slice(0, 42)}é`,
      `${envelope.sign.slice(0, 42)}${String.fromCharCode(0x100 + envelope.sign.charCodeAt(42))}`,
      '',
    ]) {
      expect(isSignedBy(key, signedFor, { ...envelope, sign })).toBe(false);
    }
  });

  it('R7.4 an envelope without one of its fields, of another channel or with a short nonce is incomplete', () => {
    const envelope = parseForm(Buffer.from(vectors.signature.cases[0]?.body ?? ''));
    expect(completeEnvelope(envelope)).not.toBeNull();
    for (const name of ['channel', 'keyId', 'timestamp', 'nonce', 'data', 'sign'] as const) {
      expect(completeEnvelope({ ...envelope, [name]: null })).toBeNull();
    }
    const wrong = { channel: 'PUBCC', timestamp: '1e12', nonce: 'AAECAwQFBgcICQoLDA0OD' };
    for (const [name, value] of Object.entries(wrong))
      expect(completeEnvelope({ ...envelope, [name]: value })).toBeNull();
  });
});

describe('R7.4 freshness', () => {
  const setUp = () => {
    const clock = createClock();
    const fast = createMemoryFastState(clock);
    const check = createSignatureCheck({ clock, fast, windowMs: 5 * minute });
    const envelopeAt = (timestamp: number, nonce: string) =>
      signed({ keyId: 'k', timestamp: String(timestamp), nonce, data: '{}' });
    const reasonOf = (envelope: CompleteEnvelope): string | null => {
      try {
        void check({ signer: key, epoch: fast.epoch }, 'x', envelope);
        return null;
      } catch (error) {
        return error instanceof Error && 'data' in error ? String(Object(error.data).reason) : 'other';
      }
    };
    return { clock, envelopeAt, reasonOf };
  };

  it('R7.4 a timestamp more than five minutes off is stale', () => {
    const { clock, envelopeAt, reasonOf } = setUp();
    clock.moveTo(20 * minute);
    const now = clock.nowMs();
    expect(reasonOf(envelopeAt(now + 5 * minute + 2000, 'n'.repeat(22)))).toBe('CLOCK_SKEW');
    expect(reasonOf(envelopeAt(now - 5 * minute - 2000, 'n'.repeat(22)))).toBe('CLOCK_SKEW');
    expect(reasonOf(envelopeAt(now + 5 * minute - 2000, 'm'.repeat(22)))).toBeNull();
    expect(reasonOf(envelopeAt(now - 5 * minute + 2000, 'l'.repeat(22)))).toBeNull();
  });

  it('R7.4 a nonce is used once, also with another timestamp, and a nonce dated ahead is kept until its window has passed', () => {
    const { clock, envelopeAt, reasonOf } = setUp();
    const nonce = 'p'.repeat(22);
    const ahead = envelopeAt(clock.nowMs() + 4 * minute, nonce);
    expect(reasonOf(ahead)).toBeNull();
    expect(reasonOf(ahead)).toBe('REPLAY');
    expect(reasonOf(envelopeAt(clock.nowMs(), nonce))).toBe('REPLAY');
    clock.moveTo(8.9 * minute);
    expect(reasonOf(ahead)).toBe('REPLAY');
  });

  it('R7.4 after the clock is set back new calls are served', () => {
    const { clock, envelopeAt, reasonOf } = setUp();
    clock.moveTo(-60 * minute);
    expect(reasonOf(envelopeAt(clock.nowMs(), 'q'.repeat(22)))).toBeNull();
  });
});

describe('R3.1 sealed fields', () => {
  const privateKey = webcrypto.subtle.importKey(
    'pkcs8',
    Buffer.from(vectors.sealed.privateKeyPkcs8, 'base64'),
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['decrypt'],
  );

  it.each(vectors.sealed.cases)(
    'R3.1 the vector for $operationId $field opens',
    async ({ ciphertext, text, ...place }) => {
      expect(await openSealed(await privateKey, place, ciphertext)).toBe(text);
    },
  );

  it('R3.1 a ciphertext cannot be decrypted in another call, field or session, and every fault gives the same answer', async () => {
    const { ciphertext, text: _, ...place } = vectors.sealed.cases[0] ?? { ciphertext: '', text: '' };
    const right = { operationId: '', field: '', keyId: '', ...place };
    const faults = [
      openSealed(await privateKey, { ...right, operationId: 'portal.register' }, ciphertext),
      openSealed(await privateKey, { ...right, field: 'pwd' }, ciphertext),
      openSealed(await privateKey, { ...right, keyId: 'k-009' }, ciphertext),
      openSealed(await privateKey, right, `A${ciphertext.slice(1)}`),
      openSealed(await privateKey, right, 'no base64!'),
      openSealed(await privateKey, right, ''),
    ];
    expect(new Set(await Promise.all(faults))).toEqual(new Set([unreadable]));
  });
});
