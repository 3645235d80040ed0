import { sql } from 'kysely';
import { retiredAgreementsKey } from '#features/agreement/agreement.reads';
import type { Tx } from '#kernel/database/db';
import { type SiteSettings, siteKey } from './site.reads.ts';

const replaceSetting = async (tx: Tx, key: string, setting: unknown): Promise<void> => {
  const value = JSON.stringify(setting);
  await tx
    .insertInto('site_setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: sql`app_now()` }))
    .execute();
};

export const replaceSite = (tx: Tx, settings: SiteSettings): Promise<void> => replaceSetting(tx, siteKey, settings);

/** Stores which agreements are retired; their versions stay as evidence. */
export const replaceRetiredAgreements = (tx: Tx, ids: readonly string[]): Promise<void> =>
  replaceSetting(tx, retiredAgreementsKey, ids);

/** Stores a picture or sound of the content under the digest of its bytes. */
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
