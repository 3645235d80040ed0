import type { Site } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What a provider configures of the site; the agreements of the wire's `site` are read from their own table. */
export interface SiteSettings extends Omit<Site, 'agreements'> {
  readonly docCenter: 'on' | 'off';
  /** Where orders and bills are paid to: for merchants alone. */
  readonly payee?: { readonly name: string; readonly bank: string; readonly accountNo: string } | undefined;
}

const siteKey = 'site';
/** Where the ids of agreements stand that the present content no longer has. */
export const retiredAgreementsKey = 'retiredAgreements';

/** The settings; none before the first content came in. */
export const findSite = async (db: Db): Promise<SiteSettings | undefined> => {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', siteKey).executeTakeFirst();
  // Written by the import alone, which validated it.
  return row?.value as unknown as SiteSettings | undefined;
};

const replaceSetting = async (tx: Tx, key: string, setting: unknown): Promise<void> => {
  const value = JSON.stringify(setting);
  await tx
    .insertInto('site_setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: sql`app_now()` }))
    .execute();
};

export const replaceSite = (tx: Tx, settings: SiteSettings): Promise<void> => replaceSetting(tx, siteKey, settings);

/** Says which agreements nobody is asked for any more: their versions stay, as evidence. */
export const replaceRetiredAgreements = (tx: Tx, ids: readonly string[]): Promise<void> =>
  replaceSetting(tx, retiredAgreementsKey, ids);

/** A picture or sound of the content, under the digest of its bytes. */
export interface MediaFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly sourcePath: string;
}

export const addMedia = async (tx: Tx, files: readonly MediaFile[]): Promise<void> => {
  for (const { name, mime, bytes, sourcePath } of files) {
    await tx
      .insertInto('media')
      .values({ name, mime, bytes, source_path: sourcePath })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }
};

/** One file for the media door. Uses the primary key. */
export const findMedia = (db: Db, name: string) =>
  db.selectFrom('media').select(['mime', 'bytes', 'source_path']).where('name', '=', name).executeTakeFirst();
