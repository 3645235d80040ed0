import { authMap, opsAuthMap, type siteOperations } from '@ronghui/contract';
import { findUser } from '#features/account/account.reads';
import { findStaffUser } from '#features/staff/staff.reads';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import { isDocCenterOpen, keptSite, siteStateOf } from './site.reads.ts';

/** The part that both start-up calls return. */
const startUp = async ({ db, sessions, ports, now }: VisitorContext) => {
  const [site, { kid, publicKey }] = await Promise.all([keptSite(db, ports), ports.publicKeys.current()]);
  return {
    ...siteStateOf(site, now),
    crypto: { kid, publicKey },
    sign: sessions.signKey(),
    serverTime: now.toISOString(),
  };
};

/** Start-up and visibility (R4.1, R2.6). */
export const siteHandlers: HandlersFor<typeof siteOperations> = {
  'sys.commonConfig': async (_input, context) => {
    const { userId, tenantId, role } = context.session;
    const [common, user] = await Promise.all([
      startUp(context),
      userId === null ? undefined : findUser(context.db, userId, tenantId),
    ]);
    return { ...common, auth: authMap(user === undefined ? null : role), user: user ?? null };
  },

  'ops.commonConfig': async (_input, context) => {
    const { staff } = context.session;
    const [common, user] = await Promise.all([
      startUp(context),
      staff === null ? undefined : findStaffUser(context.db, staff.staffId),
    ]);
    const pending = staff?.pendingSetup ?? [];
    return {
      ...common,
      auth: opsAuthMap(staff?.roles ?? []),
      user: user ?? null,
      mustChangePwd: pending.includes('password'),
      totpRequired: pending.includes('totp'),
    };
  },

  'sys.isVisible': async ({ key }, { db, ports }) => {
    const site = await keptSite(db, ports);
    return { key, visible: key === 'IS_VISIBLE_DOC_CENTER' && isDocCenterOpen(site) };
  },
};
