import type { accountOperations, ErrorsOf, Refused } from '@ronghui/contract';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor, MerchantContext } from '#kernel/calls/context';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import { findOwnLogin } from './account.reads.ts';
import { findContacts } from './account.sql.ts';
import { countLogin, recordSuccess, tryPasswordOf, usableAccount } from './password-try.ts';
import { mailCodeBond, ownCodeBond, proveSmsCode } from './proofs.ts';
import { deleteSmsCode } from './sms-code.sql.ts';

/** How long a proof is valid. @unit seconds */
const stepSec = 300;

type Scene = 'stepUp' | 'closeAccount';
type StepUp = (typeof accountOperations)['user.verifyCode'];
type Proof = { readonly ok: true } | Refused<ErrorsOf<StepUp>>;

/** Refuses a payload with neither or both of password and code, naming the field. */
const oneWayOnly = (code: string | undefined, pwd: string | undefined): Proof => {
  if ((code === undefined) !== (pwd === undefined)) return { ok: true };
  const data =
    code === undefined ? wrongField('pwd', '请输入登录密码或验证码') : wrongField('code', '密码与验证码只需其一');
  return { ok: false, reason: 'invalid', data };
};

/** Proves by password; wrong tries count towards the mobile's lock, as at a login. @source R4.5 */
const proveByPassword = async (context: HandlerContext<StepUp>, pwd: string): Promise<Proof> => {
  await countLogin(context);
  const own = await context.transactAsService((tx) => findOwnLogin(tx, context.userId, context.device.known));
  const tried = await tryPasswordOf(context, { password: pwd, isLogin: false }, own);
  if (!tried.ok) return tried.reason === 'wrong' ? { ok: false, reason: 'wrongPassword' } : tried;
  const owner = await context.transactAsService((tx) => recordSuccess(tx, tried));
  return owner === undefined ? { ok: false, reason: 'wrongPassword' } : usableAccount(owner.status);
};

/** Proves by a code, by SMS or by mail: it is used once and has five tries. @source R5.3 */
const proveByCode = (context: MerchantContext, scene: Scene, code: string): Promise<Proof> =>
  context.transactAsService<Proof>(async (tx) => {
    const { mobile_digest, email_sealed, status } = await findContacts(tx, context.userId);
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
  'user.verifyCode': async ({ scene, code, pwd, ...rest }, context) => {
    allTaken(rest);
    const { userId, session, ports, fail } = context;
    const asked = oneWayOnly(code, pwd);
    if (!asked.ok) return fail(asked);
    if (pwd === '') return fail('empty');
    const proof =
      pwd === undefined ? await proveByCode(context, scene, code ?? '') : await proveByPassword(context, pwd);
    if (!proof.ok) return fail(proof);
    const purpose = scene === 'stepUp' ? 'step' : scene;
    const stepTicket = await issueTicket(ports, { purpose, sessionId: session.sessionId }, stepSec * 1000);
    context.audit({ object: userId, after: { scene, by: pwd === undefined ? 'code' : 'password' } });
    return { stepTicket, expiresIn: stepSec };
  },
};
