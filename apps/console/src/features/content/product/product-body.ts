import type { BodyOf } from '../content-queries.ts';

export type ProductBody = BodyOf<'product'>;
export type SkuBody = ProductBody['skus'][number];

/** A specification before anything is filled in. */
export const blankSku = (id: string): SkuBody => ({
  id,
  name: '',
  price: null,
  unit: '',
  billing: 'prepaid',
  termMonths: [],
  minQuantity: 1,
  maxQuantity: 1,
  options: [],
  tiers: [],
  termDiscounts: [],
  usageRules: [],
  taxPercent: 6,
});

/** A product before anything is filled in. */
export const blankProduct = (key: string, name: string): ProductBody => ({
  record: 'product',
  key,
  name,
  tagline: '',
  category: '',
  order: 0,
  cover: '',
  coverAlt: '',
  tags: [],
  hasTrial: false,
  recommended: null,
  annualRate: '',
  orgName: '',
  blocks: [],
  skus: [],
  agreements: [],
  docs: [],
  related: [],
});
