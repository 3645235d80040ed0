import { brandColourFault } from '@ronghui/domain/content';
import { rateOf } from '@ronghui/domain/money';
import type { PricedSku } from '@ronghui/domain/quote';
import { startingPrice } from '@ronghui/domain/sku-price';
import type { Static } from 'typebox';
import type { CatalogContent, ProductRow } from '#features/catalog/catalog.steps';
import type { SiteSettings } from '#features/site/site.reads';
import { noteRest, readBlocks } from './content-blocks.ts';
import type { ContentFolder, Located } from './content-files.ts';
import {
  categoriesSchema,
  pageSchema,
  partnersSchema,
  productSchema,
  siteSchema,
  slidesSchema,
} from './content-schemas.ts';

type Product = Static<typeof productSchema>;

/** The sentence that every loan product must carry (R10.13). */
const loanWarning = '贷款有风险，借款需谨慎';

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

const skusOf = (product: Product): ProductRow['skus'] =>
  product.skus.map(({ billing, tiers, termDiscounts, usageRules, taxPercent, ...sku }) => ({
    ...sku,
    billing: billing as PricedSku['billing'],
    tiers: tiers ?? [],
    termDiscounts: termDiscounts ?? [],
    usageRules: usageRules ?? [],
    ...(taxPercent === undefined ? {} : { taxRate: rateOf(taxPercent, 'percent') }),
  }));

const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

/** Notes options or prices with the same name: a buyer could not tell which one they choose. */
const noteSkuRepeats = (folder: ContentFolder, file: string, sku: Product['skus'][number], at: (string | number)[]) => {
  const { options, termMonths, tiers = [], termDiscounts = [] } = sku;
  folder.noteRepeats(file, [...at, 'termMonths'], termMonths);
  folder.noteRepeats(
    file,
    [...at, 'tiers'],
    tiers.map(({ minQuantity }) => minQuantity),
    'minQuantity',
  );
  folder.noteRepeats(
    file,
    [...at, 'termDiscounts'],
    termDiscounts.map((each) => each.termMonths),
    'termMonths',
  );
  folder.noteRepeats(
    file,
    [...at, 'options'],
    options.map(({ key }) => key),
    'key',
  );
  for (const [index, { values }] of options.entries()) {
    folder.noteRepeats(
      file,
      [...at, 'options', index, 'values'],
      values.map(({ value }) => value),
      'value',
    );
  }
};

/** Notes what would leave a buyer without the price: use that costs nobody knows what, and a tier that is no saving. @source R1.1 */
const notePriceFaults = (folder: ContentFolder, file: string, read: Located<Product>, index: number): void => {
  const sku = read.value.skus[index];
  if (sku === undefined) return;
  const at = `skus.${index}`;
  const { price, billing, tiers = [], usageRules = [] } = sku;
  if (billing === 'postpaid' && price !== null && price !== 0) {
    folder.fault(file, read.lineOf(['skus', index, 'price']), `${at}.price：后付规格的 price 应为 0 或 null（面议）`);
  }
  if (billing === 'postpaid' && price !== null && usageRules.length === 0) {
    folder.fault(file, read.lineOf(['skus', index]), `${at}.usageRules：后付规格必须写明计费规则（用一次多少钱）`);
  }
  for (const [place, tier] of tiers.entries()) {
    if (price !== null && tier.price < price) continue;
    folder.fault(file, read.lineOf(['skus', index, 'tiers', place]), `${at}.tiers.${place}.price：应低于 price`);
  }
};

const noteProductFaults = (folder: ContentFolder, file: string, read: Located<Product>): void => {
  const { value: product, lineOf } = read;
  if ((product.annualRate === undefined) !== (product.orgName === undefined)) {
    folder.fault(file, lineOf([]), '贷款类产品必须同时写明 annualRate（年化利率）与 orgName（机构名称）');
  }
  if (product.annualRate !== undefined && !JSON.stringify(product.blocks).includes(loanWarning)) {
    folder.fault(file, lineOf(['blocks']), `贷款类产品的内容中必须有「${loanWarning}」`);
  }
  for (const list of ['agreements', 'docs', 'related'] as const) folder.noteRepeats(file, [list], product[list]);
  folder.noteRepeats(file, ['skus'], idsOf(product.skus), 'id');
  for (const [index, sku] of product.skus.entries()) {
    noteSkuRepeats(folder, file, sku, ['skus', index]);
    notePriceFaults(folder, file, read, index);
    if (sku.maxQuantity < sku.minQuantity) {
      folder.fault(file, lineOf(['skus', index, 'maxQuantity']), `skus.${index}.maxQuantity：不能小于 minQuantity`);
    }
    for (const [at, discount] of (sku.termDiscounts ?? []).entries()) {
      if (sku.termMonths.includes(discount.termMonths)) continue;
      folder.fault(
        file,
        lineOf(['skus', index, 'termDiscounts', at]),
        `skus.${index}.termDiscounts：期限不在 termMonths 中`,
      );
    }
  }
};

const readProduct = async (folder: ContentFolder, pid: string): Promise<ProductRow | null> => {
  const file = `products/${pid}/product.yaml`;
  folder.checkName(file, pid);
  const read = await readYaml(folder, file, productSchema);
  if (read === null) {
    await noteRest(folder, file, 'cover');
    return null;
  }
  noteProductFaults(folder, file, read);
  const { cover, skus: _, recommended, annualRate, orgName, blocks, ...rest } = read.value;
  const coverUrl = await folder.mediaUrl(file, cover, read.lineOf(['cover']));
  const wire = await readBlocks(folder, blocks, { file, read });
  const skus = skusOf(read.value);
  if (coverUrl === null) return null;
  return {
    ...rest,
    pid,
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
  for (const pid of pids) {
    const product = await readProduct(folder, pid);
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
