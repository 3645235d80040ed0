import type { Output, Site } from '@ronghui/contract';
import { type Assignment, usualMaxPerAgent } from '@ronghui/domain/chat/duty';
import { type ServiceHours, usualPromisedSec } from '@ronghui/domain/chat/hours';
import { type Fen, noFen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import { type DatedAgreement, inForceAt, listDatedAgreements } from '#features/agreement/agreement.reads';
import type { Db } from '#kernel/database/db';
import type { KeepContent } from '#kernel/ports';

/** The provider's settings of the site; the agreements of the contract's `site` are in their own table. */
export interface SiteSettings extends Omit<Site, 'agreements' | 'brand' | 'unpublishedPages'> {
  /** `faviconUrl` is the icon in the browser's tab; ours where there is none. */
  readonly brand: Site['brand'] & { readonly faviconUrl?: string | undefined };
  readonly docCenter: 'on' | 'off';
  /** The account to which orders and bills are paid; only merchants see it. */
  readonly payee?: { readonly name: string; readonly bank: string; readonly accountNo: string } | undefined;
}

/** The key of these settings. */
export const siteKey = 'site';

/** The settings; undefined before the first import of content. */
export const findSite = async (db: Db): Promise<SiteSettings | undefined> => {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', siteKey).executeTakeFirst();
  // Only an import or a publication writes it, after validation.
  return row?.value as SiteSettings | undefined;
};

/**
 * The difference of a bill above which an answer to a feedback needs a second member of staff; 0 asks for none. It has a key of its own: the
 * import of content neither sets nor removes it (decision 0041).
 */
export interface FourEyes {
  readonly aboveAmount: Fen;
  /** How often it was set. */
  readonly revision: number;
  readonly setBy?: string;
  readonly setAt?: string;
  /** A looser one that waits for a second member of staff. */
  readonly proposed?: { readonly aboveAmount: Fen; readonly byId: string; readonly by: string; readonly at: string };
}

/** The key of that setting. */
export const fourEyesKey = 'fourEyes';

/** The setting; off before it is set. By the primary key. */
export const findFourEyes = async (db: Db): Promise<FourEyes> => {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', fourEyesKey).executeTakeFirst();
  // Only `setFourEyes` writes it.
  return (row?.value as FourEyes | undefined) ?? { aboveAmount: noFen, revision: 0 };
};

/** When persons of customer service are there, how long a customer waits for one, and how receptions are given out; a key of its own, as above. @source service 3.4, service 5.3 */
export interface ChatService {
  readonly hours: ServiceHours | null;
  /** @unit seconds */
  readonly promisedSec: number;
  readonly assignment: Assignment;
  readonly maxPerAgent: number;
  /** How often it was set. */
  readonly revision: number;
  readonly setBy?: string;
  readonly setAt?: string;
}

/** The key of that setting. */
export const chatServiceKey = 'chatService';

/** Before it is set: always, the usual time, and receptions are taken by hand. */
const usualChatService: ChatService = {
  hours: null,
  promisedSec: usualPromisedSec,
  assignment: 'hand',
  maxPerAgent: usualMaxPerAgent,
  revision: 0,
};

/** The setting; what is not set yet is as usual. By the primary key. */
export const findChatService = async (db: Db): Promise<ChatService> => {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', chatServiceKey).executeTakeFirst();
  // Only `setChatService` writes it; what was set before there was assignment lacks its fields.
  return { ...usualChatService, ...(row?.value as Partial<ChatService> | undefined) };
};

/** One file of the content's media. Uses the primary key. */
export const findMedia = (db: Db, name: string) =>
  db.selectFrom('media').select(['mime', 'bytes', 'source_path']).where('name', '=', name).executeTakeFirst();

/** Which of these files of media are stored. Uses the primary key. */
export const listStoredMedia = async (db: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('media')
    .select('name')
    .where('name', 'in', [...names, ''])
    .execute();
  return new Set(rows.map(({ name }) => name));
};

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
  readonly unpublishedPages: NonNullable<Site['unpublishedPages']>;
}

/** Which pages of the menus have nothing to show: never published, and no partner either. By the primary keys. */
const listUnpublishedPages = async (db: Db): Promise<KeptSite['unpublishedPages']> => {
  const { rows } = await sql<{ has_partners: boolean; has_about: boolean }>`
    select exists (select from page where page = 'partners') or exists (select from partner) as has_partners,
      exists (select from page where page = 'about') as has_about`.execute(db);
  const { has_partners = true, has_about = true } = rows[0] ?? {};
  return [...(has_partners ? [] : (['partners'] as const)), ...(has_about ? [] : (['about'] as const))];
};

const readSite = async (db: Db): Promise<KeptSite> => {
  const [settings = blankSite, agreements, unpublishedPages] = await Promise.all([
    findSite(db),
    listDatedAgreements(db),
    listUnpublishedPages(db),
  ]);
  return { settings, agreements, unpublishedPages };
};

/** The settings and the agreements, read once for each version of the content: every page begins with them. */
export const keptSite = (db: Db, { keepContent }: { readonly keepContent: KeepContent }): Promise<KeptSite> =>
  keepContent('site', () => readSite(db));

export const isDocCenterOpen = ({ settings }: KeptSite): boolean => settings.docCenter === 'on';

/** The part of the common state that is the same for everyone; an agreement takes effect at its moment (R3.5, R1.6). */
export const siteStateOf = (
  { settings, agreements, unpublishedPages }: KeptSite,
  now: Date,
): Pick<CommonConfig, 'visibleFlag' | 'site'> => {
  const { docCenter, payee: _, brand, ...rest } = settings;
  const { faviconUrl: _icon, ...mark } = brand;
  const site = { ...rest, brand: mark };
  return {
    visibleFlag: { IS_VISIBLE_DOC_CENTER: docCenter },
    site: {
      ...site,
      agreements: inForceAt(agreements, now),
      ...(unpublishedPages.length > 0 && { unpublishedPages }),
    },
  };
};
