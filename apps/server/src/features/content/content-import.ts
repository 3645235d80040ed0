import { isDeepStrictEqual } from 'node:util';
import type { ContentBody } from '@ronghui/contract';
import { contentDifferences, nameOfBody, type RecordName, recordWord } from '@ronghui/domain/content';
import { listAllAgreements, listCurrentAgreements } from '#features/agreement/agreement.reads';
import { type AgreementText, addAgreements } from '#features/agreement/agreement.steps';
import { type CatalogContent, replaceCatalog } from '#features/catalog/catalog.steps';
import { type DocContent, replaceDocs } from '#features/doc/doc.steps';
import { addMedia, type MediaFile, replaceRetiredAgreements, replaceSite } from '#features/site/site.steps';
import { announce, type Database, type Db, type Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { systemAuthor } from '#kernel/observe/audit';
import { ensureRecord, listLastVersions, lockAllRecords, updateRecord } from './content.sql.ts';
import { readCatalog, readSite } from './content-catalog.ts';
import { type ContentFault, ContentFolder } from './content-files.ts';
import { readAgreements, readDocs } from './content-texts.ts';
import type { FolderContent } from './kinds/record-kind.ts';
import { recordKinds } from './kinds/record-kinds.ts';
import { keepVersion, type Publication } from './record/publication.ts';

/** A content folder, read and validated. */
export interface Content extends FolderContent {
  readonly media: readonly MediaFile[];
  /** The line of a field, for faults that only the database shows. */
  readonly lineIn: ContentFolder['lineIn'];
}

export type ReadContent =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly reason: 'invalid'; readonly faults: readonly ContentFault[] };

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
    for (const [index, slug] of product.docs.entries())
      if (!slugs.has(slug)) folder.faultAt(file, ['docs', index], `没有文档 ${slug}`);
    for (const [index, id] of product.agreements.entries())
      if (!ids.has(id)) folder.faultAt(file, ['agreements', index], `没有协议 ${id}`);
    if (product.orgName === null && product.agreements.some((id) => sharing.has(id))) {
      folder.faultAt(file, ['agreements'], '有向机构提供信息的协议，必须写明 orgName（机构名称）');
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
  if (site === null || folder.faults.length > 0) return { ok: false, reason: 'invalid', faults: folder.faults };
  const lineIn: Content['lineIn'] = (file, path) => folder.lineIn(file, path);
  return { ok: true, content: { site, catalog, docs, agreements, media: [...folder.media.values()], lineIn } };
};

type Published = Awaited<ReturnType<typeof listAllAgreements>>[number];

/** The addresses of a text's pictures, which contain the digests of the pictures. */
const picturesIn = (html: string): string => (html.match(/\/media\/\w+\.\w+/g) ?? []).join();

/** The differences between a version and its published form: fields of the front matter, or an empty path for the text. */
const changesOf = (text: AgreementText, there: Published): (readonly string[])[] => [
  ...(text.title === there.title ? [] : [['title']]),
  ...(text.scene === there.scene ? [] : [['scene']]),
  ...(text.required === there.required ? [] : [['required']]),
  ...(text.effectiveAt.getTime() === there.effective_at.getTime() ? [] : [['effectiveOn']]),
  ...(text.sha256 === there.sha256 && picturesIn(text.html) === picturesIn(there.html) ? [] : [[]]),
];

/** Versions that differ from their published form. They are evidence and may not change, so the import refuses them. */
const changedVersions = async (database: Database, { agreements, lineIn }: Content): Promise<ContentFault[]> => {
  const published = await listAllAgreements(database.reading('service'));
  return agreements.flatMap((text) => {
    const there = published.find((each) => each.agreement_id === text.id && each.version === text.version);
    const file = `agreements/${text.id}/${text.version}.md`;
    return (there === undefined ? [] : changesOf(text, there)).map((path) => ({
      file,
      line: path.length === 0 ? 1 : lineIn(file, path),
      message: `${path.map((field) => `${field}：`).join('')}已发布的版本不能修改，请另建一个新版本`,
    }));
  });
};

/** Published agreements that are missing in a folder: its import retires them. */
const leftOut = async (db: Db, { agreements }: Content): Promise<string[]> => {
  const published = new Set((await listAllAgreements(db)).map((each) => each.agreement_id));
  return [...published].filter((id) => !agreements.some((each) => each.id === id));
};

/** Agreements in force that an import would retire, as a warning to the person who imports. */
export const agreementsToRetire = async (database: Database, content: Content): Promise<string[]> => {
  const db = database.reading('service');
  const [ids, current] = await Promise.all([leftOut(db, content), listCurrentAgreements(db)]);
  return ids.filter((id) => current.some((each) => each.id === id));
};

/** Versions of agreements that a folder lacks though it has their agreement: they stay, and the import's output names them. */
export const newerAgreements = async (database: Database, { agreements }: Content): Promise<string[]> => {
  const published = await listAllAgreements(database.reading('service'));
  return published
    .filter(({ agreement_id, effective_at }) => {
      const own = agreements.filter(({ id }) => id === agreement_id);
      return own.length > 0 && own.every(({ effectiveAt }) => effectiveAt < effective_at);
    })
    .map(({ agreement_id, version }) => `${agreement_id} ${version}`);
};

/** Who imports: the author of the trail, and the name that stands with the versions. */
export interface Importer {
  readonly author: Author;
  readonly by: string;
}

const supplied: Importer = { author: systemAuthor, by: '内容文件' };

/** What a folder changes of the records: bodies that differ from what is published, and removals of what it no longer has. */
const changesByRecord = async (db: Db, content: Content) => {
  const changes: { readonly former: ContentBody | null; readonly body: ContentBody; readonly removes: boolean }[] = [];
  for (const [, kind] of recordKinds) {
    const wordOf = (body: ContentBody): string => recordWord(nameOfBody(body));
    const published = new Map((await kind.findAll(db)).map((body) => [wordOf(body), body]));
    for (const body of kind.inFolder(content)) {
      const former = published.get(wordOf(body)) ?? null;
      published.delete(wordOf(body));
      const stands = former !== null && kind.standsOver?.(former, body) === true;
      if (!stands && !isDeepStrictEqual(former, body)) changes.push({ former, body, removes: false });
    }
    const gone = kind.keys === 'free' ? [...published.values()] : [];
    changes.push(...gone.map((body) => ({ former: body, body, removes: true })));
  }
  return changes;
};

/** What staff published of a record since it was imported last, and an import would replace or remove. */
export interface EditedRecord {
  readonly name: RecordName;
  readonly by: string;
  readonly at: Date;
  readonly removes: boolean;
  /** What differs, in words. */
  readonly fields: readonly string[];
}

const byStaff: ReadonlySet<string> = new Set(['console', 'schedule', 'rollBack']);

/** What would be lost of what staff published; it stays in the versions. @source R11.3 */
const editedRecords = async (db: Db, content: Content): Promise<readonly EditedRecord[]> => {
  const last = new Map((await listLastVersions(db)).map((row) => [`${row.record}:${row.key}`, row]));
  return (await changesByRecord(db, content)).flatMap(({ former, body, removes }) => {
    const name = nameOfBody(body);
    const version = last.get(`${name.record}:${name.key}`);
    if (former === null || version === undefined || !byStaff.has(version.origin)) return [];
    const fields = removes ? [] : contentDifferences(former, body).map(({ label }) => label);
    return [{ name, by: version.author, at: version.created_at, removes, fields }];
  });
};

/** Keeps a version of every record that the folder changes. What staff have in hand stays, as a draft; a moment that was set for it does not. */
const keepVersions = async (tx: Tx, content: Content, importer: Importer): Promise<void> => {
  const moments = new Map((await lockAllRecords(tx)).map((row) => [`${row.record}:${row.key}`, row.publish_at]));
  for (const { former, body, removes } of await changesByRecord(tx, content)) {
    const name = nameOfBody(body);
    const moment = moments.get(`${name.record}:${name.key}`);
    if (moment === undefined) await ensureRecord(tx, name);
    const publication: Publication = { body, removes, origin: 'import', ...importer };
    await keepVersion(tx, former, publication);
    const failure = '内容文件的导入更新了这项内容，定时发布已取消，请核对草稿后重新发布';
    const cancelled =
      (moment ?? null) === null ? {} : { publish_at: null, publish_by: null, proved_payee: null, failure };
    await updateRecord(tx, name, cancelled);
  }
};

/** What an import did: nothing where there are faults, or where it would replace what staff published. */
export interface Imported {
  readonly faults: readonly ContentFault[];
  readonly edited: readonly EditedRecord[];
}

/**
 * Replaces the published content by the content of a folder, all or nothing. Versions of agreements are only added; an agreement
 * that is missing in the folder is retired, and in use again when a later folder contains it. Unless it `replaces`, it stores nothing where
 * it would undo what staff published at the console.
 */
export const importOver = async (
  database: Database,
  content: Content,
  { replaces, ...importer }: Importer & { readonly replaces: boolean },
): Promise<Imported> => {
  const faults = await changedVersions(database, content);
  if (faults.length > 0) return { faults, edited: [] };
  return database.transact('service', async (tx) => {
    await lockAllRecords(tx);
    const edited = replaces ? [] : await editedRecords(tx, content);
    if (edited.length > 0) return { faults: [], edited };
    await addMedia(tx, content.media);
    await keepVersions(tx, content, importer);
    await addAgreements(tx, content.agreements);
    await replaceRetiredAgreements(tx, await leftOut(tx, content));
    await replaceSite(tx, content.site);
    await replaceCatalog(tx, content.catalog);
    await replaceDocs(tx, content.docs);
    announce(tx, 'content_changed');
    return { faults: [], edited: [] };
  });
};

/**
 * Imports a folder whatever stands there.
 *
 * @returns the faults that prevented the import; empty when it is published
 */
export const importContent = async (
  database: Database,
  content: Content,
  importer = supplied,
): Promise<readonly ContentFault[]> => (await importOver(database, content, { ...importer, replaces: true })).faults;
