import { exactly, fen, flag, list, nullable, object, whole, word } from '../../shapes.ts';
import { blocksBody } from './block-shape.ts';
import { line, nameLine, picture, recordKey } from './body-fields.ts';

const itemId = () => line(64);
const months = () => whole(0, 120);
const quantity = () => whole(0, 1_000_000);
const amount = () => fen({ min: 0, max: 100_000_000_000 });

/** A specification; without a price it is negotiated (面议). */
const skuBody = () =>
  object({
    id: itemId(),
    name: nameLine(60),
    price: nullable(amount()),
    unit: line(20),
    billing: word(['prepaid', 'postpaid']),
    termMonths: list(months(), { max: 12 }),
    minQuantity: quantity(),
    maxQuantity: quantity(),
    options: list(
      object({
        key: itemId(),
        label: line(40),
        values: list(object({ value: itemId(), label: line(60), priceDelta: amount() }), { max: 30 }),
      }),
      { max: 12 },
    ),
    tiers: list(object({ minQuantity: quantity(), price: amount() }), { max: 20 }),
    termDiscounts: list(object({ termMonths: months(), percent: whole(0, 100) }), { max: 12 }),
    usageRules: list(object({ label: line(40), text: line(200) }), { max: 12 }),
    /** Of its invoices, in whole per cent. */
    taxPercent: whole(0, 100),
  });

/** A product with its specifications; its key is its id, `order` its place in its category. */
export const productBody = () =>
  object({
    record: exactly('product'),
    key: recordKey(),
    name: nameLine(60),
    tagline: line(200),
    category: itemId(),
    order: whole(0, 9999),
    cover: picture(),
    coverAlt: line(200),
    tags: list(line(20), { max: 10 }),
    hasTrial: flag(),
    /** Its place among the recommended ones; null where it is not. */
    recommended: nullable(whole(1, 1000)),
    annualRate: line(40),
    orgName: nameLine(60),
    blocks: blocksBody(),
    skus: list(skuBody(), { max: 20 }),
    agreements: list(itemId(), { max: 20 }),
    docs: list(itemId(), { max: 20 }),
    related: list(itemId(), { max: 12 }),
  });
