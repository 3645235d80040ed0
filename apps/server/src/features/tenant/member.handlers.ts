import type { tenantOperations } from '@ronghui/contract';
import { changeRole, removeMember, roleNames } from '@ronghui/domain/member';
import { leaveNotice } from '#features/notice/notice.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { invitationHandlers } from './invitation.handlers.ts';
import {
  deleteMember,
  insertMemberHistory,
  listMembers,
  lockMembers,
  memberOf,
  updateMemberRole,
} from './member.sql.ts';

type MemberOperations = Omit<typeof tenantOperations, `tenant.${string}` | `region.${string}`>;

/** The caller and another member, both rows locked. */
const lockPair = async (tx: Tx, { tenantId, userId }: MerchantContext, memberId: string) => {
  const rows = await lockMembers(tx, tenantId, [userId, memberId]);
  return { actor: rows.find((row) => row.userId === userId), target: rows.find((row) => row.userId === memberId) };
};

/** Members and their roles (R10.9). The caller's role in the database decides what they may do, not the session's. */
export const memberHandlers: HandlersFor<MemberOperations> = {
  ...invitationHandlers,

  'member.page': async (input, { db, tenantId, userId, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listMembers(db, tenantId, listing);
    const items = part.rows.slice(0, listing.pageSize).map((row) => memberOf(row, userId));
    return { items, ...pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.user_id })) };
  },

  'member.setRole': async ({ memberId, role, stepTicket = '', ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, session, sessions, ports, fail } = context;
    return context.transact(async (tx) => {
      const { actor, target } = await lockPair(tx, context, memberId);
      if (actor === undefined || target === undefined) return fail('notFound');
      const outcome = changeRole(actor, target, role);
      if (!outcome.ok) return fail(outcome);
      const bond = { purpose: 'step', sessionId: session.sessionId } as const;
      const handsOver = role === 'owner' && outcome.changes.length > 0;
      if (handsOver && !(await spendTicket(ports, bond, stepTicket))) return fail('moreProof');
      for (const change of outcome.changes) {
        const from = change.userId === actor.userId ? actor.role : target.role;
        await updateMemberRole(tx, tenantId, change);
        await sessions.setRole(tx, { tenantId, ...change });
        const entry = { event: 'roleChanged', fromRole: from, toRole: change.role, byUserId: userId } as const;
        await insertMemberHistory(tx, tenantId, { userId: change.userId, ...entry });
      }
      if (outcome.changes.length > 0) {
        const text = `您在本商户的角色已由${roleNames[target.role]}变更为${roleNames[role]}。`;
        leaveNotice(
          tx,
          { tenantId, userId: memberId },
          { kind: 'member', title: '您的角色已变更', text, place: 'home' },
        );
      }
      context.audit({ object: memberId, before: { role: target.role }, after: { role, handsOver } });
      return { role };
    });
  },

  'member.remove': async ({ memberId, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, sessions, fail } = context;
    return context.transact(async (tx) => {
      const { actor, target } = await lockPair(tx, context, memberId);
      if (actor === undefined || target === undefined) return fail('notFound');
      const outcome = removeMember(actor, target);
      if (!outcome.ok) return fail(outcome);
      await deleteMember(tx, tenantId, memberId);
      await sessions.endIn(tx, tenantId, memberId);
      const entry = { event: 'removed', fromRole: target.role, toRole: null, byUserId: userId } as const;
      await insertMemberHistory(tx, tenantId, { userId: memberId, ...entry });
      context.audit({ object: memberId, before: { role: target.role } });
      return {};
    });
  },
};
