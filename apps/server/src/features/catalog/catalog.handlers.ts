import type { catalogOperations, ReplyOf } from '@ronghui/contract';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { listDocTitles } from '#features/doc/doc.reads';
import { findSite } from '#features/site/site.reads';
import type { HandlersFor } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import {
  findPage,
  findProduct,
  listCategories,
  listPartners,
  listSkus,
  listSlides,
  pricedSku,
} from './catalog.reads.ts';
import { listCards, listCardsByPid, listRecommended } from './catalog.sql.ts';

type Detail = ReplyOf<(typeof catalogOperations)['portal.productQueryDetail']>;

/** How many products the home page recommends by default. */
const defaultRecommended = 8;

/** What the home page is made of besides products, before anybody composed it: a published site opens without. */
const blankTitles: Readonly<Partial<Record<string, string>>> = { home: '首页', partners: '合作伙伴' };
const blankPage = async (db: Db, page: string) => {
  const title = blankTitles[page];
  if (title === undefined || (await findSite(db)) === undefined) return undefined;
  return { title, blocks: [], updated_at: new Date(0) };
};

const cardOf = (row: Awaited<ReturnType<typeof listCards>>[number]) => ({
  pid: row.pid,
  name: row.name,
  tagline: row.tagline,
  categoryId: row.category_id,
  coverUrl: row.cover_url,
  tags: row.tags,
  priceFrom: row.price_from_fen,
  priceUnit: row.price_unit,
  billing: row.billing as Detail['billing'],
  hasTrial: row.has_trial,
  ...(row.annual_rate === null ? {} : { annualRate: row.annual_rate }),
});

const skuOf = (
  row: Awaited<ReturnType<typeof listSkus>>[number],
  annualRate: string | null,
): Detail['skus'][number] => {
  const priced = pricedSku(row);
  return {
    skuId: row.sku_id,
    name: priced.name,
    price: priced.price,
    unit: priced.unit,
    billing: priced.billing,
    termMonths: [...priced.termMonths],
    tiers: priced.tiers.toSorted((a, b) => a.minQuantity - b.minQuantity),
    termDiscounts: priced.termDiscounts.map(({ termMonths, percent }) => ({ months: termMonths, rate: percent * 10 })),
    usageRules: row.usage_rules ?? [],
    options: priced.options.map(({ values, ...option }) => ({ ...option, values: [...values] })),
    minQuantity: priced.minQuantity,
    maxQuantity: priced.maxQuantity,
    ...(annualRate === null ? {} : { annualRate }),
  };
};

const inOrder = <T>(rows: readonly T[], keys: readonly string[], keyOf: (row: T) => string): T[] =>
  keys.flatMap((key) => rows.filter((row) => keyOf(row) === key));

/** What anyone may read of products and pages (R1.1, R2.8). */
export const catalogHandlers: HandlersFor<typeof catalogOperations> = {
  'portal.querySlideInfo': async (_input, { db }) => ({
    slides: (await listSlides(db)).map((row) => ({
      id: row.slide_id,
      title: row.title,
      subtitle: row.subtitle,
      imageUrl: row.image_url,
      link: row.link,
      theme: row.theme,
    })),
  }),

  'portal.recommendQueryList': async ({ limit = defaultRecommended }, { db }) => ({
    products: (await listRecommended(db, limit)).map(cardOf),
  }),

  'portal.queryProductMap': async (_input, { db }) => {
    const [categories, cards] = await Promise.all([listCategories(db), listCards(db)]);
    return {
      categories: categories.map((category) => ({
        id: category.category_id,
        name: category.name,
        summary: category.summary,
        products: cards.filter((card) => card.category_id === category.category_id).map(cardOf),
      })),
    };
  },

  'portal.productQueryDetail': async ({ pid }, { db, fail }) => {
    const product = await findProduct(db, pid);
    if (product === undefined) return fail('notFound');
    const [skus, agreements, docs, related, site] = await Promise.all([
      listSkus(db, pid),
      listCurrentAgreements(db),
      listDocTitles(db, product.doc_slugs),
      listCardsByPid(db, product.related_pids),
      findSite(db),
    ]);
    return {
      ...cardOf(product),
      ...(product.org_name === null ? {} : { orgName: product.org_name }),
      blocks: product.blocks,
      skus: skus.map((row) => skuOf(row, product.annual_rate)),
      agreements: inOrder(agreements, product.agreement_ids, (each) => each.id),
      docs: site?.docCenter === 'on' ? inOrder(docs, product.doc_slugs, (each) => each.slug) : [],
      related: inOrder(related, product.related_pids, (each) => each.pid).map(cardOf),
    };
  },

  'portal.queryPage': async ({ page }, { db, fail }) => {
    const found = (await findPage(db, page)) ?? (await blankPage(db, page));
    if (found === undefined) return fail('notFound');
    const partners = page === 'partners' ? await listPartners(db) : null;
    return {
      title: found.title,
      blocks: found.blocks,
      ...(partners === null
        ? {}
        : {
            partners: partners.map(({ partner_id, name, logo_url, summary, link }) => ({
              id: partner_id,
              name,
              logoUrl: logo_url,
              summary,
              link,
            })),
          }),
      updatedAt: found.updated_at.toISOString(),
    };
  },
};
