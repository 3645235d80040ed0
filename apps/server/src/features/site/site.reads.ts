import type { Output, Site } from '@ronghui/contract';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import type { Db } from '#kernel/database/db';

/** What a provider configures of the site; the agreements of the wire's `site` are read from their own table. */
export interface SiteSettings extends Omit<Site, 'agreements'> {
  readonly docCenter: 'on' | 'off';
  /** Where orders and bills are paid to: for merchants alone. */
  readonly payee?: { readonly name: string; readonly bank: string; readonly accountNo: string } | undefined;
}

/** The setting that holds them. */
export const siteKey = 'site';

/** The settings; none before the first content came in. */
export const findSite = async (db: Db): Promise<SiteSettings | undefined> => {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', siteKey).executeTakeFirst();
  // Written by the import alone, which validated it.
  return row?.value as SiteSettings | undefined;
};

/** One file for the media door. Uses the primary key. */
export const findMedia = (db: Db, name: string) =>
  db.selectFrom('media').select(['mime', 'bytes', 'source_path']).where('name', '=', name).executeTakeFirst();

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
