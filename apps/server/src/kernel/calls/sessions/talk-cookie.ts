import { createHash } from 'node:crypto';
import { newSecret } from '#kernel/setup/ids';

/** The cookie by which a visitor's talk is found again: features get its digest, only the cookie has its token. @source service 1.1 */
export interface CallerTalk {
  /** The digest of the cookie's token; null when there is none. */
  readonly known: Buffer | null;
  /** Gives this browser a new token, of 256 bits, and returns its digest. */
  renew(): Buffer;
}

/** The same, with what dispatch puts into the reply. */
export interface CallTalk extends CallerTalk {
  /** A token that was issued during this call. */
  readonly given: string | null;
}

/** 180 days. @unit seconds @source service 1.1 */
export const talkCookieSec = 180 * 86_400;

/** The digest of a token, as it is stored. */
export const talkDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Reads the talk of a call from its cookie. */
export const talkOf = (token: string | null): CallTalk => {
  let given: string | null = null;
  return {
    known: token === null ? null : talkDigest(token),
    get given() {
      return given;
    },
    renew() {
      given ??= newSecret(32);
      return talkDigest(given);
    },
  };
};
