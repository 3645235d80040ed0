import type { PricedSku } from '@ronghui/domain/quote';
import { sql } from 'kysely';
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

/** Every product with all its columns, or those of some ids, in catalogue order. */
export const listProductRows = (db: Db, pids?: readonly string[]) =>
  db
    .selectFrom('product')
    .selectAll()
    .$if(pids !== undefined, (query) => query.where('pid', 'in', [...(pids ?? []), '']))
    .orderBy('position')
    .orderBy('pid')
    .limit(5000)
    .execute();

/** The products that name another as related, a few of them; a catalogue has some hundred products. */
export const listNamingProducts = (db: Db, pid: string) =>
  db
    .selectFrom('product')
    .select(['pid', 'name'])
    .where(sql<boolean>`${pid} = any(related_pids)`)
    .orderBy('pid')
    .limit(20)
    .execute();

/** The specifications of all products, each product's in their order. By the primary key. */
export const listAllSkus = (db: Db) =>
  db.selectFrom('sku').selectAll().orderBy('pid').orderBy('position').limit(100_000).execute();

export const listSkus = (db: Db, pid: string) =>
  db.selectFrom('sku').selectAll().where('pid', '=', pid).orderBy('position').limit(20).execute();

export const findSku = (db: Db, pid: string, skuId: string) =>
  db.selectFrom('sku').selectAll().where('pid', '=', pid).where('sku_id', '=', skuId).executeTakeFirst();

export const findPage = (db: Db, page: string) =>
  db.selectFrom('page').selectAll().where('page', '=', page).executeTakeFirst();

/** The pages that are composed of blocks; there are three. */
export const listPages = (db: Db) => db.selectFrom('page').selectAll().orderBy('page').limit(20).execute();

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
