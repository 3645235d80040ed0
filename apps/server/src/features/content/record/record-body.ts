import type { ContentBody } from '@ronghui/contract';
import type { ContentRecord } from '@ronghui/domain/content';
import { listCategories, listPartners, listSlides } from '#features/catalog/catalog.reads';
import {
  type CatalogContent,
  replaceCategories,
  replacePartners,
  replaceSlides,
} from '#features/catalog/catalog.steps';
import { findSite, type SiteSettings } from '#features/site/site.reads';
import { replaceSite } from '#features/site/site.steps';
import type { Db, Tx } from '#kernel/database/db';

/** The body of one record. */
export type BodyOf<Name extends ContentRecord> = Extract<ContentBody, { readonly record: Name }>;

/** The records that are lists, and their rows. */
type Rows = Pick<CatalogContent, 'slides' | 'categories' | 'partners'>;

const noPayee = { name: '', bank: '', accountNo: '' };

/** Settings as staff edit them: what is not there is an empty text. */
export const bodyOfSite = ({ brand, payee, ...site }: SiteSettings): BodyOf<'site'> => ({
  record: 'site',
  brand: { name: brand.name, logo: brand.logoUrl, favicon: brand.faviconUrl ?? '', primary: brand.primary },
  contacts: { ...site.contacts },
  icp: site.icp,
  policeRecord: site.policeRecord,
  licences: [...site.licences],
  docCenter: site.docCenter,
  payee: payee === undefined ? noPayee : { ...payee },
});

/** The slides, as staff edit them. */
export const bodyOfSlides = (slides: Rows['slides']): BodyOf<'slides'> => ({
  record: 'slides',
  // What is not a word of the contract has never been published.
  items: slides.map(({ imageUrl, ...slide }) => ({ ...slide, image: imageUrl })) as BodyOf<'slides'>['items'],
});

/** The categories, as staff edit them. */
export const bodyOfCategories = (categories: Rows['categories']): BodyOf<'categories'> => ({
  record: 'categories',
  items: categories.map(({ id, name, summary }) => ({ id, name, summary })),
});

/** The partners, as staff edit them. */
export const bodyOfPartners = (partners: Rows['partners']): BodyOf<'partners'> => ({
  record: 'partners',
  items: partners.map(({ logoUrl, ...partner }) => ({ ...partner, logo: logoUrl })),
});

const settingsOf = ({ record: _, brand, payee, ...site }: BodyOf<'site'>): SiteSettings => ({
  ...site,
  brand: {
    name: brand.name,
    logoUrl: brand.logo,
    primary: brand.primary,
    ...(brand.favicon !== '' && { faviconUrl: brand.favicon }),
  },
  ...(Object.values(payee).some((text) => text !== '') && { payee }),
});

/** What is published of a record; null before the first import of content. */
export const findPublished = async (db: Db, record: ContentRecord): Promise<ContentBody | null> => {
  const site = await findSite(db);
  if (site === undefined) return null;
  switch (record) {
    case 'site':
      return bodyOfSite(site);
    case 'slides': {
      const rows = await listSlides(db);
      return bodyOfSlides(
        rows.map(({ slide_id, position: _, image_url, image_alt, ...slide }) => ({
          ...slide,
          id: slide_id,
          imageUrl: image_url,
          imageAlt: image_alt,
        })),
      );
    }
    case 'categories': {
      const rows = await listCategories(db);
      return bodyOfCategories(rows.map(({ category_id, name, summary }) => ({ id: category_id, name, summary })));
    }
    case 'partners': {
      const rows = await listPartners(db);
      return bodyOfPartners(
        rows.map(({ partner_id, position: _, logo_url, ...partner }) => ({
          ...partner,
          id: partner_id,
          logoUrl: logo_url,
        })),
      );
    }
  }
};

/** Stores a body as what is published, in the tables of its noun. */
export const storePublished = async (tx: Tx, body: ContentBody): Promise<void> => {
  switch (body.record) {
    case 'site':
      return replaceSite(tx, settingsOf(body));
    case 'slides':
      return replaceSlides(
        tx,
        body.items.map(({ image, ...slide }) => ({ ...slide, imageUrl: image })),
      );
    case 'categories':
      return replaceCategories(tx, body.items);
    case 'partners':
      return replacePartners(
        tx,
        body.items.map(({ logo, ...partner }) => ({ ...partner, logoUrl: logo })),
      );
  }
};
