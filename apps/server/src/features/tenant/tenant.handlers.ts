import { authMap, keysOfRole, memberRoles, type tenantOperations } from '@ronghui/contract';
import { lastDayBefore } from '@ronghui/domain/calendar';
import { citiesOf, provinces } from '@ronghui/domain/company/division';
import { holdUser, lockUser, updateLastTenant, usableAccount } from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import type { Tx } from '#kernel/database/db';
import { faultOfLogo } from './logo.ts';
import { memberHandlers } from './member.handlers.ts';
import { findTenant, lockTenant, updateTenant } from './tenant.sql.ts';
import { approverChangesOf, auditedOf, changesOf, faultsOf, recordOf } from './tenant-record.ts';

const approvers = memberRoles.filter((role) => keysOfRole(role).includes('bill.approve'));

/** Tells everybody who approves that nobody will have to from a moment on. @source R10.3, R10.11 */
const tellApprovers = (tx: Tx, tenantId: string, until: Date): void =>
  leaveNotice(
    tx,
    { tenantId, roles: approvers },
    {
      kind: 'bill',
      title: '账单复核将关闭',
      text: `账单复核已设为关闭，${lastDayBefore(until)} 24:00 后生效：此后确认的账单不再由第二人复核，已在等待复核的仍须复核。如有异议，请在此之前到基本信息重新开启。`,
      place: 'basicInfo',
    },
  );

/** The tenant's own record, its members, and the divisions that addresses name (R10.7, R10.9, R5.4). */
export const tenantHandlers: HandlersFor<typeof tenantOperations> = {
  ...memberHandlers,

  'tenant.get': async (_input, { db, tenantId, fail }) => {
    const row = await findTenant(db, tenantId);
    return row === undefined ? fail('notFound') : recordOf(row);
  },

  'tenant.update': async ({ version, stepTicket, secondApprover, ...input }, context) => {
    const { tenantId, ports, fail } = context;
    const given = changesOf(input);
    const logoFault = given.logo_file_id ? await faultOfLogo(context, given.logo_file_id) : undefined;
    return withStepProof(context, stepTicket, (spend) =>
      context.transact(async (tx) => {
        const row = await lockTenant(tx, tenantId);
        if (row === undefined) return fail('notFound');
        if (row.version !== version) return fail('changed');
        const faults = faultsOf(row, given, logoFault);
        if (faults.length > 0) return fail('invalid', { fields: [...faults] });
        const changes = { ...given, ...approverChangesOf(row, secondApprover, ports.clock.now()) };
        const until = changes.second_approver_until ?? null;
        if (until !== null) {
          if (!(await spend())) return fail('moreProof');
          tellApprovers(tx, tenantId, until);
        }
        context.audit({ object: tenantId, ...auditedOf(row, changes) });
        return recordOf(await updateTenant(tx, tenantId, changes));
      }),
    );
  },

  'tenant.switch': async ({ tenantId, ...rest }, context) => {
    allTaken(rest);
    const { userId, sessions, fail } = context;
    return context.transactAsService(async (tx) => {
      // A lock of the account and the end of the membership wait for this switch, or it waits for them.
      const owner = await lockUser(tx, userId);
      if (!usableAccount(owner?.status ?? 'cancelled').ok) return fail('loggedOut');
      const user = await holdUser(tx, userId, tenantId);
      if (user === undefined) return fail('notFound');
      await updateLastTenant(tx, userId, tenantId);
      const sign = await sessions.begin(tx, { userId, tenantId, role: user.role });
      context.audit({ object: tenantId, before: { tenantId: context.tenantId }, after: { tenantId, role: user.role } });
      return { user, auth: authMap(user.role), sign };
    });
  },

  'region.provinces': async () => ({ items: [...provinces] }),

  'region.cities': async ({ provinceCode }, { fail }) => {
    const cities = citiesOf(provinceCode);
    return cities === undefined ? fail('notFound') : { items: [...cities] };
  },
};
