import type { Session } from '#kernel/calls/context';
import type { Signer } from '#kernel/calls/envelope/signer';

/** A session as dispatch works with it: the reader's part, and the key that its calls are signed with. */
export type LiveSession = Session & {
  readonly tokenHash: string;
  readonly keyId: string;
  readonly signer: Signer;
  readonly expiresAt: Date;
};

/** A session that was just made, with the token that goes into the cookie and nowhere else. */
export interface FreshSession {
  readonly token: string;
  readonly session: LiveSession;
}

/** Who asks for a session, for the list of one's devices. */
export interface Visitor {
  readonly address: string;
  readonly device: string;
}
