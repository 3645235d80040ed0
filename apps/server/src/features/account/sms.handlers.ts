import type { accountOperations } from '@ronghui/contract';
import { maskMobile } from '@ronghui/domain/mobile';
import type { HandlersFor } from '#kernel/context';
import { spendTicket } from '#kernel/tickets';
import { findSmsWaitSec, replaceSmsCode, takeSmsBudget, takeSmsQuota } from './sms-code.sql.ts';
import { codeBond, smsCodeDigest } from './sms-proof.ts';

const hourMs = 3_600_000;

/**
 * Sends a code. Nothing here asks whether the mobile has an account, so neither the reply nor its time can tell (R5.3). Counters, code and
 * message are written in one transaction.
 */
export const smsHandlers: HandlersFor<Pick<typeof accountOperations, 'portal.sendSmsCode'>> = {
  'portal.sendSmsCode': async ({ mobile, scene, imageTicket }, context) => {
    const { ports, session, address, fail } = context;
    const { limits } = ports;
    const bond = codeBond(context, mobile, scene);
    const ticketBond = { purpose: 'imageCode', sessionId: session.sessionId } as const;
    if (!(await spendTicket(ports, ticketBond, imageTicket))) return fail('wrongCode');
    const taken = await ports.fast.take(`sms:${address}`, limits.smsPerAddressPerHour, hourMs);
    if (!taken.allowed) return fail('tooOften', { retryAfter: Math.max(1, Math.ceil(taken.retryAfterMs / 1000)) });
    return context.transact(async (tx) => {
      const share = { perMinute: limits.smsPerMobilePerMinute, perDay: limits.smsPerMobilePerDay };
      if (!(await takeSmsQuota(tx, bond.mobileDigest, share))) {
        return fail('tooOften', { retryAfter: await findSmsWaitSec(tx, bond.mobileDigest, share) });
      }
      if (!(await takeSmsBudget(tx, { perMinute: limits.smsPerMinute, perDay: limits.smsPerDay }))) {
        ports.log.error({ event: 'smsBudgetSpent' });
        return fail('senderDown');
      }
      const [codeId, code] = [ports.ids.id(), ports.ids.digits(6)];
      const codeDigest = smsCodeDigest(ports.digests, bond, codeId, code);
      const expiresAt = await replaceSmsCode(tx, bond, { codeId, codeDigest }, limits.smsCodeMinutes);
      await ports.outbox.enqueue(tx, { kind: 'sms', mobile, scene, code, expiresAt });
      context.audit({ object: maskMobile(mobile), after: { scene } });
      return {
        expiresIn: Math.floor(limits.smsCodeMinutes * 60),
        retryAfter: Math.ceil(60 / limits.smsPerMobilePerMinute),
      };
    });
  },
};
