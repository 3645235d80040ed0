import { type AgreementText, addAgreements, listAllAgreements } from '#features/agreement/agreement.sql';
import { type CatalogContent, replaceCatalog } from '#features/catalog/catalog.sql';
import { type DocContent, replaceDocs } from '#features/doc/doc.sql';
import type { Database } from '#kernel/db';
import { readCatalog, readSite } from './content-catalog.ts';
import { type ContentFault, ContentFolder } from './content-files.ts';
import { readAgreements, readDocs } from './content-texts.ts';
import { addMedia, announceContent, type MediaFile, replaceSite, type SiteSettings } from './site.sql.ts';

/** A whole content folder, read and checked. */
export interface Content {
  readonly site: SiteSettings;
  readonly catalog: CatalogContent;
  readonly docs: DocContent;
  readonly agreements: readonly AgreementText[];
  readonly media: readonly MediaFile[];
}

export type ReadContent =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly faults: readonly ContentFault[] };

const checkReferences = (
  folder: ContentFolder,
  catalog: CatalogContent,
  docs: DocContent,
  agreements: readonly AgreementText[],
) => {
  const slugs = new Set(docs.documents.map((doc) => doc.slug));
  const ids = new Set(agreements.map((agreement) => agreement.id));
  const sharing = new Set(agreements.filter(({ scene }) => scene === 'dataSharing').map(({ id }) => id));
  for (const product of catalog.products) {
    const file = `products/${product.pid}/product.yaml`;
    for (const slug of product.docs) if (!slugs.has(slug)) folder.fault(file, 1, `docs：没有文档 ${slug}`);
    for (const id of product.agreements) if (!ids.has(id)) folder.fault(file, 1, `agreements：没有协议 ${id}`);
    if (product.orgName === null && product.agreements.some((id) => sharing.has(id))) {
      folder.fault(file, 1, 'agreements：有向机构提供信息的协议，必须写明 orgName（机构名称）');
    }
  }
};

/** Reads a folder as `content/README.md` describes it. Writes nothing. */
export const readContent = async (root: string): Promise<ReadContent> => {
  const folder = new ContentFolder(root);
  const site = await readSite(folder);
  const catalog = await readCatalog(folder);
  const docs = await readDocs(folder);
  const agreements = await readAgreements(folder, new Set(docs.documents.map((doc) => doc.slug)));
  checkReferences(folder, catalog, docs, agreements);
  if (site === null || folder.faults.length > 0) return { ok: false, faults: folder.faults };
  return { ok: true, content: { site, catalog, docs, agreements, media: [...folder.media.values()] } };
};

/** Versions that were published with another text: evidence that may not be rewritten. */
const changedVersions = async (database: Database, texts: readonly AgreementText[]): Promise<ContentFault[]> => {
  const published = await listAllAgreements(database.reading('service'));
  return texts.flatMap(({ id, version, sha256 }) => {
    const there = published.find((each) => each.agreement_id === id && each.version === version);
    if (there === undefined || there.sha256 === sha256) return [];
    return [{ file: `agreements/${id}/${version}.md`, line: 1, message: '已发布的版本不能修改，请另建一个新版本' }];
  });
};

/**
 * Puts the content of a folder in the place of what is published, all or nothing; agreements are only ever added.
 *
 * @returns the faults that kept it out; none when it stands
 */
export const importContent = async (database: Database, content: Content): Promise<readonly ContentFault[]> => {
  const changed = await changedVersions(database, content.agreements);
  if (changed.length > 0) return changed;
  await database.transact('service', async (tx) => {
    await addMedia(tx, content.media);
    await addAgreements(tx, content.agreements);
    await replaceSite(tx, content.site);
    await replaceCatalog(tx, content.catalog);
    await replaceDocs(tx, content.docs);
    await announceContent(tx);
  });
  return [];
};
