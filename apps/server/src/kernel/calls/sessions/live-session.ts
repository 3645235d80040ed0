import type { Session } from '#kernel/calls/context';
import type { Signer } from '#kernel/calls/envelope/signer';

/** A session for dispatch: the part that handlers see, and the key that its calls are signed with. */
export type LiveSession = Session & {
  readonly tokenHash: string;
  readonly keyId: string;
  /** The epoch of the shared state that the key belongs to. */
  readonly epoch: string;
  readonly signer: Signer;
  readonly expiresAt: Date;
};

/** A new session, with the token, which goes only into the cookie. */
export interface FreshSession {
  readonly token: string;
  readonly session: LiveSession;
}

/** The device and address of a new session, for the user's list of sessions. */
export interface Visitor {
  readonly address: string;
  readonly device: string;
}
