import { standardTaxRate } from '@ronghui/domain/invoice';
import { percentOf, rateOf } from '@ronghui/domain/money';
import { startingPrice } from '@ronghui/domain/sku-price';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import {
  findProduct,
  listAllSkus,
  listCategories,
  listNamingProducts,
  listProductRows,
  listSkus,
  pricedSku,
} from '#features/catalog/catalog.reads';
import { dropProduct, type ProductRow, storeProduct } from '#features/catalog/catalog.steps';
import { listDocTitles } from '#features/doc/doc.reads';
import type { Db } from '#kernel/database/db';
import { type PathFault, schemaFaults } from '../content-conform.ts';
import { editedProductSchema } from '../schemas/product-schemas.ts';
import { blockFaults, bodyOfBlocks, mediaInBlocks, wireOfBlocks } from './block-bodies.ts';
import { type ProductFile, productFaults } from './product-rules.ts';
import type { BodyOf, RecordKind } from './record-kind.ts';

type ProductBody = BodyOf<'product'>;
type SkuBody = ProductBody['skus'][number];
type StoredProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>;
type StoredSku = Awaited<ReturnType<typeof listSkus>>[number];

const bodyOfSku = ({ id, usageRules, taxRate, ...sku }: ProductRow['skus'][number]): SkuBody => ({
  id,
  name: sku.name,
  price: sku.price,
  unit: sku.unit,
  billing: sku.billing,
  termMonths: [...sku.termMonths],
  minQuantity: sku.minQuantity,
  maxQuantity: sku.maxQuantity,
  options: sku.options.map(({ values, ...option }) => ({ ...option, values: [...values] })),
  tiers: [...sku.tiers],
  termDiscounts: [...sku.termDiscounts],
  usageRules: [...usageRules],
  taxPercent: percentOf(rateOf(taxRate ?? standardTaxRate, 'millionths')),
});

/** A product as an import has it, as staff edit it. */
const bodyOfProduct = (row: Omit<ProductRow, 'priceFrom' | 'priceUnit' | 'billing'>): ProductBody => ({
  record: 'product',
  key: row.pid,
  name: row.name,
  tagline: row.tagline,
  category: row.category,
  order: row.position,
  cover: row.coverUrl,
  coverAlt: row.coverAlt,
  tags: [...row.tags],
  hasTrial: row.hasTrial,
  recommended: row.recommended,
  annualRate: row.annualRate ?? '',
  orgName: row.orgName ?? '',
  blocks: bodyOfBlocks(row.blocks),
  skus: row.skus.map(bodyOfSku),
  agreements: [...row.agreements],
  docs: [...row.docs],
  related: [...row.related],
});

const bodyOfStored = (row: StoredProduct, skus: readonly StoredSku[]): ProductBody =>
  bodyOfProduct({
    pid: row.pid,
    name: row.name,
    tagline: row.tagline,
    category: row.category_id,
    position: row.position,
    coverUrl: row.cover_url,
    coverAlt: row.cover_alt,
    tags: row.tags,
    hasTrial: row.has_trial,
    recommended: row.recommended,
    annualRate: row.annual_rate,
    orgName: row.org_name,
    blocks: row.blocks,
    agreements: row.agreement_ids,
    docs: row.doc_slugs,
    related: row.related_pids,
    skus: skus.map((sku) => ({
      id: sku.sku_id,
      ...pricedSku(sku),
      usageRules: sku.usage_rules ?? [],
      taxRate: rateOf(sku.tax_millionths, 'millionths'),
    })),
  });

/** The product as its file would have it: what is empty and may be left out is left out. */
const asFile = ({ record: _, key: _key, recommended, annualRate, orgName, ...rest }: ProductBody): ProductFile => ({
  ...rest,
  ...(recommended !== null && { recommended }),
  ...(annualRate !== '' && { annualRate }),
  ...(orgName !== '' && { orgName }),
});

const rowOf = ({ key, category, order, cover, annualRate, orgName, skus, ...body }: ProductBody): ProductRow => {
  const priced = skus.map(({ taxPercent, ...sku }) => ({ ...sku, taxRate: rateOf(taxPercent, 'percent') }));
  return {
    ...body,
    pid: key,
    category,
    position: order,
    coverUrl: cover,
    annualRate: annualRate === '' ? null : annualRate,
    orgName: orgName === '' ? null : orgName,
    ...startingPrice(priced),
    blocks: wireOfBlocks(body.blocks),
    skus: priced,
  };
};

const missing = (
  list: 'agreements' | 'docs' | 'related',
  named: readonly string[],
  there: readonly string[],
  what: string,
): PathFault[] =>
  named.flatMap((name, place) =>
    there.includes(name) ? [] : [{ path: [list, place], message: `没有${what} ${name}` }],
  );

/** What a product names that is not there: a category, agreements in force, documents, other products. */
const outerFaults = async (db: Db, body: ProductBody): Promise<readonly PathFault[]> => {
  const [categories, agreements, docs, products] = await Promise.all([
    listCategories(db),
    listCurrentAgreements(db),
    listDocTitles(db, body.docs),
    listProductRows(db, body.related),
  ]);
  const sharing = agreements.filter(({ scene }) => scene === 'dataSharing').map(({ id }) => id);
  return [
    ...(categories.some(({ category_id }) => category_id === body.category)
      ? []
      : [{ path: ['category'], message: `没有类目 ${body.category}` }]),
    ...missing(
      'agreements',
      body.agreements,
      agreements.map(({ id }) => id),
      '协议',
    ),
    ...missing(
      'docs',
      body.docs,
      docs.map(({ slug }) => slug),
      '文档',
    ),
    ...missing(
      'related',
      body.related,
      products.map(({ pid }) => pid),
      '产品',
    ),
    ...(body.orgName === '' && body.agreements.some((id) => sharing.includes(id))
      ? [{ path: ['orgName'], message: '有向机构提供信息的协议，必须写明机构名称' }]
      : []),
  ];
};

/** The products, each with its specifications. @source R11.3, R1.1 */
export const productKind: RecordKind<ProductBody> = {
  keys: 'free',
  async find(db, key) {
    const [row, skus] = await Promise.all([findProduct(db, key), listSkus(db, key)]);
    return row === undefined ? null : bodyOfStored(row, skus);
  },
  async findAll(db) {
    const [rows, skus] = await Promise.all([listProductRows(db), listAllSkus(db)]);
    const byProduct = Map.groupBy(skus, ({ pid }) => pid);
    return rows.map((row) => bodyOfStored(row, byProduct.get(row.pid) ?? []));
  },
  inFolder: ({ catalog }) => catalog.products.map(bodyOfProduct),
  entryOf: ({ name, category, order }) => ({
    title: name,
    group: category,
    sort: `${category}/${String(order).padStart(4, '0')}`,
  }),
  ownFaults(body) {
    const file = asFile(body);
    const named = { ...file, blocks: file.blocks.map(({ template }) => ({ template })) };
    return [...(schemaFaults(editedProductSchema, named) ?? []), ...blockFaults(body.blocks), ...productFaults(file)];
  },
  outerFaults,
  mediaIn: ({ cover, blocks }) => [{ path: ['cover'], url: cover }, ...mediaInBlocks(blocks)],
  store: (tx, body) => storeProduct(tx, rowOf(body)),
  async removalFaults(db, key) {
    const naming = await listNamingProducts(db, key);
    return naming.map(({ name }) => ({
      path: ['related'],
      message: `产品「${name}」把它列为相关产品，请先从那里移除`,
    }));
  },
  drop: (tx, key) => dropProduct(tx, key),
};
