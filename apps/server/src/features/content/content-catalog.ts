import { brandColourFault, payeeAccountFault } from '@ronghui/domain/content';
import { rateOf } from '@ronghui/domain/money';
import type { PricedSku } from '@ronghui/domain/quote';
import { startingPrice } from '@ronghui/domain/sku-price';
import type { CatalogContent, ProductRow } from '#features/catalog/catalog.steps';
import type { SiteSettings } from '#features/site/site.reads';
import { noteRest, readBlocks } from './content-blocks.ts';
import type { ContentFolder } from './content-files.ts';
import { type ProductFile, productFaults } from './kinds/product-rules.ts';
import { categoriesSchema, pageSchema, partnersSchema, siteSchema, slidesSchema } from './schemas/content-schemas.ts';
import { productSchema } from './schemas/product-schemas.ts';

const readYaml = async <S extends Parameters<ContentFolder['check']>[2]>(
  folder: ContentFolder,
  file: string,
  schema: S,
) => {
  const source = await folder.text(file);
  return source === null ? null : folder.check(file, source, schema);
};

/** `site.yaml`. */
export const readSite = async (folder: ContentFolder): Promise<SiteSettings | null> => {
  const read = await readYaml(folder, 'site.yaml', siteSchema);
  if (read === null) return null;
  const { brand, docCenter, ...rest } = read.value;
  const fault = brandColourFault(brand.primary);
  if (fault !== undefined) folder.faultAt('site.yaml', ['brand', 'primary'], fault);
  const accountFault = payeeAccountFault(rest.payee?.accountNo ?? '');
  if (accountFault !== undefined) folder.faultAt('site.yaml', ['payee', 'accountNo'], accountFault);
  const picture = (name: 'logo' | 'favicon', file: string) =>
    folder.mediaUrl('site.yaml', file, read.lineOf(['brand', name]));
  const logoUrl = await picture('logo', brand.logo);
  const faviconUrl = brand.favicon === undefined ? undefined : await picture('favicon', brand.favicon);
  if (logoUrl === null || faviconUrl === null) return null;
  return {
    ...rest,
    docCenter: docCenter as 'on' | 'off',
    brand: { name: brand.name, primary: brand.primary, logoUrl, ...(faviconUrl !== undefined && { faviconUrl }) },
  };
};

const skusOf = (product: ProductFile): ProductRow['skus'] =>
  product.skus.map(({ billing, tiers, termDiscounts, usageRules, taxPercent, ...sku }) => ({
    ...sku,
    billing: billing as PricedSku['billing'],
    tiers: tiers ?? [],
    termDiscounts: termDiscounts ?? [],
    usageRules: usageRules ?? [],
    ...(taxPercent === undefined ? {} : { taxRate: rateOf(taxPercent, 'percent') }),
  }));

const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

const readProduct = async (folder: ContentFolder, pid: string, place: number): Promise<ProductRow | null> => {
  const file = `products/${pid}/product.yaml`;
  folder.checkName(file, pid);
  const read = await readYaml(folder, file, productSchema);
  if (read === null) {
    await noteRest(folder, file, 'cover');
    return null;
  }
  for (const { path, message } of productFaults(read.value)) folder.faultAt(file, path, message);
  const { cover, skus: _, recommended, order, annualRate, orgName, blocks, ...rest } = read.value;
  const coverUrl = await folder.mediaUrl(file, cover, read.lineOf(['cover']));
  const wire = await readBlocks(folder, blocks, { file, read });
  const skus = skusOf(read.value);
  if (coverUrl === null) return null;
  return {
    ...rest,
    pid,
    position: order ?? place,
    coverUrl,
    recommended: recommended ?? null,
    annualRate: annualRate ?? null,
    orgName: orgName ?? null,
    ...startingPrice(skus),
    blocks: wire,
    skus,
  };
};

const readPages = async (folder: ContentFolder): Promise<CatalogContent['pages']> => {
  const pages = [];
  for (const page of ['home', 'partners', 'about']) {
    const file = `pages/${page}.yaml`;
    const read = await readYaml(folder, file, pageSchema);
    if (read === null) {
      await noteRest(folder, file, 'blocks');
      continue;
    }
    pages.push({ page, title: read.value.title, blocks: await readBlocks(folder, read.value.blocks, { file, read }) });
  }
  return pages;
};

const readSlides = async (folder: ContentFolder): Promise<CatalogContent['slides']> => {
  const read = await readYaml(folder, 'slides.yaml', slidesSchema);
  if (read === null) await noteRest(folder, 'slides.yaml', 'image');
  folder.noteRepeats('slides.yaml', [], idsOf(read?.value ?? []), 'id');
  const slides = [];
  for (const [index, { image, ...slide }] of (read?.value ?? []).entries()) {
    const imageUrl = await folder.mediaUrl('slides.yaml', image, read?.lineOf([index, 'image']) ?? 1);
    if (imageUrl !== null) slides.push({ ...slide, imageUrl });
  }
  return slides;
};

const readPartners = async (folder: ContentFolder): Promise<CatalogContent['partners']> => {
  const read = await readYaml(folder, 'partners.yaml', partnersSchema);
  if (read === null) await noteRest(folder, 'partners.yaml', 'logo');
  folder.noteRepeats('partners.yaml', [], idsOf(read?.value ?? []), 'id');
  const partners = [];
  for (const [index, { logo, ...partner }] of (read?.value ?? []).entries()) {
    const logoUrl = await folder.mediaUrl('partners.yaml', logo, read?.lineOf([index, 'logo']) ?? 1);
    if (logoUrl !== null) partners.push({ ...partner, logoUrl });
  }
  return partners;
};

/** Slides, categories, products, pages and partners; references among them are checked. */
export const readCatalog = async (folder: ContentFolder): Promise<CatalogContent> => {
  const categories = await readYaml(folder, 'categories.yaml', categoriesSchema);
  folder.noteRepeats('categories.yaml', [], idsOf(categories?.value ?? []), 'id');
  const products: ProductRow[] = [];
  const pids = await folder.names('products', 'folders');
  for (const [place, pid] of pids.entries()) {
    const product = await readProduct(folder, pid, place);
    if (product !== null) products.push(product);
  }
  for (const product of products) {
    const file = `products/${product.pid}/product.yaml`;
    if (categories !== null && !categories.value.some((category) => category.id === product.category)) {
      folder.faultAt(file, ['category'], `没有分类 ${product.category}`);
    }
    for (const [index, other] of product.related.entries()) {
      if (!pids.includes(other)) folder.faultAt(file, ['related', index], `没有产品 ${other}`);
    }
  }
  return {
    categories: categories?.value ?? [],
    products,
    slides: await readSlides(folder),
    pages: await readPages(folder),
    partners: await readPartners(folder),
  };
};
