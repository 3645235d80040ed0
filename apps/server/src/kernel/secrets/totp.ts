import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Digests } from '#kernel/ports';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;
const digits = 6;

/** Base32 without padding (RFC 4648), as people and authenticators write a secret. */
export const base32Of = (bytes: Uint8Array): string => {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >>> (bits - 5)) & 31];
    held &= 0xff;
  }
  return bits === 0 ? text : text + alphabet[(held << (5 - bits)) & 31];
};

/** The code of a time step: HMAC-SHA-1, six digits. @source RFC 6238, RFC 4226 5.3 */
export const totpCode = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
};

/**
 * The time step of a typed code: the current, previous or next one (a clock may be half a minute off), and later than
 * the last one that was used. Undefined for a wrong code.
 */
export const matchTotp = (
  secret: Uint8Array,
  typed: string,
  { now, lastStep }: { readonly now: Date; readonly lastStep: number },
): number | undefined => {
  const code = Buffer.from(typed.normalize('NFKC').replace(/\s/g, ''));
  if (code.length !== digits) return undefined;
  const present = Math.floor(now.getTime() / stepMs);
  const near = [present - 1, present, present + 1].filter((step) => step > lastStep);
  return near.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), code));
};

/** The URI in an authenticator's QR code. @source Key URI format */
export const otpauthUrl = (secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string => {
  const query = new URLSearchParams({ secret: base32Of(secret), issuer });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
};

/** Ten characters that are not confused with each other, with a dash in the middle: 48 bits. */
const recoveryAlphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A new recovery code: one login for a user who has lost the device. */
export const newRecoveryCode = (): string => {
  const code = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('');
  return `${code.slice(0, 5)}-${code.slice(5)}`;
};

/** The normalised form of a recovery code that is stored: case and dash are ignored. */
export const recoveryDigest = (digests: Digests, userId: string, typed: string): Buffer => {
  const tidy = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  return digests.of('recoveryCode', `${userId}\n${tidy}`);
};
