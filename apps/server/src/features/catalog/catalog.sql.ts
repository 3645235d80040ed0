import type { Block } from '@ronghui/contract';
import { standardTaxRate } from '@ronghui/domain/invoice';
import type { Rate } from '@ronghui/domain/money';
import type { PricedSku } from '@ronghui/domain/quote';
import type { StartingPrice } from '@ronghui/domain/sku-price';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

const cardColumns = [
  'pid',
  'name',
  'tagline',
  'category_id',
  'cover_url',
  'tags',
  'price_from_fen',
  'price_unit',
  'billing',
  'has_trial',
  'annual_rate',
] as const;

/** Recommended products first, then the others in catalogue order. */
export const listRecommended = (db: Db, limit: number) =>
  db
    .selectFrom('product')
    .innerJoin('category', 'category.category_id', 'product.category_id')
    .select(cardColumns.map((column) => `product.${column}` as const))
    .orderBy(sql`recommended asc nulls last`)
    .orderBy('category.position')
    .orderBy('product.position')
    .limit(limit)
    .execute();

/** Every product as a card, in catalogue order. Uses product_category. */
export const listCards = (db: Db) =>
  db
    .selectFrom('product')
    .select(cardColumns)
    .orderBy('category_id')
    .orderBy('position')
    .orderBy('pid')
    .limit(500)
    .execute();

export const listCardsByPid = (db: Db, pids: readonly string[]) =>
  db
    .selectFrom('product')
    .select(cardColumns)
    .where('pid', 'in', [...pids, ''])
    .limit(50)
    .execute();

/** The whole catalogue as an import contains it; urls are final. */
export interface CatalogContent {
  readonly slides: readonly SlideRow[];
  readonly categories: readonly CategoryRow[];
  readonly products: readonly ProductRow[];
  readonly pages: readonly PageRow[];
  readonly partners: readonly PartnerRow[];
}

interface PageRow {
  readonly page: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

interface SlideRow {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly imageUrl: string;
  readonly imageAlt: string;
  readonly link: string;
  readonly theme: string;
}

interface PartnerRow {
  readonly id: string;
  readonly name: string;
  readonly logoUrl: string;
  readonly summary: string;
  readonly link: string;
}

/** What one use costs: `核销一张`, `¥0.30`. */
interface UsageRule {
  readonly label: string;
  readonly text: string;
}

export interface ProductRow extends StartingPrice {
  readonly pid: string;
  readonly category: string;
  /** Its place in its category. */
  readonly position: number;
  readonly name: string;
  readonly tagline: string;
  readonly coverUrl: string;
  readonly coverAlt: string;
  readonly tags: readonly string[];
  readonly hasTrial: boolean;
  readonly recommended: number | null;
  readonly annualRate: string | null;
  readonly orgName: string | null;
  readonly blocks: readonly Block[];
  readonly agreements: readonly string[];
  readonly docs: readonly string[];
  readonly related: readonly string[];
  readonly skus: readonly (PricedSku & {
    readonly id: string;
    readonly usageRules: readonly UsageRule[];
    /** Of its invoices; `standardTaxRate` where it is not given. */
    readonly taxRate?: Rate;
  })[];
}

const json = (value: unknown) => JSON.stringify(value);

const insertProduct = async (tx: Tx, product: ProductRow): Promise<void> => {
  const row = {
    pid: product.pid,
    category_id: product.category,
    position: product.position,
    name: product.name,
    tagline: product.tagline,
    cover_url: product.coverUrl,
    cover_alt: product.coverAlt,
    tags: json(product.tags),
    has_trial: product.hasTrial,
    recommended: product.recommended,
    annual_rate: product.annualRate,
    org_name: product.orgName,
    price_from_fen: product.priceFrom,
    price_unit: product.priceUnit,
    billing: product.billing,
    blocks: json(product.blocks),
    agreement_ids: [...product.agreements],
    doc_slugs: [...product.docs],
    related_pids: [...product.related],
  };
  await tx
    .insertInto('product')
    .values(row)
    .onConflict((conflict) => conflict.column('pid').doUpdateSet({ ...row, updated_at: sql`app_now()` }))
    .execute();
  const skus = product.skus.map((sku, index) => ({
    pid: product.pid,
    sku_id: sku.id,
    position: index,
    name: sku.name,
    price_fen: sku.price,
    unit: sku.unit,
    billing: sku.billing,
    term_months: [...sku.termMonths],
    min_quantity: sku.minQuantity,
    max_quantity: sku.maxQuantity,
    options: json(sku.options),
    tiers: json(sku.tiers),
    term_discounts: json(sku.termDiscounts),
    usage_rules: json(sku.usageRules),
    tax_millionths: sku.taxRate ?? standardTaxRate,
  }));
  if (skus.length > 0) await tx.insertInto('sku').values(skus).execute();
};

/** Stores one product with its specifications. What was ordered of it stays as it was ordered: orders have copies. */
export const storeProduct = async (tx: Tx, product: ProductRow): Promise<void> => {
  await tx.deleteFrom('sku').where('pid', '=', product.pid).execute();
  await insertProduct(tx, product);
};

/** Removes a product with its specifications. */
export const dropProduct = async (tx: Tx, pid: string): Promise<void> => {
  await tx.deleteFrom('product').where('pid', '=', pid).execute();
};

/** Stores one page. */
export const storePage = async (tx: Tx, { page, title, blocks }: PageRow): Promise<void> => {
  const row = { title, blocks: json(blocks) };
  await tx
    .insertInto('page')
    .values({ page, ...row })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ ...row, updated_at: sql`app_now()` }))
    .execute();
};

/** Adds and renames categories, and sets their order. */
const storeCategories = async (tx: Tx, categories: readonly CategoryRow[]): Promise<void> => {
  for (const [position, category] of categories.entries()) {
    const row = { category_id: category.id, position, name: category.name, summary: category.summary };
    await tx
      .insertInto('category')
      .values(row)
      .onConflict((conflict) => conflict.column('category_id').doUpdateSet(row))
      .execute();
  }
};

/** Removes the categories that are not among these. */
const dropOtherCategories = async (tx: Tx, categories: readonly CategoryRow[]): Promise<void> => {
  const kept = categories.map((category) => category.id);
  await tx
    .deleteFrom('category')
    .where('category_id', 'not in', [...kept, ''])
    .execute();
};

/** Replaces the categories; one that products are in is kept by its foreign key, and the transaction fails. */
export const replaceCategories = async (tx: Tx, categories: readonly CategoryRow[]): Promise<void> => {
  await storeCategories(tx, categories);
  await dropOtherCategories(tx, categories);
};

/** Replaces the slides of the home page. */
export const replaceSlides = async (tx: Tx, content: readonly SlideRow[]): Promise<void> => {
  await tx.deleteFrom('slide').execute();
  const slides = content.map(({ id, imageUrl, imageAlt, ...slide }, position) => ({
    slide_id: id,
    position,
    image_url: imageUrl,
    image_alt: imageAlt,
    ...slide,
  }));
  if (slides.length > 0) await tx.insertInto('slide').values(slides).execute();
};

/** Replaces the partners. */
export const replacePartners = async (tx: Tx, content: readonly PartnerRow[]): Promise<void> => {
  await tx.deleteFrom('partner').execute();
  const partners = content.map(({ id, logoUrl, ...partner }, position) => ({
    partner_id: id,
    position,
    logo_url: logoUrl,
    ...partner,
  }));
  if (partners.length > 0) await tx.insertInto('partner').values(partners).execute();
};

/** Replaces the catalogue, inside the caller's transaction. */
export const replaceCatalog = async (tx: Tx, content: CatalogContent): Promise<void> => {
  const pids = content.products.map((product) => product.pid);
  await tx.deleteFrom('page').execute();
  await tx.deleteFrom('sku').execute();
  await tx
    .deleteFrom('product')
    .where('pid', 'not in', [...pids, ''])
    .execute();
  await storeCategories(tx, content.categories);
  for (const product of content.products) await insertProduct(tx, product);
  await dropOtherCategories(tx, content.categories);
  await replaceSlides(tx, content.slides);
  await replacePartners(tx, content.partners);
  const pages = content.pages.map((page) => ({ page: page.page, title: page.title, blocks: json(page.blocks) }));
  if (pages.length > 0) await tx.insertInto('page').values(pages).execute();
};
