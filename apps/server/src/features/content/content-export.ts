import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Block } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import { standardTaxRate } from '@ronghui/domain/invoice';
import { percentOf, rateOf } from '@ronghui/domain/money';
import { stringify } from 'yaml';
import { listUsedAgreements } from '#features/agreement/agreement.reads';
import {
  findPage,
  listCategories,
  listPartners,
  listProductRows,
  listSkus,
  listSlides,
  pricedSku,
} from '#features/catalog/catalog.reads';
import { listFullDocs, listSections } from '#features/doc/doc.reads';
import { findMedia, findSite } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';
import { imagesOf, withPictures } from './markdown.ts';
import { addressedText, sourcesOf } from './stored-text.ts';

const mediaUrl = /^\/media\/([a-z0-9]+\.[a-z0-9]+)$/;

/** Writes files below one folder; each picture beside the file that names it. */
class Writer {
  readonly #db: Db;
  readonly #root: string;
  constructor(db: Db, root: string) {
    this.#db = db;
    this.#root = root;
  }

  async write(file: string, content: string | Buffer): Promise<void> {
    const full = join(this.#root, file);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, content);
  }

  yaml(file: string, value: unknown): Promise<void> {
    return this.write(file, stringify(value, { lineWidth: 120 }));
  }

  /** Writes a picture beside `file`, in a folder for pictures or in the same one, and returns its name. */
  async media(file: string, url: string, folder = 'media/'): Promise<string> {
    const name = mediaUrl.exec(url)?.[1];
    const found = name === undefined ? undefined : await findMedia(this.#db, name);
    if (found === undefined) throw new Error(`no such media: ${url}`);
    // A picture that two files share is written once; the whole digest separates pictures with the same name, of which uploads have many.
    const digest = basename(name ?? '').split('.')[0];
    const plain = basename(found.source_path).replace(/^(?:[a-z0-9]{32}-)+/, '');
    const own = `${folder}${digest}-${plain}`;
    await this.write(join(dirname(file), own), found.bytes);
    return own;
  }

  /** The blocks in the form of a file: addresses become names. */
  async blocks(file: string, blocks: readonly Block[]): Promise<unknown[]> {
    const named: Readonly<Record<string, string>> = {
      imageUrl: 'image',
      iconUrl: 'icon',
      audioUrl: 'audio',
      coverUrl: 'cover',
    };
    const turn = async (value: unknown): Promise<unknown> => {
      if (Array.isArray(value)) return Promise.all(value.map(turn));
      if (value === null || typeof value !== 'object') return value;
      const entries = Object.entries(value).map(async ([key, each]) => {
        const name = named[key];
        return name === undefined ? [key, await turn(each)] : [name, await this.media(file, String(each))];
      });
      return Object.fromEntries(await Promise.all(entries));
    };
    return Promise.all(blocks.map(turn));
  }

  /** Markdown in which the addresses of pictures and links are file names again. */
  async markdown(file: string, front: unknown, body: string, sources: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, url] of sources) {
      const found = await findMedia(this.#db, url);
      if (found !== undefined) await this.write(join(dirname(file), name), found.bytes);
    }
    await this.write(file, `---\n${stringify(front)}---\n${body}`);
  }
}

const exportSite = async (db: Db, writer: Writer): Promise<void> => {
  const site = await findSite(db);
  if (site === undefined) return;
  const { logoUrl, faviconUrl, ...brand } = site.brand;
  const logo = await writer.media('site.yaml', logoUrl);
  const favicon = faviconUrl === undefined ? {} : { favicon: await writer.media('site.yaml', faviconUrl) };
  await writer.yaml('site.yaml', { ...site, brand: { ...brand, logo, ...favicon } });
};

const exportProducts = async (db: Db, writer: Writer): Promise<void> => {
  for (const row of await listProductRows(db)) {
    const file = `products/${row.pid}/product.yaml`;
    const skus = (await listSkus(db, row.pid)).map((sku) => ({
      id: sku.sku_id,
      ...pricedSku(sku),
      usageRules: sku.usage_rules ?? [],
      ...(sku.tax_millionths === standardTaxRate
        ? {}
        : { taxPercent: percentOf(rateOf(sku.tax_millionths, 'millionths')) }),
    }));
    await writer.yaml(file, {
      name: row.name,
      tagline: row.tagline,
      category: row.category_id,
      cover: await writer.media(file, row.cover_url),
      coverAlt: row.cover_alt,
      tags: row.tags,
      order: row.position,
      hasTrial: row.has_trial,
      ...(row.recommended === null ? {} : { recommended: row.recommended }),
      ...(row.annual_rate === null ? {} : { annualRate: row.annual_rate, orgName: row.org_name }),
      blocks: await writer.blocks(file, row.blocks),
      skus,
      agreements: row.agreement_ids,
      docs: row.doc_slugs,
      related: row.related_pids,
    });
  }
};

const exportPages = async (db: Db, writer: Writer): Promise<void> => {
  for (const page of ['home', 'partners', 'about']) {
    const row = await findPage(db, page);
    if (row === undefined) continue;
    const file = `pages/${page}.yaml`;
    await writer.yaml(file, { title: row.title, blocks: await writer.blocks(file, row.blocks) });
  }
  const slides = await listSlides(db);
  await writer.yaml(
    'slides.yaml',
    await Promise.all(
      slides.map(async ({ slide_id, title, subtitle, image_url, image_alt, link, theme }) => ({
        id: slide_id,
        title,
        subtitle,
        imageAlt: image_alt,
        link,
        theme,
        image: await writer.media('slides.yaml', image_url),
      })),
    ),
  );
  const partners = await listPartners(db);
  await writer.yaml(
    'partners.yaml',
    await Promise.all(
      partners.map(async ({ partner_id, name, logo_url, summary, link }) => ({
        id: partner_id,
        name,
        summary,
        link,
        logo: await writer.media('partners.yaml', logo_url),
      })),
    ),
  );
};

const exportDocs = async (db: Db, writer: Writer): Promise<void> => {
  const folders = new Map<string | null, string>([[null, 'docs']]);
  const placed = (parent: string | null, rank: number, name: string) =>
    `${folders.get(parent) ?? 'docs'}/${String(rank).padStart(2, '0')}-${name}`;
  for (const { section_id, parent_id, rank, title, summary } of await listSections(db)) {
    const folder = placed(parent_id, rank, section_id);
    folders.set(section_id, folder);
    await writer.yaml(`${folder}/_section.yaml`, { title, summary });
  }
  for (const doc of await listFullDocs(db)) {
    const front = { title: doc.title, summary: doc.summary, updatedOn: dayOf(doc.updated_at) };
    const file = `${placed(doc.section_id, doc.rank, doc.slug)}.md`;
    const text = addressedText(doc);
    const names = new Map<string, string>();
    for (const { src } of imagesOf(text)) names.set(src, await writer.media(file, src, ''));
    await writer.write(file, `---\n${stringify(front)}---\n${withPictures(text, names)}`);
  }
};

const exportAgreements = async (db: Db, writer: Writer): Promise<void> => {
  for (const row of await listUsedAgreements(db)) {
    const front = { title: row.title, scene: row.scene, required: row.required, effectiveOn: dayOf(row.effective_at) };
    await writer.markdown(
      `agreements/${row.agreement_id}/${row.version}.md`,
      front,
      row.markdown,
      sourcesOf(row.markdown, row.html),
    );
  }
};

/** Writes all content in use to a folder that `import` reads without a change. */
export const exportContent = async (db: Db, root: string): Promise<void> => {
  const writer = new Writer(db, root);
  await exportSite(db, writer);
  const categories = await listCategories(db);
  await writer.yaml(
    'categories.yaml',
    categories.map(({ category_id, name, summary }) => ({ id: category_id, name, summary })),
  );
  await exportProducts(db, writer);
  await exportPages(db, writer);
  await exportDocs(db, writer);
  await exportAgreements(db, writer);
};
