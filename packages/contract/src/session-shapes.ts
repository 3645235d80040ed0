import type Type from 'typebox';
import { memberRoles, merchantAuthKeys } from './auth-keys.ts';
import { opsAuthKeys, staffRoles } from './ops-auth-keys.ts';
import { exactly, flag, id, isoTime, list, object, optional, text, whole, word } from './shapes.ts';

/** The signing key of a session (contract 1); `key` is base64url. */
export const signShape = () => object({ keyId: text(64), key: text(64), expiresAt: isoTime() });

/** Every auth key; true where the user has it. */
export const authMapShape = () => object(Object.fromEntries(merchantAuthKeys.map((key) => [key, flag()])) as AuthFlags);

type AuthFlags = Record<(typeof merchantAuthKeys)[number], Type.TBoolean>;

/** The signed-in user in this session's tenant. */
export const userShape = () =>
  object({
    userId: id(),
    name: text(60, { min: 0 }),
    mobileMasked: text(20),
    emailMasked: text(120, { min: 0 }),
    tenantId: id(),
    role: word(memberRoles),
    tenants: list(object({ tenantId: id(), name: text(120, { min: 0 }), role: word(memberRoles) })),
    /** The tenant has lines of loans, and reads of loans; absent where its lines are of other products alone, or where it has none yet. */
    hasLoans: optional(exactly(true)),
  });

/** The reply of a login: the user, the auth map and a new signing key. */
export const signedIn = () => object({ user: userShape(), auth: authMapShape(), sign: signShape() });

/** The reply to sending a code, in seconds. */
export const codeSent = () => object({ expiresIn: whole(0, 86_400), retryAfter: whole(0, 86_400) });

/** An open session, for its owner to recognise. */
export const sessionItem = () =>
  object({
    sessionId: id(),
    device: text(60, { min: 0 }),
    address: text(64, { min: 0 }),
    createdAt: isoTime(),
    lastSeenAt: isoTime(),
    isCurrent: flag(),
  });

/** The caller's own open sessions. */
export const ownSessions = () => object({ items: list(sessionItem()) });

/** The state of a second factor. */
export const totpShape = () => object({ on: flag(), recoveryCodesLeft: whole(0, 100) });

/** The reply to a fresh proof: a ticket that this session can use once. @unit expiresIn seconds */
export const stepProof = () => object({ stepTicket: id(), expiresIn: whole(0, 86_400) });

/** A code that came by SMS or by mail, as it is typed. */
export const smsCode = () => text(12);

type OpsAuthFlags = Record<(typeof opsAuthKeys)[number], Type.TBoolean>;

/** Every auth key of the console, true where the member of staff has it. */
export const opsAuthMapShape = () =>
  object(Object.fromEntries(opsAuthKeys.map((key) => [key, flag()])) as OpsAuthFlags);

/** The signed-in member of staff. */
export const staffShape = () =>
  object({ staffId: id(), account: text(32), name: text(60, { min: 0 }), roles: list(word(staffRoles), { max: 5 }) });

/** The set-up that an account needs before it can use the console: changing a one-time password, enrolling the second factor (R11.1). */
export const staffSetup = () => ({ mustChangePwd: flag(), totpRequired: flag() });

/** The reply of a login of staff. */
export const staffSignedIn = () =>
  object({ user: staffShape(), auth: opsAuthMapShape(), sign: signShape(), ...staffSetup() });
