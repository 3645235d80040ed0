import type { accountOperations, ErrorsOf, Refused } from '@ronghui/contract';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor, MerchantContext } from '#kernel/calls/context';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import { findOwnLogin } from './account.reads.ts';
import { findContacts } from './account.sql.ts';
import { countLogin, recordSuccess, tryPasswordOf, usableAccount } from './password-try.ts';
import { mailCodeBond, ownCodeBond, proveSmsCode, proveTotp } from './proofs.ts';
import { deleteSmsCode } from './sms-code.sql.ts';
import { lockTotp } from './totp.sql.ts';

/** How long a proof is valid. @unit seconds */
const stepSec = 300;

type Scene = 'stepUp' | 'closeAccount';
type StepUp = (typeof accountOperations)['user.verifyCode'];
type Proof = { readonly ok: true } | Refused<ErrorsOf<StepUp>>;

/** What a proof may be given by, of which a call has one. */
interface Given {
  readonly code?: string | undefined;
  readonly pwd?: string | undefined;
  readonly totp?: string | undefined;
}

/** Refuses a payload with none or several of password, code and one-time password, naming the field. */
const oneWayOnly = ({ code, pwd, totp }: Given): Proof => {
  const ways = [code, pwd, totp].filter((way) => way !== undefined).length;
  if (ways === 1) return { ok: true };
  const data =
    ways === 0
      ? wrongField('pwd', '请输入登录密码或验证码')
      : wrongField(code === undefined ? 'totp' : 'code', '密码与验证码只需其一');
  return { ok: false, reason: 'invalid', data };
};

/** Who has a second factor proves themselves by it: what else somebody may know of them does not replace it. @source R10.9 */
const needsTotp = { ok: false, reason: 'moreProof', data: { need: 'totp' } } as const;

/** Proves by password; wrong tries count towards the mobile's lock, as at a login. @source R4.5 */
const proveByPassword = async (context: HandlerContext<StepUp>, pwd: string): Promise<Proof> => {
  await countLogin(context);
  const own = await context.transactAsService((tx) => findOwnLogin(tx, context.userId, context.device.known));
  const tried = await tryPasswordOf(context, { password: pwd, isLogin: false }, own);
  if (!tried.ok) return tried.reason === 'wrong' ? { ok: false, reason: 'wrongPassword' } : tried;
  const owner = await context.transactAsService((tx) => recordSuccess(tx, tried));
  if (owner === undefined) return { ok: false, reason: 'wrongPassword' };
  const usable = usableAccount(owner.status);
  return usable.ok && owner.hasTotp ? needsTotp : usable;
};

/** Proves by a code of the second factor, or a recovery code in its place; tries are counted as those at a login. */
const proveByTotp = async (context: HandlerContext<StepUp>, typed: string): Promise<Proof> => {
  await countLogin(context);
  return context.transactAsService<Proof>(async (tx) => {
    const { user } = await findOwnLogin(tx, context.userId, context.device.known);
    const { status } = await findContacts(tx, context.userId);
    const knowsDevice = user?.knowsDevice === true;
    const proof = await proveTotp(tx, context, { userId: context.userId, knowsDevice }, typed);
    if (!proof.ok) return proof;
    return proof.hasTotp ? usableAccount(status) : { ok: false, reason: 'wrongTotp' };
  });
};

/** Proves by a code, by SMS or by mail: it is used once and has five tries. @source R5.3 */
const proveByCode = (context: MerchantContext, scene: Scene, code: string): Promise<Proof> =>
  context.transactAsService<Proof>(async (tx) => {
    const { mobile_digest, email_sealed, status } = await findContacts(tx, context.userId);
    if ((await lockTotp(tx, context.userId))?.confirmed === true) return needsTotp;
    const { vault } = context.ports;
    const bonds = [
      ownCodeBond(context, mobile_digest, scene),
      ...(email_sealed === null ? [] : [mailCodeBond(context, vault.open(email_sealed), scene)]),
    ];
    for (const bond of bonds) {
      const codeId = await proveSmsCode(tx, context, bond, code);
      if (codeId !== undefined && (await deleteSmsCode(tx, codeId))) return usableAccount(status);
    }
    return { ok: false, reason: 'wrongCode' };
  });

/**
 * Takes a fresh proof of identity before a dangerous step, and returns a ticket of this session that can be used once. The ticket for closing the
 * account is valid for nothing else.
 *
 * @source R10.9, R4.5, R8.6
 */
export const stepUpHandlers: HandlersFor<Pick<typeof accountOperations, 'user.verifyCode'>> = {
  'user.verifyCode': async ({ scene, code, pwd, totp, ...rest }, context) => {
    allTaken(rest);
    const { userId, session, ports, fail } = context;
    const asked = oneWayOnly({ code, pwd, totp });
    if (!asked.ok) return fail(asked);
    if (pwd === '') return fail('empty');
    const proof = await (pwd !== undefined
      ? proveByPassword(context, pwd)
      : totp !== undefined
        ? proveByTotp(context, totp)
        : proveByCode(context, scene, code ?? ''));
    if (!proof.ok) return fail(proof);
    const purpose = scene === 'stepUp' ? 'step' : scene;
    const stepTicket = await issueTicket(ports, { purpose, sessionId: session.sessionId }, stepSec * 1000);
    const by = pwd !== undefined ? 'password' : totp !== undefined ? 'totp' : 'code';
    context.audit({ object: userId, after: { scene, by } });
    return { stepTicket, expiresIn: stepSec };
  },
};
