import Type from 'typebox';
import { blocks } from './block-schemas.ts';
import { address, fen, list, object, optional, path, slug, text, whole } from './schema-fields.ts';

const skuSchema = object({
  id: slug(),
  name: text(60),
  price: Type.Union([fen(), Type.Null()]),
  unit: text(20),
  billing: Type.Enum(['prepaid', 'postpaid']),
  termMonths: list(whole(1, 120), 12),
  minQuantity: whole(1, 1_000_000),
  maxQuantity: whole(1, 1_000_000),
  options: list(
    object({
      key: slug(),
      label: text(40),
      values: list(object({ value: slug(), label: text(60), priceDelta: fen() }), 30, 1),
    }),
    12,
  ),
  tiers: optional(list(object({ minQuantity: whole(1, 1_000_000), price: fen() }), 20)),
  termDiscounts: optional(list(object({ termMonths: whole(1, 120), percent: whole(1, 100) }), 12)),
  usageRules: optional(list(object({ label: text(40), text: text(200) }), 12)),
  /** The tax rate of its invoices, in whole per cent; 6 where it is not given. */
  taxPercent: optional(whole(0, 100)),
});

const productWith = <P extends Type.TSchema>(picture: () => P) =>
  object({
    name: text(60),
    tagline: text(200),
    category: slug(),
    cover: picture(),
    coverAlt: text(200),
    tags: list(text(20), 10),
    hasTrial: Type.Boolean(),
    recommended: optional(whole(1, 1000)),
    /** Its place in its category; without one its folder's name decides. */
    order: optional(whole(0, 9999)),
    annualRate: optional(text(40)),
    orgName: optional(text(60)),
    blocks: blocks(),
    skus: list(skuSchema, 20),
    agreements: list(slug(), 20),
    docs: list(slug(), 20),
    related: list(slug(), 12),
  });

/** A product as a file. */
export const productSchema = productWith(path);
/** A product as staff edit it. */
export const editedProductSchema = productWith(address);
