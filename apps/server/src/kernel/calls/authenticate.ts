import { type Area, areaOf, type OperationSpec } from '@ronghui/contract';
import type { IncomingCall } from '#kernel/calls/call';
import { completeEnvelope, envelopeRefusal, type SignatureCheck } from '#kernel/calls/envelope/signature';
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

const sessionOf = async (
  call: IncomingCall,
  { sessions }: AuthenticateDeps,
  wanted: { readonly keyId: string | null; readonly areas: readonly Area[] },
): Promise<LiveSession | null> => {
  const exact = call.operation.spec.writes === true;
  for (const area of wanted.areas) {
    const token = readCookie(call.cookie, call.site.names[cookieOf[area]]);
    const found = token === null ? null : sessions.find(token, exact);
    const session = found instanceof Promise ? await found : found;
    // A token in the other area's cookie is not a session.
    if (session === null || session.area !== area) continue;
    if (wanted.keyId === null || session.keyId === wanted.keyId) return session;
  }
  return null;
};

/** The session of a key that another node made in an epoch which this one has not heard of yet. @source running 1.3 */
const laterSessionOf = async (
  call: IncomingCall,
  deps: AuthenticateDeps,
  wanted: { readonly keyId: string; readonly areas: readonly Area[] },
): Promise<LiveSession | null> =>
  (await deps.sessions.isOfLaterEpoch(wanted.keyId)) ? sessionOf(call, deps, wanted) : null;

/** A start-up call: it is unsigned, because it hands out the key; a browser without a session gets one. */
const startUp = async (call: IncomingCall, deps: AuthenticateDeps): Promise<Authenticated> => {
  if (call.envelope.channel !== 'OAPP' || call.envelope.data === null) throw envelopeRefusal('BAD_SIGN', deps.clock);
  const area = areaOf(call.operation.spec);
  const session = await sessionOf(call, deps, { keyId: null, areas: [area] });
  if (session !== null) return { session, opened: null };
  const opened = await deps.sessions.beginAnonymous(area, {
    address: call.address,
    device: coarseDevice(call.userAgent),
  });
  return { session: opened.session, opened };
};

/**
 * Checks envelope, key, signature and nonce, and returns the session of the call, or throws 403 `UMDP00001` with the
 * reason. The key is bound to the cookie of its area, and is refused in the other.
 *
 * @source contract 1, security 4.2
 */
export const authenticate = async (call: IncomingCall, deps: AuthenticateDeps): Promise<Authenticated> => {
  if (call.operation.spec.signed === false) return startUp(call, deps);
  const envelope = completeEnvelope(call.envelope);
  if (envelope === null) throw envelopeRefusal('BAD_SIGN', deps.clock);
  const wanted = { keyId: envelope.keyId, areas: areasFor(call.operation.spec) };
  const session = (await sessionOf(call, deps, wanted)) ?? (await laterSessionOf(call, deps, wanted));
  if (session === null) throw envelopeRefusal('KEY_EXPIRED', deps.clock);
  const checked = deps.checkSignature(session, call.signedFor, envelope);
  if (checked !== undefined) await checked;
  return { session, opened: null };
};
