import type { accountOperations } from '@ronghui/contract';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { type Refusal, wrongFields } from '#kernel/calls/refusal';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { findOwnLogin } from './account.reads.ts';
import { findContacts } from './account.sql.ts';
import { countLogin, settleRightTry, tryPasswordOf } from './password-try.ts';
import { mailCodeBond, ownCodeBond, proveSmsCode } from './proofs.ts';
import { deleteSmsCode } from './sms-code.sql.ts';

/** How long a proof is fresh. @unit seconds */
const stepSec = 300;

type Scene = 'stepUp' | 'closeAccount';
type Failed =
  | { readonly reason: 'wrongPassword' | 'wrongCode' | 'lockedByOps' | 'cancelled' }
  | { readonly reason: 'locked'; readonly retryAfter: number };

/** Neither or both ways at once: the payload says which field is wrong. */
const oneWayOnly = (code: string | undefined, pwd: string | undefined): Refusal | null => {
  if (code === undefined && pwd === undefined) return wrongFields([{ path: 'pwd', message: '请输入登录密码或验证码' }]);
  if (code !== undefined && pwd !== undefined) return wrongFields([{ path: 'code', message: '密码与验证码只需其一' }]);
  return null;
};

const barOf = (status: string): Failed | null => {
  if (status === 'active') return null;
  return { reason: status === 'cancelled' ? 'cancelled' : 'lockedByOps' };
};

/** Wrong tries count towards the mobile's lock as a login's do. @source R4.5 */
const proveByPassword = async (context: MerchantContext, pwd: string): Promise<Failed | null> => {
  await countLogin(context);
  const own = await context.transactAsService((tx) => findOwnLogin(tx, context.userId, context.device.known));
  const tried = await tryPasswordOf(context, { password: pwd, isLogin: false }, own);
  if (tried.kind === 'locked') return { reason: 'locked', retryAfter: tried.retryAfterSec };
  if (tried.kind === 'lockedByOps') return { reason: 'lockedByOps' };
  if (tried.kind === 'wrong') return { reason: 'wrongPassword' };
  const owner = await context.transactAsService((tx) => settleRightTry(tx, tried));
  return owner === undefined ? { reason: 'wrongPassword' } : barOf(owner.status);
};

/** A code serves once and has its five tries, whether it came by SMS or by mail. @source R5.3 */
const proveByCode = (context: MerchantContext, scene: Scene, code: string): Promise<Failed | null> =>
  context.transactAsService(async (tx) => {
    const { mobile_digest, email_sealed, status } = await findContacts(tx, context.userId);
    const { vault } = context.ports;
    const bonds = [
      ownCodeBond(context, mobile_digest, scene),
      ...(email_sealed === null ? [] : [mailCodeBond(context, vault.open(email_sealed), scene)]),
    ];
    for (const bond of bonds) {
      const codeId = await proveSmsCode(tx, context, bond, code);
      if (codeId !== undefined && (await deleteSmsCode(tx, codeId))) return barOf(status);
    }
    return { reason: 'wrongCode' };
  });

/**
 * A fresh proof of who one is, before a dangerous step: it gives a ticket of this session that serves once. The ticket for closing the
 * account serves nothing else.
 *
 * @source R10.9, R4.5, R8.6
 */
export const stepUpHandlers: HandlersFor<Pick<typeof accountOperations, 'user.verifyCode'>> = {
  'user.verifyCode': async ({ scene, code, pwd }, context) => {
    const { userId, session, ports, fail } = context;
    const wrong = oneWayOnly(code, pwd);
    if (wrong !== null) throw wrong;
    if (pwd === '') return fail('empty');
    const failed =
      pwd === undefined ? await proveByCode(context, scene, code ?? '') : await proveByPassword(context, pwd);
    if (failed?.reason === 'locked') return fail('locked', { retryAfter: failed.retryAfter });
    if (failed !== null) return fail(failed.reason);
    const purpose = scene === 'stepUp' ? 'step' : scene;
    const stepTicket = await issueTicket(ports, { purpose, sessionId: session.sessionId }, stepSec * 1000);
    context.audit({ object: userId, after: { scene, by: pwd === undefined ? 'code' : 'password' } });
    return { stepTicket, expiresIn: stepSec };
  },
};
