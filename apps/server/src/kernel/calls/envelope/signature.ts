import { hash, timingSafeEqual } from 'node:crypto';
import { channel } from '@ronghui/contract/wire';
import type { Nonces } from '#kernel/calls/envelope/nonces';
import type { Signer } from '#kernel/calls/envelope/signer';
import { Refusal } from '#kernel/calls/refusal';
import type { MovableClock } from '#kernel/setup/clock';

/** The fields of a gateway call as they came; a field that was not sent is null. */
export interface Envelope {
  readonly channel: string | null;
  readonly keyId: string | null;
  readonly timestamp: string | null;
  readonly nonce: string | null;
  readonly data: string | null;
  readonly sign: string | null;
}

/** Why a call was not believed, for the client's one silent recovery (R7.4). */
export type SignatureReason = 'KEY_EXPIRED' | 'CLOCK_SKEW' | 'REPLAY' | 'BAD_SIGN';

/** The answer to every call whose envelope does not stand. */
export const unbelieved = (reason: SignatureReason, clock: MovableClock): Refusal =>
  new Refusal('UMDP00001', { reason, serverTime: clock.now().toISOString() });

/** A complete envelope: every field there, channel right, nonce and timestamp of the right form. */
export interface WholeEnvelope {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly data: string;
  readonly sign: string;
}

/** 16 bytes or more, base64url, unpadded. */
const noncePattern = /^[A-Za-z0-9_-]{22,86}$/;
const timestampPattern = /^\d{1,15}$/;

/** Null unless the envelope is complete; costs no cryptography. */
export const wholeEnvelope = (envelope: Envelope): WholeEnvelope | null => {
  const { keyId, timestamp, nonce, data, sign } = envelope;
  if (keyId === null || timestamp === null || nonce === null || data === null || sign === null) return null;
  if (envelope.channel !== channel || !timestampPattern.test(timestamp) || !noncePattern.test(nonce)) return null;
  return { keyId, timestamp, nonce, data, sign };
};

/** The text that is signed (contract 1). `signedFor` is the operation's id at the gateway, and the path at the direct door. */
export const signedText = (signedFor: string, envelope: Pick<WholeEnvelope, 'timestamp' | 'nonce' | 'data'>): string =>
  `${signedFor}\n${envelope.timestamp}\n${envelope.nonce}\n${hash('sha256', envelope.data)}`;

/** Whether the sign is that of this key, compared in constant time. */
export const isSignedBy = (signer: Signer, signedFor: string, envelope: WholeEnvelope): boolean => {
  const given = Buffer.from(envelope.sign, 'base64url');
  const made = signer(signedText(signedFor, envelope));
  // base64url reading is lenient; only the one spelling of the bytes is taken.
  return given.length === made.length && timingSafeEqual(given, made) && envelope.sign.length === 43;
};

/** What the check needs besides the envelope. */
export interface SignatureDeps {
  readonly clock: MovableClock;
  readonly nonces: Nonces;
  readonly windowMs: number;
}

/** Checks freshness, sign and nonce of a complete envelope. @source contract 1, security 4.2 */
export type SignatureCheck = (signer: Signer, signedFor: string, envelope: WholeEnvelope) => Promise<void> | void;

/** Builds the check. Its start counts: a call signed before it may have been seen by the process before this one. */
export const createSignatureCheck = ({ clock, nonces, windowMs }: SignatureDeps): SignatureCheck => {
  const startedMs = clock.nowMs();
  const startOffsetMs = clock.offsetMs;
  const refuseSeen = (isNew: boolean) => {
    if (!isNew) throw unbelieved('REPLAY', clock);
  };
  return (signer, signedFor, envelope) => {
    const nowMs = clock.nowMs();
    const sentMs = Number(envelope.timestamp);
    if (Math.abs(nowMs - sentMs) > windowMs || sentMs < startedMs + Math.min(0, clock.offsetMs - startOffsetMs))
      throw unbelieved('CLOCK_SKEW', clock);
    if (!isSignedBy(signer, signedFor, envelope)) throw unbelieved('BAD_SIGN', clock);
    const claimed = nonces.claim(envelope.nonce, envelope.keyId, Math.max(sentMs, nowMs) + windowMs);
    return typeof claimed === 'boolean' ? refuseSeen(claimed) : claimed.then(refuseSeen);
  };
};
