import type { safetyOperations } from '@ronghui/contract';
import { canClose, closingGraceDays } from '@ronghui/domain/account-closing';
import { shanghaiTime } from '@ronghui/domain/csv';
import { lockUser, requestClosing, withdrawClosing } from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import { findConditions } from './closing.ts';

type ClosingOperations = Pick<
  typeof safetyOperations,
  'user.closeConditions' | 'user.closeAccount' | 'user.keepAccount'
>;

/** Closing an account: its conditions, the request, and fifteen days to withdraw it (R10.9). */
export const closingHandlers: HandlersFor<ClosingOperations> = {
  'user.closeConditions': async (_input, { userId, transactAsService }) => {
    const items = await transactAsService((tx) => findConditions(tx, userId));
    return { items, canClose: canClose(items), graceDays: closingGraceDays };
  },

  'user.closeAccount': async ({ stepTicket }, context) => {
    const { userId, session, ports, fail } = context;
    return context.transactAsService(async (tx) => {
      await lockUser(tx, userId);
      if (!canClose(await findConditions(tx, userId))) return fail('notReady');
      const closesAt = await requestClosing(tx, userId, closingGraceDays);
      if (closesAt === undefined) return fail('changed');
      if (!(await spendTicket(ports, { purpose: 'closeAccount', sessionId: session.sessionId }, stepTicket))) {
        return fail('moreProof');
      }
      const text = `账号将于 ${shanghaiTime(closesAt).slice(0, 16)} 注销，此前可以随时在安全设置里撤回。`;
      leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '已申请注销账号', text, place: 'safety' });
      context.audit({ object: userId, after: { closesAt: closesAt.toISOString() } });
      return { closesAt: closesAt.toISOString() };
    });
  },

  'user.keepAccount': async (_input, context) => {
    const { userId, fail } = context;
    return context.transactAsService(async (tx) => {
      if ((await lockUser(tx, userId))?.status !== 'active') return fail('tooLate');
      const changed = await withdrawClosing(tx, userId);
      if (changed) {
        const notice = { title: '注销申请已撤回', text: '账号继续正常使用。', place: 'safety' } as const;
        leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', ...notice });
      }
      context.audit({ object: userId, after: { changed } });
      return {};
    });
  },
};
