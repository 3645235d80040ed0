import type { Output, tenantOperations } from '@ronghui/contract';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { invitationDays, invitationsAtOnce, isInvitationOpen } from '@ronghui/domain/member';
import { leaveNotice } from '#features/notice/notice.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import { findSmsWaitSec, takeSmsQuota, takeSpareSmsBudget } from '#kernel/jobs/sms-budget.sql';
import { allRest } from '#kernel/sending/rest.sql';
import {
  closeInvitation,
  countWaitingInvitations,
  expireInvitation,
  insertInvitation,
  listInvitations,
  lockInvitation,
  lockInvitationOf,
} from './invitation.sql.ts';
import { insertMember, insertMemberHistory, isMemberMobile } from './member.sql.ts';
import { listInvitationsOf } from './tenant.reads.ts';
import { findTenant } from './tenant.sql.ts';

type InvitationOperations = Pick<
  typeof tenantOperations,
  'member.invited' | 'member.invite' | 'member.withdraw' | 'member.invitations' | 'member.accept' | 'member.decline'
>;
type InvitedRole = Output<'member.invited'>['items'][number]['role'];

/**
 * Invitations by mobile. Neither the reply nor its time reveals to the inviter whether the mobile has an account; the invited user finds the
 * invitation by their own mobile after logging in.
 *
 * @source R10.9
 */
export const invitationHandlers: HandlersFor<InvitationOperations> = {
  'member.invited': async (_input, { db, tenantId }) => ({
    items: (await listInvitations(db, tenantId)).map((row) => ({
      invitationId: row.invitation_id,
      mobileMasked: row.mobile_masked,
      // The check constraint allows these two only.
      role: row.role as InvitedRole,
      invitedAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
  }),

  'member.invite': async ({ mobile, role, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, session, ports, fail } = context;
    const { limits } = ports;
    const mobileDigest = ports.digests.of('mobile', mobile);
    // Counters of messages do not belong to a tenant.
    return context.transactAsService(async (tx) => {
      if (await isMemberMobile(tx, tenantId, mobileDigest)) return fail('known');
      if ((await countWaitingInvitations(tx, tenantId)) >= invitationsAtOnce) return fail('tooMany');
      await expireInvitation(tx, tenantId, mobileDigest);
      const [invitationId, mobileMasked] = [ports.ids.id(), maskMobile(mobile)];
      const invitation = { invitationId, mobileDigest, mobileMasked, role, invitedBy: userId, days: invitationDays };
      const expiresAt = await insertInvitation(tx, tenantId, invitation);
      if (expiresAt === undefined) return fail('known');
      if (await allRest(tx, ports.config.smsOrder)) return fail('senderDown');
      // Counted separately from codes, with half the limit: a user who is invited many times can still log in.
      const quotaDigest = ports.digests.of('invitedMobile', mobile);
      const share = {
        perMinute: limits.smsPerMobilePerMinute,
        perHour: limits.smsPerMobilePerHour,
        perDay: limits.smsPerMobilePerDay / 2,
      };
      if (!(await takeSmsQuota(tx, quotaDigest, share)))
        return fail('tooOften', { retryAfter: await findSmsWaitSec(tx, quotaDigest, share) });
      if (!(await takeSpareSmsBudget(tx, { perMinute: limits.smsPerMinute, perDay: limits.smsPerDay })))
        return fail('senderDown');
      const bond = { purpose: 'step', sessionId: session.sessionId } as const;
      if (!(await spendTicket(ports, bond, stepTicket))) return fail('moreProof');
      await ports.outbox.enqueue(tx, { kind: 'sms', mobile, scene: 'memberInvite', code: '', expiresAt });
      // The same statement whether or not the mobile has an account, so that the time reveals nothing.
      leaveNotice(
        tx,
        { tenantId: null, mobileDigest },
        {
          kind: 'member',
          title: '您收到一份成员邀请',
          text: `${(await findTenant(tx, tenantId))?.name || '一个商户'} 邀请您加入，请在首页的待办里接受或拒绝。`,
          place: 'home',
        },
      );
      context.audit({ object: invitationId, after: { mobile: mobileMasked, role } });
      return { invitationId, expiresAt: expiresAt.toISOString() };
    });
  },

  'member.withdraw': async ({ invitationId, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, now, fail } = context;
    return context.transact(async (tx) => {
      const row = await lockInvitation(tx, tenantId, invitationId);
      if (row === undefined) return fail('notFound');
      if (!isInvitationOpen({ status: row.status, expiresAt: row.expires_at }, now)) return fail('over');
      await closeInvitation(tx, tenantId, { invitationId, status: 'withdrawn', userId });
      context.audit({ object: invitationId });
      return {};
    });
  },

  'member.invitations': async (_input, { userId, transactAsService }) => ({
    items: (await transactAsService((tx) => listInvitationsOf(tx, userId))).map((row) => ({
      invitationId: row.invitation_id,
      tenantName: row.tenant_name,
      // The check constraint allows these two only.
      role: row.role as InvitedRole,
      invitedBy: row.invited_by || row.invited_by_mobile,
      expiresAt: row.expires_at.toISOString(),
    })),
  }),

  'member.accept': async ({ invitationId, ...rest }, context) => {
    allTaken(rest);
    const { userId, now, fail } = context;
    return context.transactAsService(async (tx) => {
      const row = await lockInvitationOf(tx, userId, invitationId);
      const tenant = row && (await findTenant(tx, row.tenant_id));
      if (row === undefined || tenant === undefined) return fail('notFound');
      if (!isInvitationOpen({ status: row.status, expiresAt: row.expires_at }, now)) return fail('over');
      const role = row.role as InvitedRole;
      if (!(await insertMember(tx, row.tenant_id, { userId, role }))) return fail('over');
      await closeInvitation(tx, row.tenant_id, { invitationId, status: 'accepted', userId });
      const entry = { event: 'joined', fromRole: null, toRole: role, byUserId: userId } as const;
      await insertMemberHistory(tx, row.tenant_id, { userId, ...entry });
      const notice = {
        kind: 'member',
        title: '邀请已被接受',
        text: `${row.mobile_masked} 已加入。`,
        place: 'members',
      } as const;
      leaveNotice(tx, { tenantId: row.tenant_id, userId: row.invited_by }, notice);
      context.audit({ object: invitationId, after: { tenantId: row.tenant_id, role } });
      return { tenantId: row.tenant_id, name: tenant.name, role };
    });
  },

  'member.decline': async ({ invitationId, ...rest }, context) => {
    allTaken(rest);
    const { userId, now, fail } = context;
    return context.transactAsService(async (tx) => {
      const row = await lockInvitationOf(tx, userId, invitationId);
      if (row === undefined) return fail('notFound');
      if (!isInvitationOpen({ status: row.status, expiresAt: row.expires_at }, now)) return fail('over');
      await closeInvitation(tx, row.tenant_id, { invitationId, status: 'declined', userId });
      const notice = {
        kind: 'member',
        title: '邀请被拒绝',
        text: `${row.mobile_masked} 拒绝了邀请。`,
        place: 'members',
      } as const;
      leaveNotice(tx, { tenantId: row.tenant_id, userId: row.invited_by }, notice);
      context.audit({ object: invitationId });
      return {};
    });
  },
};
