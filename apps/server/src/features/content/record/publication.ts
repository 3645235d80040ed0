import { isDeepStrictEqual } from 'node:util';
import type { ContentBody } from '@ronghui/contract';
import { type ContentRecord, contentDifferences } from '@ronghui/domain/content';
import { announce, type Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { findLastVersion, insertVersion, type VersionOrigin } from '../content.sql.ts';
import { findPublished, storePublished } from './record-body.ts';

/** Who publishes what, and why. */
export interface Publication {
  readonly body: ContentBody;
  readonly origin: VersionOrigin;
  /** Of a roll back: the version that is published anew. */
  readonly from?: number | undefined;
  /** The name that stands with the version. */
  readonly by: string;
  readonly author: Author;
}

const mostAudited = 50;

/** What changed, as the trail keeps it. */
const auditedSides = (former: ContentBody | null, body: ContentBody) => {
  const changes = contentDifferences(former, body).slice(0, mostAudited);
  return {
    before: changes.map(({ label, before }) => ({ label, value: before })),
    after: changes.map(({ label, after }) => ({ label, value: after })),
  };
};

/**
 * Keeps what is published as a version where none has it: of content that was published before versions were kept. The caller holds the record.
 *
 * @returns the number of the last version; 0 where nothing was ever published
 */
const keepFormer = async (tx: Tx, record: ContentRecord, former: ContentBody | null): Promise<number> => {
  const last = await findLastVersion(tx, record);
  if (former === null || (last !== undefined && isDeepStrictEqual(last.body, former))) return last?.number ?? 0;
  const number = (last?.number ?? 0) + 1;
  await insertVersion(tx, { record, number, body: former, origin: 'before', author: '' });
  return number;
};

/** Keeps a body as the next version of its record. The caller holds the record. */
export const keepVersion = async (
  tx: Tx,
  former: ContentBody | null,
  { body, origin, from, by, author }: Publication,
): Promise<number> => {
  const { record } = body;
  const number = (await keepFormer(tx, record, former)) + 1;
  await insertVersion(tx, { record, number, body, origin, from, author: by });
  author.record(tx, {
    event: `ops.content.${origin}`,
    object: record,
    before: former === null ? undefined : auditedSides(former, body).before,
    after: { number, changes: auditedSides(former, body).after },
  });
  return number;
};

/** Publishes a body: the tables of its noun, its version, the trail, and the nodes that serve it, all in one transaction. @source R11.3 */
export const publishBody = async (tx: Tx, publication: Publication): Promise<number> => {
  const former = await findPublished(tx, publication.body.record);
  const number = await keepVersion(tx, former, publication);
  await storePublished(tx, publication.body);
  announce(tx, 'content_changed');
  return number;
};
