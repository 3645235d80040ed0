import { type Area, areaOf, type OperationSpec } from '@ronghui/contract';
import type { IncomingCall } from '#kernel/calls/call';
import {
  type CompleteEnvelope,
  completeEnvelope,
  envelopeRefusal,
  type SignatureCheck,
} from '#kernel/calls/envelope/signature';
import { cookieOf, readCookie } from '#kernel/calls/sessions/cookies';
import { coarseDevice } from '#kernel/calls/sessions/device';
import type { FreshSession, LiveSession } from '#kernel/calls/sessions/live-session';
import type { Sessions } from '#kernel/calls/sessions/session';
import type { MovableClock } from '#kernel/setup/clock';

/** Dependencies of the step. */
export interface AuthenticateDeps {
  readonly sessions: Sessions;
  readonly clock: MovableClock;
  readonly checkSignature: SignatureCheck;
}

/** The authenticated session; `opened` if it was created for this call. */
export interface Authenticated {
  readonly session: LiveSession;
  readonly opened: FreshSession | null;
}

const portalOnly: readonly Area[] = ['portal'];
const opsOnly: readonly Area[] = ['ops'];
const bothAreas: readonly Area[] = ['portal', 'ops'];

/**
 * The areas whose keys an operation accepts. The console may also call visitors' reads (for its previews); everything else is only for
 * the pages of one area.
 */
const areasFor = (spec: OperationSpec): readonly Area[] => {
  if (areaOf(spec) === 'ops') return opsOnly;
  return spec.who === 'visitor' && spec.writes !== true ? bothAreas : portalOnly;
};

/** Whose session a call has to have. */
interface Wanted {
  readonly keyId: string | null;
  readonly areas: readonly Area[];
}

/** The session in the cookie of one of the wanted areas, from the one at `at` on: at once where it is known. */
const sessionFrom = (
  call: IncomingCall,
  deps: AuthenticateDeps,
  wanted: Wanted,
  at = 0,
): LiveSession | null | Promise<LiveSession | null> => {
  const area = wanted.areas[at];
  if (area === undefined) return null;
  const token = readCookie(call.cookie, call.site.names[cookieOf[area]]);
  const choose = (session: LiveSession | null) => {
    // A token in the other area's cookie is not a session.
    const isIt = session?.area === area && (wanted.keyId === null || session.keyId === wanted.keyId);
    return isIt ? session : sessionFrom(call, deps, wanted, at + 1);
  };
  const found = token === null ? null : deps.sessions.find(token, call.operation.spec.writes === true);
  return found instanceof Promise ? found.then(choose) : choose(found);
};

/** A start-up call: it is unsigned, because it hands out the key; a browser without a session gets one. */
const startUp = async (call: IncomingCall, deps: AuthenticateDeps): Promise<Authenticated> => {
  if (call.envelope.channel !== 'OAPP' || call.envelope.data === null) throw envelopeRefusal('BAD_SIGN', deps.clock);
  const area = areaOf(call.operation.spec);
  const session = await sessionFrom(call, deps, { keyId: null, areas: [area] });
  if (session !== null) return { session, opened: null };
  const opened = await deps.sessions.beginAnonymous(area, {
    address: call.address,
    device: coarseDevice(call.userAgent),
  });
  return { session: opened.session, opened };
};

/** Checks signature and nonce of a call by its session's key. */
const verified = (
  call: IncomingCall,
  { clock, checkSignature }: AuthenticateDeps,
  { envelope, session }: { readonly envelope: CompleteEnvelope; readonly session: LiveSession | null },
): Authenticated | Promise<Authenticated> => {
  if (session === null) throw envelopeRefusal('KEY_EXPIRED', clock);
  const checked = checkSignature(session.signer, call.signedFor, envelope);
  const authenticated = { session, opened: null };
  return checked === undefined ? authenticated : checked.then(() => authenticated);
};

/**
 * Checks envelope, key, signature and nonce, and returns the session of the call, or throws 403 `UMDP00001` with the
 * reason. The key is bound to the cookie of its area, and is refused in the other. A known session is there at once: promises take a tenth of a
 * public read.
 *
 * @source contract 1, security 4.2
 */
export const authenticate = (call: IncomingCall, deps: AuthenticateDeps): Authenticated | Promise<Authenticated> => {
  if (call.operation.spec.signed === false) return startUp(call, deps);
  const envelope = completeEnvelope(call.envelope);
  if (envelope === null) throw envelopeRefusal('BAD_SIGN', deps.clock);
  const found = sessionFrom(call, deps, { keyId: envelope.keyId, areas: areasFor(call.operation.spec) });
  if (found instanceof Promise) return found.then((session) => verified(call, deps, { envelope, session }));
  return verified(call, deps, { envelope, session: found });
};
