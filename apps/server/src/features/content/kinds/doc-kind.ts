import { dayOf } from '@ronghui/domain/calendar';
import { mostDocs } from '@ronghui/domain/doc';
import { instantOn } from '@ronghui/domain/shanghai';
import { listUsedAgreements } from '#features/agreement/agreement.reads';
import { listProductRows } from '#features/catalog/catalog.reads';
import { countDocTree, findFullDoc, findSection, listDocsThatLink, listFullDocs } from '#features/doc/doc.reads';
import { dropDoc, storeDoc } from '#features/doc/doc.steps';
import type { Db } from '#kernel/database/db';
import { type PathFault, schemaFaults } from '../content-conform.ts';
import { imagesOf } from '../markdown.ts';
import { docSchema } from '../schemas/content-schemas.ts';
import { addressedText } from '../stored-text.ts';
import { sortOf } from './doc-section-kind.ts';
import { boundFaults, deadLinks, lostAnchors, renderDoc } from './doc-text.ts';
import type { BodyOf, FolderContent, RecordKind } from './record-kind.ts';

type DocBody = BodyOf<'doc'>;
type FolderDoc = FolderContent['docs']['documents'][number];
type StoredDoc = NonNullable<Awaited<ReturnType<typeof findFullDoc>>>;

const bodyOfDoc = (
  doc: Pick<FolderDoc, 'slug' | 'sectionId' | 'rank' | 'title' | 'summary' | 'markdown' | 'updatedAt'>,
): DocBody => ({
  record: 'doc',
  key: doc.slug,
  section: doc.sectionId,
  order: doc.rank,
  title: doc.title,
  summary: doc.summary,
  updatedOn: dayOf(doc.updatedAt),
  markdown: doc.markdown,
});

const bodyOfStored = (row: StoredDoc): DocBody =>
  bodyOfDoc({ ...row, sectionId: row.section_id, updatedAt: row.updated_at, markdown: addressedText(row) });

const outerFaults = async (db: Db, { key, section, markdown }: DocBody): Promise<readonly PathFault[]> => {
  const rendering = renderDoc(key, markdown);
  const [there, within, { docs }, dead, lost] = await Promise.all([
    findFullDoc(db, key),
    section === '' ? undefined : findSection(db, section),
    countDocTree(db),
    deadLinks(db, key, rendering),
    lostAnchors(db, key, rendering),
  ]);
  return [
    ...(there === undefined && docs >= mostDocs ? [{ path: ['key'], message: `文档最多 ${mostDocs} 篇` }] : []),
    ...(section !== '' && within === undefined
      ? [{ path: ['section'], message: `没有已发布的目录 ${section}，请先发布它` }]
      : []),
    ...dead,
    ...lost,
  ];
};

/** What leads to a document: other documents, products, agreements. */
const removalFaults = async (db: Db, key: string): Promise<readonly PathFault[]> => {
  const [docs, products, agreements] = await Promise.all([
    listDocsThatLink(db, key),
    listProductRows(db),
    listUsedAgreements(db),
  ]);
  const link = new RegExp(`href="#/portal/docs/${key}["?]`);
  const naming = [
    ...docs.filter(({ html }) => link.test(html)).map(({ title }) => `文档「${title}」`),
    ...products.filter(({ doc_slugs }) => doc_slugs.includes(key)).map(({ name }) => `产品「${name}」`),
    ...agreements.filter(({ html }) => link.test(html)).map(({ title }) => `协议「${title}」`),
  ];
  return naming.map((what) => ({ path: ['key'], message: `${what}链接到这篇文档，请先从那里移除` }));
};

/** The documents. @source R11.3, R1.1 */
export const docKind: RecordKind<DocBody> = {
  keys: 'free',
  async find(db, key) {
    const row = await findFullDoc(db, key);
    return row === undefined ? null : bodyOfStored(row);
  },
  findAll: async (db) => (await listFullDocs(db)).map(bodyOfStored),
  inFolder: ({ docs }) => docs.documents.map(bodyOfDoc),
  entryOf: ({ title, section, order }) => ({ title, group: section, sort: sortOf(section, order) }),
  ownFaults: ({ key, section, title, summary, updatedOn, markdown }) => [
    ...(schemaFaults(docSchema, { title, summary, updatedOn }) ?? []),
    ...(section === '' ? [{ path: ['section'], message: '请选择目录' }] : []),
    ...(markdown.trim() === '' ? [{ path: ['markdown'], message: '不能为空' }] : []),
    ...renderDoc(key, markdown).faults,
  ],
  boundFaults: ({ markdown }) => boundFaults('markdown', markdown),
  outerFaults,
  mediaIn: ({ markdown }) => imagesOf(markdown).map(({ src }) => ({ path: ['markdown'], url: src })),
  store(tx, { key, section, order, title, summary, updatedOn, markdown }) {
    const { html, plain, outline } = renderDoc(key, markdown);
    const updatedAt = instantOn(updatedOn);
    return storeDoc(tx, {
      id: key,
      slug: key,
      sectionId: section,
      rank: order,
      title,
      summary,
      markdown,
      html,
      plain,
      outline,
      updatedAt,
    });
  },
  removalFaults,
  drop: (tx, key) => dropDoc(tx, key),
};
