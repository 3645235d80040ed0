import { findPage, listPages } from '#features/catalog/catalog.reads';
import { storePage } from '#features/catalog/catalog.steps';
import { schemaFaults } from '../content-conform.ts';
import { pageSchema } from '../schemas/content-schemas.ts';
import { blockFaults, bodyOfBlocks, mediaInBlocks, wireOfBlocks } from './block-bodies.ts';
import type { BodyOf, FolderContent, RecordKind } from './record-kind.ts';

type PageBody = BodyOf<'page'>;
type PageRow = FolderContent['catalog']['pages'][number];

const bodyOfPage = ({ page, title, blocks }: PageRow): PageBody => ({
  record: 'page',
  key: page,
  title,
  blocks: bodyOfBlocks(blocks),
});

/** The pages that are composed of blocks; which there are is the portal's. @source R2.8 */
export const pageKind: RecordKind<PageBody> = {
  keys: 'fixed',
  async find(db, key) {
    const row = await findPage(db, key);
    return row === undefined ? null : bodyOfPage(row);
  },
  findAll: async (db) => (await listPages(db)).map(bodyOfPage),
  inFolder: ({ catalog }) => catalog.pages.map(bodyOfPage),
  entryOf: ({ key, title }) => ({ title, group: '', sort: key }),
  ownFaults: ({ title, blocks }) => [
    ...(schemaFaults(pageSchema, { title, blocks: blocks.map(({ template }) => ({ template })) }) ?? []),
    ...blockFaults(blocks),
  ],
  mediaIn: ({ blocks }) => mediaInBlocks(blocks),
  store: (tx, { key, title, blocks }) => storePage(tx, { page: key, title, blocks: wireOfBlocks(blocks) }),
};
