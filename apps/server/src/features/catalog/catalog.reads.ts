import type { PricedSku } from '@ronghui/domain/quote';
import type { Db } from '#kernel/database/db';

/** The slides of the home page, by position; there are few. */
export const listSlides = (db: Db) => db.selectFrom('slide').selectAll().orderBy('position').limit(20).execute();

/** All categories; a catalogue has about a dozen. */
export const listCategories = (db: Db) =>
  db.selectFrom('category').selectAll().orderBy('position').limit(100).execute();

/** The categories that products are in. Uses product_category. */
export const listUsedCategories = (db: Db) =>
  db
    .selectFrom('product')
    .select(({ fn }) => ['category_id', fn.countAll<number>().as('products')])
    .groupBy('category_id')
    .limit(100)
    .execute();

export const findProduct = (db: Db, pid: string) =>
  db.selectFrom('product').selectAll().where('pid', '=', pid).executeTakeFirst();

/** Every product with all its columns, in catalogue order; for the export. */
export const listProductRows = (db: Db) =>
  db.selectFrom('product').selectAll().orderBy('position').limit(5000).execute();

export const listSkus = (db: Db, pid: string) =>
  db.selectFrom('sku').selectAll().where('pid', '=', pid).orderBy('position').limit(20).execute();

export const findSku = (db: Db, pid: string, skuId: string) =>
  db.selectFrom('sku').selectAll().where('pid', '=', pid).where('sku_id', '=', skuId).executeTakeFirst();

export const findPage = (db: Db, page: string) =>
  db.selectFrom('page').selectAll().where('page', '=', page).executeTakeFirst();

export const listPartners = (db: Db) => db.selectFrom('partner').selectAll().orderBy('position').limit(200).execute();

/** Converts the row of a specification to the input of the price rule. */
export const pricedSku = (row: Awaited<ReturnType<typeof listSkus>>[number]): PricedSku => ({
  name: row.name,
  unit: row.unit,
  price: row.price_fen,
  billing: row.billing as PricedSku['billing'],
  termMonths: row.term_months,
  minQuantity: row.min_quantity,
  maxQuantity: row.max_quantity,
  options: row.options,
  tiers: row.tiers,
  termDiscounts: row.term_discounts,
});
