import type { safetyOperations } from '@ronghui/contract';
import { countLogins, findSafety, listLogins, loginOf } from '#features/account/account.reads';
import { updateNewDeviceProof, updateUserName } from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import type { HandlersFor } from '#kernel/calls/context';
import { wireSessionOf } from '#kernel/calls/sessions/own-session';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame, totalReach } from '#kernel/listing';
import { closingHandlers } from './closing.handlers.ts';
import { ownDataHandlers } from './own-data.handlers.ts';
import { hasStepProof, totpHandlers } from './totp.handlers.ts';

/** Account security: sessions, login history, name and settings (R10.9, R4.4). Accounts do not belong to a tenant. */
export const safetyHandlers: HandlersFor<typeof safetyOperations> = {
  ...totpHandlers,
  ...closingHandlers,
  ...ownDataHandlers,

  'user.safety': async (_input, { userId, transactAsService }) => {
    const row = await transactAsService((tx) => findSafety(tx, userId));
    return {
      name: row.name,
      mobileMasked: row.mobile_masked,
      emailMasked: row.email_masked,
      passwordChangedAt: row.password_changed_at.toISOString(),
      newDeviceProof: row.new_device_proof,
      totp: { on: row.confirmed_at !== null, recoveryCodesLeft: row.recovery_codes ?? 0 },
      closesAt: row.closing_at?.toISOString() ?? null,
    };
  },

  'user.updateUserName': async ({ name: typed }, context) => {
    const { userId, fail } = context;
    const name = typed.trim();
    if (name === '') return fail('invalid', wrongField('name', '请填写名称'));
    return context.transactAsService(async (tx) => {
      await updateUserName(tx, userId, name);
      context.audit({ object: userId });
      return {};
    });
  },

  'user.sessions': async (_input, { userId, session, sessions, transactAsService }) => ({
    items: (await transactAsService((tx) => sessions.listOf(tx, userId))).map((one) => wireSessionOf(one, session)),
  }),

  'user.endSession': async ({ sessionId }, context) => {
    const { userId, session, sessions, fail } = context;
    return context.transactAsService(async (tx) => {
      context.audit({ object: sessionId });
      if (sessionId === session.sessionId) await sessions.end(tx);
      else if (!(await sessions.endOne(tx, userId, sessionId))) return fail('notFound');
      return {};
    });
  },

  'user.loginHistory': async (input, { userId, transactAsService, ports }) => {
    const listing = listingOf(input, ports.limits);
    const { offset, pageSize, wantsTotal } = listing;
    const part = await transactAsService(async (tx) => ({
      rows: await listLogins(tx, userId, { offset, limit: pageSize + 1 }),
      total: wantsTotal ? Math.min(await countLogins(tx, userId), totalReach + 1) : null,
    }));
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.login_id }));
    const items = part.rows.slice(0, pageSize).map(loginOf);
    return { items, ...frame };
  },

  'user.setNewDeviceProof': async ({ on, stepTicket }, context) => {
    const { userId, fail } = context;
    return context.transactAsService(async (tx) => {
      const changed = await updateNewDeviceProof(tx, userId, on);
      if (!(await hasStepProof(context, stepTicket))) return fail('moreProof');
      if (changed) {
        const title = on ? '新设备短信验证已开启' : '新设备短信验证已关闭';
        const text = '如果不是您本人操作，请立即修改密码。';
        leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title, text, place: 'safety' });
      }
      context.audit({ object: userId, before: { newDeviceProof: changed ? !on : on }, after: { newDeviceProof: on } });
      return {};
    });
  },
};
