import { authMap, type siteOperations } from '@ronghui/contract';
import { findUser } from '#features/account/account.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { findSite, readSiteState } from './site.reads.ts';

/** Start-up and visibility (R4.1, R2.6). */
export const siteHandlers: HandlersFor<typeof siteOperations> = {
  'sys.commonConfig': async (_input, { db, session, sessions, ports, now }) => {
    const { userId, tenantId, role } = session;
    const [state, crypto, user] = await Promise.all([
      readSiteState(db),
      ports.publicKeys.current(),
      userId === null ? undefined : findUser(db, userId, tenantId ?? undefined),
    ]);
    return {
      ...state,
      crypto: { kid: crypto.kid, publicKey: crypto.publicKey },
      sign: sessions.signKey(),
      serverTime: now.toISOString(),
      auth: authMap(user === undefined ? null : role),
      user: user ?? null,
    };
  },

  'sys.isVisible': async ({ key }, { db }) => {
    const settings = await findSite(db);
    return { key, visible: key === 'IS_VISIBLE_DOC_CENTER' && settings?.docCenter === 'on' };
  },
};
