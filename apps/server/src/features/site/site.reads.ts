import type { Output, Site } from '@ronghui/contract';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import type { Db } from '#kernel/database/db';

/** The provider's settings of the site; the agreements of the contract's `site` are in their own table. */
export interface SiteSettings extends Omit<Site, 'agreements'> {
  readonly docCenter: 'on' | 'off';
  /** The account to which orders and bills are paid; only merchants see it. */
  readonly payee?: { readonly name: string; readonly bank: string; readonly accountNo: string } | undefined;
}

/** The key of these settings. */
export const siteKey = 'site';

/** The settings; undefined before the first import of content. */
export const findSite = async (db: Db): Promise<SiteSettings | undefined> => {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', siteKey).executeTakeFirst();
  // Only the import writes it, after validation.
  return row?.value as SiteSettings | undefined;
};

/** One file of the content's media. Uses the primary key. */
export const findMedia = (db: Db, name: string) =>
  db.selectFrom('media').select(['mime', 'bytes', 'source_path']).where('name', '=', name).executeTakeFirst();

type CommonConfig = Output<'sys.commonConfig'>;

/** The settings before the first import. */
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
