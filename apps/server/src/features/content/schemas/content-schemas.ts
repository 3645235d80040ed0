import { agreementScenes } from '@ronghui/contract';
import Type from 'typebox';
import { blocks } from './block-schemas.ts';
import { address, day, link, linkOrNone, list, object, optional, path, slug, text } from './schema-fields.ts';

/**
 * The shape of the files that a provider writes (content/README.md). Money is integer fen; files are named relative to their own.
 */

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
