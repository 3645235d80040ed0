import type { accountOperations } from '@ronghui/contract';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import { countCode, sendCode } from './code-sending.ts';
import { codeBond } from './proofs.ts';

/**
 * Sends a visitor a code. Nothing here asks whether the mobile has an account, so neither the reply nor its time can tell (R5.3).
 */
export const smsHandlers: HandlersFor<Pick<typeof accountOperations, 'portal.sendSmsCode'>> = {
  'portal.sendSmsCode': async ({ mobile, scene, imageTicket, ...rest }, context) => {
    allTaken(rest);
    const { ports, session, fail } = context;
    const ticketBond = { purpose: 'imageCode', sessionId: session.sessionId } as const;
    if (!(await spendTicket(ports, ticketBond, imageTicket))) return fail('wrongCode');
    await countCode(context);
    return context.transact(async (tx) => {
      context.audit({ object: maskMobile(mobile), after: { scene } });
      return sendCode(tx, context, codeBond(context, mobile, scene), { mobile });
    });
  },
};
