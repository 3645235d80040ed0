import type { ErrorsOf, ownStaffOperations, Refused, ReplyOf } from '@ronghui/contract';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor, OpsContext, VisitorContext } from '#kernel/calls/context';
import { wireSessionOf } from '#kernel/calls/sessions/own-session';
import { issueTicket, spendTicket } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { newRecoveryCodes, newTotpSecret } from '#kernel/secrets/second-factor';
import { ownRow, signIn } from './sign-in.ts';
import { lockStaff } from './staff.sql.ts';
import { countRecoveryCodes, findIssuer, replaceRecoveryCodes, updatePendingTotp } from './staff-totp.sql.ts';
import { changeSubject, provePending, proveTotp, recordSuccess, tryPassword, usableStaff } from './staff-try.ts';

/** How long a proof is valid. @unit seconds */
const stepSec = 300;

type Verify = (typeof ownStaffOperations)['ops.user.verify'];
type Confirm = (typeof ownStaffOperations)['ops.totp.confirm'];
type Confirmed = { readonly ok: true; readonly reply: ReplyOf<Confirm> } | Refused<ErrorsOf<Confirm>>;
type Proof = { readonly ok: true } | Refused<ErrorsOf<Verify>>;

const bondOf = ({ session }: VisitorContext) => ({ purpose: 'step', sessionId: session.sessionId }) as const;

/** Whether a fresh proof came with the call; it is used up. */
const hasStepProof = (context: VisitorContext, ticket: string): Promise<boolean> =>
  spendTicket(context.ports, bondOf(context), ticket);

/** Proves by password, which alone proves nobody with a second factor; wrong tries are counted with those at a change of password. @source R4.5, R11.1 */
const proveByPassword = async (context: HandlerContext<Verify>, password: string): Promise<Proof> => {
  const subject = changeSubject(context.ports.digests, context.staffId);
  const tried = await tryPassword(context, { subject, password, staff: await ownRow(context) });
  if (!tried.ok) {
    // Nobody gets here with a one-time password: the set-up comes first.
    if (tried.reason === 'wrong' || tried.reason === 'oneTimeOver') return { ok: false, reason: 'wrongPassword' };
    return tried;
  }
  const held = await context.transactAsService((tx) => recordSuccess(tx, tried));
  if (held === undefined) return { ok: false, reason: 'wrongPassword' };
  const usable = usableStaff(held);
  if (!usable.ok || held.totpSecretSealed === null) return usable;
  return { ok: false, reason: 'moreProof', data: { need: 'totp' } };
};

/** Proves by a code of the second factor. */
const proveByTotp = (context: HandlerContext<Verify>, typed: string): Promise<Proof> =>
  context.transactAsService<Proof>(async (tx) => {
    const held = await lockStaff(tx, context.staffId);
    if (held === undefined || held.totpSecretSealed === null) return { ok: false, reason: 'wrongTotp' };
    const usable = usableStaff(held);
    if (!usable.ok) return usable;
    const proof = await proveTotp(tx, context, held, typed);
    return !proof.ok && proof.reason === 'moreProof' ? { ok: false, reason: 'wrongTotp' } : proof;
  });

/** The caller's own account, locked until the transaction ends. */
const lockOwn = async (tx: Tx, { staffId }: OpsContext) => {
  const held = await lockStaff(tx, staffId);
  if (held === undefined) throw new Error('a session of staff without its account');
  return held;
};

/** One's own account: a fresh proof, the second factor, sessions (R11.1, security 4.1). */
export const ownStaffHandlers: HandlersFor<typeof ownStaffOperations> = {
  'ops.user.verify': async ({ pwd, totp, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail } = context;
    if ((pwd === undefined) === (totp === undefined))
      return fail('invalid', wrongField('pwd', '请输入密码，或动态口令，只需其一'));
    if (pwd === '') return fail('empty');
    context.audit({ object: staffId, after: { by: pwd === undefined ? 'totp' : 'password' } });
    const proof = pwd === undefined ? await proveByTotp(context, totp ?? '') : await proveByPassword(context, pwd);
    if (!proof.ok) return fail(proof);
    const stepTicket = await issueTicket(ports, bondOf(context), stepSec * 1000);
    return { stepTicket, expiresIn: stepSec };
  },

  'ops.user.safety': async (_input, context) => {
    const { totpSecretSealed } = await ownRow(context);
    return {
      totp: {
        on: totpSecretSealed !== null,
        recoveryCodesLeft: await countRecoveryCodes(context.db, context.staffId),
      },
    };
  },

  'ops.user.sessions': async (_input, { staffId, session, sessions, transact }) => ({
    items: (await transact((tx) => sessions.listOf(tx, staffId))).map((one) => wireSessionOf(one, session)),
  }),

  'ops.user.endSession': ({ sessionId }, context) =>
    context.transact(async (tx) => {
      const { staffId, session, sessions, fail } = context;
      context.audit({ object: sessionId });
      if (sessionId === session.sessionId) await sessions.end(tx);
      else if (!(await sessions.endOne(tx, staffId, sessionId))) return fail('notFound');
      return {};
    }),

  'ops.totp.begin': ({ stepTicket = '' }, context) =>
    context.transact(async (tx) => {
      const { staffId, pendingSetup, ports, fail } = context;
      const held = await lockOwn(tx, context);
      const isFirst = pendingSetup.includes('totp') && held.totpSecretSealed === null;
      if (!isFirst && !(await hasStepProof(context, stepTicket))) return fail('moreProof');
      const names = { issuer: `${(await findIssuer(tx)) ?? '融惠'}运营台`, account: held.account };
      const { sealed, shown } = newTotpSecret(ports.vault, names);
      await updatePendingTotp(tx, staffId, sealed);
      context.audit({ object: staffId });
      return shown;
    }),

  'ops.totp.confirm': async ({ code }, context) => {
    const { staffId, ports, sessions, fail } = context;
    const outcome = await context.transact<Confirmed>(async (tx) => {
      const held = await lockOwn(tx, context);
      const { totpPendingSealed: secretSealed } = held;
      if (secretSealed === null) return { ok: false, reason: 'changed' };
      const proof = await provePending(tx, context, secretSealed, code);
      if (!proof.ok) return proof.reason === 'wrongTotp' ? { ok: false, reason: 'wrongCode' } : proof;
      const { codes, digests } = newRecoveryCodes(ports.digests, staffId);
      await replaceRecoveryCodes(tx, staffId, digests);
      // The other sessions end: they began without this factor.
      await sessions.endAllOf(tx, staffId, { keepCaller: true });
      const isReplaced = held.totpSecretSealed !== null;
      context.audit({ object: staffId, before: { totp: isReplaced }, after: { totp: true } });
      const signedIn = await signIn(tx, context, { ...held, totpSecretSealed: secretSealed });
      return { ok: true, reply: { ...signedIn, recoveryCodes: codes } };
    });
    return outcome.ok ? outcome.reply : fail(outcome);
  },

  'ops.totp.renewCodes': ({ stepTicket }, context) =>
    context.transact(async (tx) => {
      const { staffId, ports, fail } = context;
      const held = await lockOwn(tx, context);
      if (held.totpSecretSealed === null) return fail('changed');
      if (!(await hasStepProof(context, stepTicket))) return fail('moreProof');
      const { codes, digests } = newRecoveryCodes(ports.digests, staffId);
      await replaceRecoveryCodes(tx, staffId, digests);
      context.audit({ object: staffId, after: { recoveryCodes: codes.length } });
      return { recoveryCodes: codes };
    }),
};
