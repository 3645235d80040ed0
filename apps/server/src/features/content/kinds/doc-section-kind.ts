import { deepestSection, mostSections } from '@ronghui/domain/doc';
import { countDocTree, findSection, hasEntries, listSections } from '#features/doc/doc.reads';
import { dropSection, storeSection } from '#features/doc/doc.steps';
import type { Db } from '#kernel/database/db';
import { type PathFault, schemaFaults } from '../content-conform.ts';
import { sectionSchema } from '../schemas/content-schemas.ts';
import type { BodyOf, FolderContent, RecordKind } from './record-kind.ts';

type SectionBody = BodyOf<'docSection'>;
type Section = FolderContent['docs']['sections'][number];

const bodyOfSection = ({ id, parentId, rank, title, summary }: Section): SectionBody => ({
  record: 'docSection',
  key: id,
  parent: parentId ?? '',
  order: rank,
  title,
  summary,
});

const sectionOf = ({ key, parent, order, title, summary }: SectionBody): Section => ({
  id: key,
  parentId: parent === '' ? null : parent,
  rank: order,
  title,
  summary,
});

/** Orders records among their siblings, as the names of their files do. */
export const sortOf = (group: string, order: number): string => `${group}/${String(order).padStart(2, '0')}`;

const outerFaults = async (db: Db, { key, parent }: SectionBody): Promise<readonly PathFault[]> => {
  const [all, { sections }] = await Promise.all([listSections(db), countDocTree(db)]);
  const above = all.find(({ section_id }) => section_id === parent);
  const isNew = !all.some(({ section_id }) => section_id === key);
  const hasBelow = all.some(({ parent_id }) => parent_id === key);
  return [
    ...(isNew && sections >= mostSections ? [{ path: ['key'], message: `目录最多 ${mostSections} 个` }] : []),
    ...(parent !== '' && (above === undefined || parent === key)
      ? [{ path: ['parent'], message: `没有已发布的目录 ${parent}，请先发布它` }]
      : []),
    ...((above?.parent_id ?? null) !== null || (parent !== '' && hasBelow)
      ? [{ path: ['parent'], message: `目录最多 ${deepestSection} 层` }]
      : []),
  ];
};

/** The sections of the document centre. @source R11.3 */
export const docSectionKind: RecordKind<SectionBody> = {
  keys: 'free',
  async find(db, key) {
    const row = await findSection(db, key);
    return row === undefined ? null : bodyOfSection({ ...row, id: row.section_id, parentId: row.parent_id });
  },
  findAll: async (db) =>
    (await listSections(db)).map((row) => bodyOfSection({ ...row, id: row.section_id, parentId: row.parent_id })),
  inFolder: ({ docs }) => docs.sections.map(bodyOfSection),
  entryOf: ({ title, parent, order }) => ({ title, group: parent, sort: sortOf(parent, order) }),
  ownFaults: ({ title, summary }) => schemaFaults(sectionSchema, { title, summary }) ?? [],
  outerFaults,
  mediaIn: () => [],
  store: (tx, body) => storeSection(tx, sectionOf(body)),
  removalFaults: async (db, key) =>
    (await hasEntries(db, key)) ? [{ path: ['key'], message: '目录中还有文档或下级目录，请先移走或移除它们' }] : [],
  drop: (tx, key) => dropSection(tx, key),
};
