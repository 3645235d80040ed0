import type { Db } from '#kernel/database/db';
import type { SmsSettings } from '#kernel/sending/hand-over';

/** What staff have entered of each provider, by its name. At most three rows. */
export const listSmsSettings = async (db: Db): Promise<ReadonlyMap<string, SmsSettings>> => {
  const rows = await db
    .selectFrom('sms_setting')
    .select(['provider', 'sign_name', 'region', 'templates', 'price_centifen'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.provider,
      {
        signName: row.sign_name,
        region: row.region,
        templates: row.templates,
        priceCentifen: row.price_centifen,
      },
    ]),
  );
};
