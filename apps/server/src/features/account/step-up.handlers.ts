import type { accountOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/context';
import { issueTicket } from '#kernel/tickets';
import { findOwnLogin } from './account.sql.ts';
import { countLogin, settleRightTry, tryPasswordOf } from './password-try.ts';

/** How long a proof is fresh. @unit seconds */
const stepSec = 300;

/**
 * A fresh proof of who one is, before a dangerous step: it gives a ticket of this session that serves once. Wrong tries count towards the
 * mobile's lock as a login's do.
 *
 * @source R10.9, R4.5, R8.6
 */
export const stepUpHandlers: HandlersFor<Pick<typeof accountOperations, 'user.verifyCode'>> = {
  'user.verifyCode': async ({ pwd }, context) => {
    const { userId, session, device, ports, fail } = context;
    if (pwd === '') return fail('empty');
    await countLogin(context);
    const own = await context.transactAsService((tx) => findOwnLogin(tx, userId, device.known));
    const tried = await tryPasswordOf(context, { password: pwd, isLogin: false }, own);
    if (tried.kind === 'locked') return fail('locked', { retryAfter: tried.retryAfterSec });
    if (tried.kind === 'lockedByOps') return fail('lockedByOps');
    if (tried.kind === 'wrong') return fail('wrongPassword');
    const owner = await context.transactAsService((tx) => settleRightTry(tx, tried));
    if (owner === undefined) return fail('wrongPassword');
    if (owner.status !== 'active') return fail(owner.status === 'cancelled' ? 'cancelled' : 'lockedByOps');
    const bond = { purpose: 'step', sessionId: session.sessionId } as const;
    const stepTicket = await issueTicket(ports, bond, stepSec * 1000);
    context.audit({ object: userId });
    return { stepTicket, expiresIn: stepSec };
  },
};
