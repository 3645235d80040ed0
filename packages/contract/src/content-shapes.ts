import {
  either,
  exactly,
  fen,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  whole,
  word,
} from './shapes.ts';

/** How a product or a specification is paid: in advance, or later by what was used. */
const billing = () => word(['prepaid', 'postpaid']);

/** A product in a list. `priceFrom` null means 面议 where it is prepaid and 按用量后付 where it is postpaid; `priceUnit` is what the price is for (`人 / 月`); a loan product has `annualRate` (R10.13). */
export const productCard = () =>
  object({
    pid: id(),
    name: text(60),
    tagline: text(200),
    categoryId: id(),
    coverUrl: text(300),
    tags: list(text(20), { max: 10 }),
    priceFrom: nullable(fen({ min: 0 })),
    priceUnit: nullable(text(40)),
    billing: billing(),
    hasTrial: flag(),
    annualRate: optional(text(40)),
  });

const skuOption = () =>
  object({
    key: id(),
    label: text(40),
    values: list(object({ value: id(), label: text(60), priceDelta: fen({ min: 0 }) }), { min: 1, max: 30 }),
  });

/** What a price depends on beside the unit: tiers, discounts of terms (`rate` in per mille of the price), and what one use costs (R1.1). */
const skuTerms = () => ({
  tiers: list(object({ minQuantity: whole(1, 1_000_000), price: fen({ min: 0 }) }), { max: 20 }),
  termDiscounts: list(object({ months: whole(1, 120), rate: whole(1, 1000) }), { max: 12 }),
  usageRules: list(object({ label: text(40), text: text(200) }), { max: 12 }),
});

/** A specification; `price` is per unit (and per month where there is a term) in fen, null where it is negotiated. A tier's price and an option's `priceDelta` are per the same. */
export const sku = () =>
  object({
    skuId: id(),
    name: text(60),
    price: nullable(fen({ min: 0 })),
    unit: text(20),
    billing: billing(),
    termMonths: list(whole(1, 120), { max: 12 }),
    ...skuTerms(),
    options: list(skuOption(), { max: 12 }),
    minQuantity: whole(1, 1_000_000),
    maxQuantity: whole(1, 1_000_000),
    annualRate: optional(text(40)),
  });

const pictureBlock = <const T extends string>(template: T) =>
  object({
    template: exactly(template),
    title: text(80),
    text: text(4000),
    imageUrl: text(300),
    imageAlt: text(200),
    link: optional(text(300)),
  });

/** The six media templates (R2.8). */
export const block = () =>
  either([
    pictureBlock('template_upDown'),
    pictureBlock('template_leftText'),
    pictureBlock('template_rightText'),
    object({
      template: exactly('template_swiper'),
      items: list(
        object({
          imageUrl: text(300),
          imageAlt: text(200),
          title: optional(text(80)),
          link: optional(text(300)),
        }),
        { min: 1, max: 20 },
      ),
    }),
    object({
      template: exactly('template_card'),
      title: optional(text(80)),
      items: list(
        object({
          iconUrl: optional(text(300)),
          title: text(80),
          text: text(1000),
          link: optional(text(300)),
        }),
        { min: 1, max: 20 },
      ),
    }),
    object({
      template: exactly('template_audio'),
      title: text(80),
      audioUrl: text(300),
      coverUrl: optional(text(300)),
      transcript: text(8000),
    }),
  ]);

/** The scene of an agreement. */
export const agreementScenes = ['register', 'purchase', 'trial', 'contact', 'certification', 'dataSharing'] as const;

/** An agreement in its current version, as a form lists it (R10.6). */
export const agreement = () =>
  object({ id: id(), version: text(32), title: text(80), required: flag(), scene: word(agreementScenes) });

/** The agreements that a person accepted, each with the version that was shown. */
export const accepted = ({ min = 0 }: { min?: number } = {}) =>
  list(object({ id: id(), version: text(32) }), { min, max: 20 });

/** The pages that the public site's menus lead to, once they are published. */
const sitePages = ['partners', 'about'] as const;

/** The provider's settings of the site (R1.6). */
export const site = () =>
  object({
    brand: object({ name: text(40), logoUrl: text(300), primary: text(20) }),
    contacts: object({ phone: text(40), email: text(120), address: text(200), hours: text(80) }),
    icp: text(60, { min: 0 }),
    policeRecord: text(60, { min: 0 }),
    licences: list(text(200), { max: 20 }),
    agreements: list(agreement(), { max: 50 }),
    /** The pages beside the home page that have nothing to show yet, and that nothing leads to. */
    unpublishedPages: optional(list(word(sitePages), { max: 2 })),
  });

/** One document in a list; `highlights` contain `<mark>` and are rendered as text. */
export const docItem = () =>
  object({
    id: id(),
    slug: id(),
    title: text(120),
    summary: text(400, { min: 0 }),
    updatedAt: isoTime(),
    highlights: optional(object({ title: text(400), summary: text(2000, { min: 0 }) })),
    /** Found by some of the words alone: it stands behind those that have all. */
    isPartial: optional(flag()),
  });
