import { agreementScenes } from '@ronghui/contract';
import type { Fen } from '@ronghui/domain/money';
import Type from 'typebox';

/**
 * The shape of the files that a provider writes (content/README.md). Money is integer fen; files are named relative to their own.
 */

/** Whether a text is the address of a stored picture. */
const isMediaAddress = (text: string): boolean => /^\/media\/[a-z0-9]{32}\.(?:svg|png|jpg|webp)$/.test(text);

const object = <P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const optional = Type.Optional;
const text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
const slug = () => Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 });
const fen = () => Type.Unsafe<Fen>(Type.Integer({ minimum: 0, maximum: 100_000_000_000 }));
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const list = <S extends Type.TSchema>(item: S, maxItems: number, minItems = 0) =>
  Type.Array(item, { minItems, maxItems });
/** A file below the folder of the file that names it: no `..`, no absolute path. */
const path = () => Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._/-]*$', maxLength: 200 });
/** The address of a stored picture. */
const address = () => Type.Refine(Type.String({ maxLength: 60 }), isMediaAddress, () => '请上传图片');
/** A link that the portal follows: a page of its own, or an https page. Any other link would be published and then not shown as a link. */
const isLink = (value: string): boolean =>
  value.startsWith('#/') || (/^https:\/\//i.test(value) && URL.canParse(value));
const linkSentence = () => '应为 #/…（本站页面）或 https://… 的地址';
const link = () => Type.Refine(Type.String({ maxLength: 300 }), isLink, linkSentence);
/** The same, or an empty text for no link. */
const linkOrNone = () =>
  Type.Refine(Type.String({ maxLength: 300 }), (value) => value === '' || isLink(value), linkSentence);
/** A day of the calendar from 1900 to 2099; `2026-02-30` is refused. */
const isDay = (value: string): boolean => {
  const time = /^(?:19|20)\d\d-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};
const day = () => Type.Refine(Type.String(), isDay, () => '应为存在的日期，如 2026-11-01');

const picture = <const T extends string>(template: T) =>
  object({
    template: Type.Literal(template),
    title: text(80),
    text: text(4000),
    image: path(),
    imageAlt: text(200),
    link: optional(link()),
  });

/** The six media templates in the form of files, by name: a block is validated against its own, so that a fault names its field. */
export const blockSchemas = {
  template_upDown: picture('template_upDown'),
  template_leftText: picture('template_leftText'),
  template_rightText: picture('template_rightText'),
  template_swiper: object({
    template: Type.Literal('template_swiper'),
    items: list(
      object({ image: path(), imageAlt: text(200), title: optional(text(80)), link: optional(link()) }),
      20,
      1,
    ),
  }),
  template_card: object({
    template: Type.Literal('template_card'),
    title: optional(text(80)),
    items: list(object({ icon: optional(path()), title: text(80), text: text(1000), link: optional(link()) }), 20, 1),
  }),
  template_audio: object({
    template: Type.Literal('template_audio'),
    title: text(80),
    audio: path(),
    cover: optional(path()),
    transcript: text(8000),
  }),
} as const;

/** A block before its template is known. */
const anyBlock = Type.Object({ template: Type.Enum(Object.keys(blockSchemas)) });
const blocks = () => list(anyBlock, 60);

/** The files that staff edit too: `picture` is a name beside the file there, and an address at the console. */
const recordsWith = <P extends Type.TSchema>(picture: () => P) => ({
  site: object({
    brand: object({
      name: text(40),
      logo: picture(),
      favicon: optional(picture()),
      primary: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
    }),
    contacts: object({ phone: text(40), email: text(120), address: text(200), hours: text(80) }),
    icp: text(60, 0),
    policeRecord: text(60, 0),
    licences: list(text(200), 20),
    docCenter: Type.Enum(['on', 'off']),
    payee: optional(object({ name: text(80), bank: text(120), accountNo: text(40) })),
  }),
  slides: list(
    object({
      id: slug(),
      title: text(80),
      subtitle: text(200, 0),
      image: picture(),
      imageAlt: text(200),
      link: link(),
      theme: Type.Enum(['indigo', 'amber', 'pine']),
    }),
    20,
  ),
  categories: list(object({ id: slug(), name: text(60), summary: text(200, 0) }), 50, 1),
  partners: list(object({ id: slug(), name: text(60), logo: picture(), summary: text(400), link: linkOrNone() }), 200),
});

/** The files. */
export const {
  site: siteSchema,
  slides: slidesSchema,
  categories: categoriesSchema,
  partners: partnersSchema,
} = recordsWith(path);
/** The same as staff edit them. */
export const recordSchemas = recordsWith(address);

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

export const productSchema = object({
  name: text(60),
  tagline: text(200),
  category: slug(),
  cover: path(),
  coverAlt: text(200),
  tags: list(text(20), 10),
  hasTrial: Type.Boolean(),
  recommended: optional(whole(1, 1000)),
  annualRate: optional(text(40)),
  orgName: optional(text(60)),
  blocks: blocks(),
  skus: list(skuSchema, 20),
  agreements: list(slug(), 20),
  docs: list(slug(), 20),
  related: list(slug(), 12),
});

export const pageSchema = object({ title: text(80), blocks: blocks() });

export const agreementSchema = object({
  title: text(80),
  scene: Type.Enum([...agreementScenes]),
  required: Type.Boolean(),
  effectiveOn: day(),
});

export const sectionSchema = object({ title: text(120), summary: optional(text(400, 0)) });

export const docSchema = object({
  title: text(120),
  summary: text(400, 0),
  updatedOn: day(),
});

/** A version in a file name, such as `2026-11`. */
export const versionPattern = /^[0-9]{4}-[0-9]{2}(\.[0-9]+)?$/;
/** Whether a name is valid for a folder: it becomes an id of the contract. */
export const isSlug = (name: string): boolean => name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
/** A numbered name (`10-register`), as sections and documents carry it. */
export const numberedPattern = /^(\d{2})-(?=.{1,64}$)([a-z0-9]+(?:-[a-z0-9]+)*)$/;
