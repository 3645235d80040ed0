import type { Output, Site } from '@ronghui/contract';
import { type DatedAgreement, inForceAt, listDatedAgreements } from '#features/agreement/agreement.reads';
import type { Db } from '#kernel/database/db';
import type { KeepContent } from '#kernel/ports';

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

/** What the start-up calls of everyone are made of: content alone. */
export interface KeptSite {
  readonly settings: SiteSettings;
  readonly agreements: readonly DatedAgreement[];
}

const readSite = async (db: Db): Promise<KeptSite> => {
  const [settings = blankSite, agreements] = await Promise.all([findSite(db), listDatedAgreements(db)]);
  return { settings, agreements };
};

/** The settings and the agreements, read once for each version of the content: every page begins with them. */
export const keptSite = (db: Db, { keepContent }: { readonly keepContent: KeepContent }): Promise<KeptSite> =>
  keepContent('site', () => readSite(db));

export const isDocCenterOpen = ({ settings }: KeptSite): boolean => settings.docCenter === 'on';

/** The part of the common state that is the same for everyone; an agreement takes effect at its moment (R3.5, R1.6). */
export const siteStateOf = (
  { settings, agreements }: KeptSite,
  now: Date,
): Pick<CommonConfig, 'visibleFlag' | 'site'> => {
  const { docCenter, payee: _, ...site } = settings;
  return {
    visibleFlag: { IS_VISIBLE_DOC_CENTER: docCenter },
    site: { ...site, agreements: inForceAt(agreements, now) },
  };
};
