import { timingSafeEqual } from 'node:crypto';
import { channel } from '@ronghui/contract/wire';
import { createDigests } from '#kernel/calls/envelope/recent-digests';
import type { Signer } from '#kernel/calls/envelope/signer';
import { Refusal } from '#kernel/calls/refusal';
import type { FastState } from '#kernel/ports';
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
  readonly fast: Pick<FastState, 'claimNonce'>;
  readonly windowMs: number;
}

/** Checks freshness, signature and nonce of a complete envelope. @source contract 1, security 4.2 */
export type SignatureCheck = (signer: Signer, signedFor: string, envelope: CompleteEnvelope) => Promise<void> | void;

/** Makes the check. Calls that an earlier process may have accepted have keys that are no longer known: `nonceEpoch` is a part of their ids. */
export const createSignatureCheck = ({ clock, fast, windowMs }: SignatureDeps): SignatureCheck => {
  const refuseReplay = (isNew: boolean) => {
    if (!isNew) throw envelopeRefusal('REPLAY', clock);
  };
  return (signer, signedFor, envelope) => {
    const nowMs = clock.nowMs();
    const sentMs = Number(envelope.timestamp);
    if (Math.abs(nowMs - sentMs) > windowMs) throw envelopeRefusal('CLOCK_SKEW', clock);
    if (!isSignedBy(signer, signedFor, envelope)) throw envelopeRefusal('BAD_SIGN', clock);
    const claimed = fast.claimNonce(envelope.nonce, envelope.keyId, Math.max(sentMs, nowMs) + windowMs);
    return typeof claimed === 'boolean' ? refuseReplay(claimed) : claimed.then(refuseReplay);
  };
};
