import { timingSafeEqual } from 'node:crypto';
import { channel } from '@ronghui/contract/wire';
import { createDigests } from '#kernel/calls/envelope/recent-digests';
import type { Signer } from '#kernel/calls/envelope/signer';
import type { FastState, NonceAnswer } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';
import type { MovableClock } from '#kernel/setup/clock';

/** The fields of a gateway call as received; an absent field is null. */
export interface Envelope {
  readonly channel: string | null;
  readonly keyId: string | null;
  readonly timestamp: string | null;
  readonly nonce: string | null;
  readonly data: string | null;
  readonly sign: string | null;
}

/** Why a signature was refused, for the client's single automatic retry (R7.4). */
export type SignatureReason = 'KEY_EXPIRED' | 'CLOCK_SKEW' | 'REPLAY' | 'BAD_SIGN';

/** The reply to every call whose envelope is invalid. */
export const envelopeRefusal = (reason: SignatureReason, clock: MovableClock): Refusal =>
  new Refusal('UMDP00001', { reason, serverTime: clock.now().toISOString() });

/** A complete envelope: every field present, the right channel, well-formed nonce and timestamp. */
export interface CompleteEnvelope {
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly data: string;
  readonly sign: string;
}

/** At least 16 bytes, base64url, unpadded. */
const noncePattern = /^[A-Za-z0-9_-]{22,86}$/;
const timestampPattern = /^\d{1,15}$/;

/** Returns null unless the envelope is complete; uses no cryptography. */
export const completeEnvelope = (envelope: Envelope): CompleteEnvelope | null => {
  const { keyId, timestamp, nonce, data, sign } = envelope;
  if (keyId === null || timestamp === null || nonce === null || data === null || sign === null) return null;
  if (envelope.channel !== channel || !timestampPattern.test(timestamp) || !noncePattern.test(nonce)) return null;
  return { keyId, timestamp, nonce, data, sign };
};

/** The payloads of reads without a person's input are short, and few. @unit characters */
const shortData = 64;
const dataDigestOf = createDigests('hex', shortData);

/** The signed text (contract 1). `signedFor` is the operation's id at the gateway, and the path at the direct door. */
export const signedText = (
  signedFor: string,
  envelope: Pick<CompleteEnvelope, 'timestamp' | 'nonce' | 'data'>,
): string => `${signedFor}\n${envelope.timestamp}\n${envelope.nonce}\n${dataDigestOf(envelope.data)}`;

/** HMAC-SHA256 as unpadded base64url. @unit characters */
const signLength = 43;
/** One pair for all comparisons: a new buffer for each of them costs more than the rest of the check. */
const [given, made] = [Buffer.alloc(signLength), Buffer.alloc(signLength)];

/** Whether the signature matches this key; constant-time comparison. Only the canonical spelling is accepted. */
export const isSignedBy = (signer: Signer, signedFor: string, envelope: CompleteEnvelope): boolean => {
  if (envelope.sign.length !== signLength || given.write(envelope.sign) !== signLength) return false;
  made.write(signer(signedText(signedFor, envelope)));
  return timingSafeEqual(given, made);
};

/** Dependencies of the check. */
export interface SignatureDeps {
  readonly clock: MovableClock;
  readonly fast: Pick<FastState, 'claimNonce' | 'clockSlackMs'>;
  readonly windowMs: number;
}

/** What calls of a session are signed with, and the epoch of the shared state that the key belongs to. */
export interface KeyOfCalls {
  readonly signer: Signer;
  readonly epoch: string;
}

/** Checks freshness, signature and nonce of a complete envelope. @source contract 1, security 4.2 */
export type SignatureCheck = (key: KeyOfCalls, signedFor: string, envelope: CompleteEnvelope) => Promise<void> | void;

const reasons = { seen: 'REPLAY', lost: 'KEY_EXPIRED', late: 'CLOCK_SKEW' } as const;

/**
 * Makes the check. The state's own clock decides whether a call is fresh; what is stale by any clock is refused before its signature is made. Calls that were
 * accepted before the state was lost have keys of another epoch.
 */
export const createSignatureCheck = ({ clock, fast, windowMs }: SignatureDeps): SignatureCheck => {
  const staleMs = windowMs + fast.clockSlackMs;
  const refuse = (answer: NonceAnswer) => {
    if (answer !== 'new') throw envelopeRefusal(reasons[answer], clock);
  };
  return ({ signer, epoch }, signedFor, envelope) => {
    const { keyId, nonce } = envelope;
    const sentMs = Number(envelope.timestamp);
    if (Math.abs(clock.nowMs() - sentMs) > staleMs) throw envelopeRefusal('CLOCK_SKEW', clock);
    if (!isSignedBy(signer, signedFor, envelope)) throw envelopeRefusal('BAD_SIGN', clock);
    const answer = fast.claimNonce({ epoch, keyId, nonce, sentMs, windowMs });
    return typeof answer === 'string' ? refuse(answer) : answer.then(refuse);
  };
};
