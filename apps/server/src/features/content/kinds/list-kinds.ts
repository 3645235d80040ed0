import { listCategories, listPartners, listSlides, listUsedCategories } from '#features/catalog/catalog.reads';
import {
  type CatalogContent,
  replaceCategories,
  replacePartners,
  replaceSlides,
} from '#features/catalog/catalog.steps';
import { findSite } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import { type PathFault, repeatsAmong, schemaFaults } from '../content-conform.ts';
import { recordSchemas } from '../schemas/content-schemas.ts';
import type { BodyOf, RecordKind } from './record-kind.ts';

/** The records that are lists, and their rows. */
type Rows = Pick<CatalogContent, 'slides' | 'categories' | 'partners'>;
type ListBody = BodyOf<'slides'> | BodyOf<'categories'> | BodyOf<'partners'>;

const bodyOfSlides = (slides: Rows['slides']): BodyOf<'slides'> => ({
  record: 'slides',
  // What is not a word of the contract has never been published.
  items: slides.map(({ imageUrl, ...slide }) => ({ ...slide, image: imageUrl })) as BodyOf<'slides'>['items'],
});

const bodyOfCategories = (categories: Rows['categories']): BodyOf<'categories'> => ({
  record: 'categories',
  items: categories.map(({ id, name, summary }) => ({ id, name, summary })),
});

const bodyOfPartners = (partners: Rows['partners']): BodyOf<'partners'> => ({
  record: 'partners',
  items: partners.map(({ logoUrl, ...partner }) => ({ ...partner, logo: logoUrl })),
});

/** The rules of the import for a list: the path of a fault in its file is one in `items`. */
const ownFaults = (body: ListBody): readonly PathFault[] => {
  const faults = schemaFaults(recordSchemas[body.record], body.items) ?? [];
  const repeats = repeatsAmong(body.items.map(({ id }) => id));
  return [
    ...faults.map(({ path, message }) => ({ path: ['items', ...path], message })),
    ...repeats.map(({ index, name }) => ({ path: ['items', index, 'id'], message: `${name} 重复` })),
  ];
};

/** What is the same for every list; one is published as soon as there is a site. */
const listKind = <Body extends ListBody>(
  read: (db: Db) => Promise<Body>,
  rest: Pick<RecordKind<Body>, 'inFolder' | 'mediaIn' | 'store' | 'outerFaults'>,
): RecordKind<Body> => ({
  ...rest,
  keys: 'one',
  find: async (db) => ((await findSite(db)) === undefined ? null : read(db)),
  findAll: async (db) => ((await findSite(db)) === undefined ? [] : [await read(db)]),
  entryOf: () => ({ title: '', group: '', sort: '' }),
  ownFaults,
});

/** The slides of the home page. */
export const slidesKind = listKind(
  async (db) => {
    const rows = await listSlides(db);
    return bodyOfSlides(
      rows.map(({ slide_id, position: _, image_url, image_alt, ...slide }) => ({
        ...slide,
        id: slide_id,
        imageUrl: image_url,
        imageAlt: image_alt,
      })),
    );
  },
  {
    inFolder: ({ catalog }) => [bodyOfSlides(catalog.slides)],
    mediaIn: ({ items }) => items.map(({ image }, place) => ({ path: ['items', place, 'image'], url: image })),
    store: (tx, { items }) =>
      replaceSlides(
        tx,
        items.map(({ image, ...slide }) => ({ ...slide, imageUrl: image })),
      ),
  },
);

/** The categories of products; one that products are in cannot go. */
export const categoriesKind = listKind(
  async (db) => {
    const rows = await listCategories(db);
    return bodyOfCategories(rows.map(({ category_id, name, summary }) => ({ id: category_id, name, summary })));
  },
  {
    inFolder: ({ catalog }) => [bodyOfCategories(catalog.categories)],
    mediaIn: () => [],
    async outerFaults(db, { items }) {
      const used = await listUsedCategories(db);
      const gone = used.filter(({ category_id }) => !items.some(({ id }) => id === category_id));
      return gone.map(({ category_id, products }) => ({
        path: ['items'],
        message: `类目 ${category_id} 中还有 ${products} 个产品，不能移除`,
      }));
    },
    store: (tx, { items }) => replaceCategories(tx, items),
  },
);

/** The partners. */
export const partnersKind = listKind(
  async (db) => {
    const rows = await listPartners(db);
    return bodyOfPartners(
      rows.map(({ partner_id, position: _, logo_url, ...partner }) => ({
        ...partner,
        id: partner_id,
        logoUrl: logo_url,
      })),
    );
  },
  {
    inFolder: ({ catalog }) => [bodyOfPartners(catalog.partners)],
    mediaIn: ({ items }) => items.map(({ logo }, place) => ({ path: ['items', place, 'logo'], url: logo })),
    store: (tx, { items }) =>
      replacePartners(
        tx,
        items.map(({ logo, ...partner }) => ({ ...partner, logoUrl: logo })),
      ),
  },
);
