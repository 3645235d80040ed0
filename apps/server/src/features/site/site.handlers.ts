import { authMap, type Output, type siteOperations } from '@ronghui/contract';
import { findUser } from '#features/account/account.sql';
import { listCurrentAgreements } from '#features/agreement/agreement.sql';
import type { HandlersFor } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import { findSite, type SiteSettings } from './site.sql.ts';

type CommonConfig = Output<'sys.commonConfig'>;

/** What stands on the site before a provider has written anything. */
const blankSite: SiteSettings = {
  brand: { name: '融惠', logoUrl: '/favicon.svg', primary: '#23408e' },
  contacts: { phone: '—', email: '—', address: '—', hours: '—' },
  icp: '',
  policeRecord: '',
  licences: [],
  docCenter: 'off',
};

/** The part of the common state that is the same for everyone (R3.5, R1.6). */
export const readSiteState = async (db: Db): Promise<Pick<CommonConfig, 'visibleFlag' | 'site'>> => {
  const [settings = blankSite, agreements] = await Promise.all([findSite(db), listCurrentAgreements(db)]);
  const { docCenter, payee: _, ...site } = settings;
  return { visibleFlag: { IS_VISIBLE_DOC_CENTER: docCenter }, site: { ...site, agreements } };
};

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
