import { sql } from 'kysely';
import { retiredAgreementsKey } from '#features/agreement/agreement.reads';
import type { Tx } from '#kernel/database/db';
import {
  type ChatService,
  chatServiceKey,
  type FourEyes,
  fourEyesKey,
  type SiteSettings,
  siteKey,
} from './site.reads.ts';

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

/** Replaces a setting that counts how often it was set; false where somebody else has set it since it was read. */
const setRevised = async (tx: Tx, key: string, setting: { readonly revision: number }): Promise<boolean> => {
  const value = JSON.stringify(setting);
  const { rows } = await sql`
    insert into site_setting (key, value)
    select ${key}, ${value}::jsonb where ${setting.revision} = 1 or exists (select from site_setting where key = ${key})
    on conflict (key) do update set value = excluded.value, updated_at = app_now()
      where (site_setting.value ->> 'revision')::int = ${setting.revision - 1}
    returning key`.execute(tx);
  return rows.length > 0;
};

/** Sets from which difference answers need a second member of staff; false where somebody else has set it since it was read. */
export const setFourEyes = (tx: Tx, setting: FourEyes): Promise<boolean> => setRevised(tx, fourEyesKey, setting);

/** Sets when persons of customer service are there; false where somebody else has set it since it was read. */
export const setChatService = (tx: Tx, setting: ChatService): Promise<boolean> =>
  setRevised(tx, chatServiceKey, setting);

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
