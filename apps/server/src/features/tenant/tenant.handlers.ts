import { authMap, type tenantOperations } from '@ronghui/contract';
import { citiesOf, provinces } from '@ronghui/domain/company/division';
import { holdUser, lockUser, updateLastTenant, usableAccount } from '#features/account/account.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { faultOfLogo } from './logo.ts';
import { memberHandlers } from './member.handlers.ts';
import { findTenant, lockTenant, updateTenant } from './tenant.sql.ts';
import { auditedOf, changesOf, faultsOf, recordOf } from './tenant-record.ts';

/** The tenant's own record, its members, and the divisions that addresses name (R10.7, R10.9, R5.4). */
export const tenantHandlers: HandlersFor<typeof tenantOperations> = {
  ...memberHandlers,

  'tenant.get': async (_input, { db, tenantId, fail }) => {
    const row = await findTenant(db, tenantId);
    return row === undefined ? fail('notFound') : recordOf(row);
  },

  'tenant.update': async ({ version, ...input }, context) => {
    const { tenantId, fail } = context;
    const changes = changesOf(input);
    const logoFault = changes.logo_file_id ? await faultOfLogo(context, changes.logo_file_id) : undefined;
    return context.transact(async (tx) => {
      const row = await lockTenant(tx, tenantId);
      if (row === undefined) return fail('notFound');
      if (row.version !== version) return fail('changed');
      const faults = faultsOf(row, changes, logoFault);
      if (faults.length > 0) return fail('invalid', { fields: [...faults] });
      context.audit({ object: tenantId, ...auditedOf(row, changes) });
      return recordOf(await updateTenant(tx, tenantId, changes));
    });
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
