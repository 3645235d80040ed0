import { brandColourFault, payeeAccountFault } from '@ronghui/domain/content';
import { findSite, type SiteSettings } from '#features/site/site.reads';
import { replaceSite } from '#features/site/site.steps';
import type { Db } from '#kernel/database/db';
import { schemaFaults } from '../content-conform.ts';
import { recordSchemas } from '../schemas/content-schemas.ts';
import type { BodyOf, RecordKind } from './record-kind.ts';

type SiteBody = BodyOf<'site'>;

const noPayee = { name: '', bank: '', accountNo: '' };

/** Settings as staff edit them: what is not there is an empty text. */
const bodyOfSite = ({ brand, payee, ...site }: SiteSettings): SiteBody => ({
  record: 'site',
  brand: { name: brand.name, logo: brand.logoUrl, favicon: brand.faviconUrl ?? '', primary: brand.primary },
  contacts: { ...site.contacts },
  icp: site.icp,
  policeRecord: site.policeRecord,
  licences: [...site.licences],
  docCenter: site.docCenter,
  payee: payee === undefined ? noPayee : { ...payee },
});

const settingsOf = ({ record: _, brand, payee, ...site }: SiteBody): SiteSettings => ({
  ...site,
  brand: {
    name: brand.name,
    logoUrl: brand.logo,
    primary: brand.primary,
    ...(brand.favicon !== '' && { faviconUrl: brand.favicon }),
  },
  ...(Object.values(payee).some((text) => text !== '') && { payee }),
});

/** The settings as their file would have them: what is empty and may be left out is left out. */
const asFile = ({ record: _, brand, payee, ...site }: SiteBody): unknown => {
  const { favicon, ...mark } = brand;
  const hasPayee = Object.values(payee).some((text) => text !== '');
  return { ...site, brand: { ...mark, ...(favicon !== '' && { favicon }) }, ...(hasPayee && { payee }) };
};

const find = async (db: Db): Promise<SiteBody | null> => {
  const site = await findSite(db);
  return site === undefined ? null : bodyOfSite(site);
};

/** The settings of the site. @source R1.6 */
export const siteKind: RecordKind<SiteBody> = {
  keys: 'one',
  find,
  findAll: async (db) => [await find(db)].filter((body) => body !== null),
  inFolder: ({ site }) => [bodyOfSite(site)],
  entryOf: () => ({ title: '', group: '', sort: '' }),
  ownFaults(body) {
    const faults = schemaFaults(recordSchemas.site, asFile(body)) ?? [];
    const further = [
      { path: ['brand', 'primary'], message: brandColourFault(body.brand.primary) },
      { path: ['payee', 'accountNo'], message: payeeAccountFault(body.payee.accountNo) },
    ].flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]));
    const isNamed = (path: readonly (string | number)[]): boolean =>
      faults.some((fault) => fault.path.join('.') === path.join('.'));
    return [...faults, ...further.filter(({ path }) => !isNamed(path))];
  },
  mediaIn: ({ brand }) => (['logo', 'favicon'] as const).map((name) => ({ path: ['brand', name], url: brand[name] })),
  store: (tx, body) => replaceSite(tx, settingsOf(body)),
};
