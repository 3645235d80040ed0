import { isDeepStrictEqual } from 'node:util';
import type { ContentBody } from '@ronghui/contract';
import { contentDifferences, nameOfBody, type RecordName, recordWord } from '@ronghui/domain/content';
import { announce, type Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { findLastVersion, insertVersion, markPublished, type VersionOrigin } from '../content.sql.ts';
import { kindOf } from '../kinds/record-kinds.ts';
import { dropPublished, findPublished, storePublished } from './record-body.ts';

/** Who publishes what, and why. */
export interface Publication {
  readonly body: ContentBody;
  /** The record is taken from the portal; the body is what was there. */
  readonly removes?: boolean;
  readonly origin: VersionOrigin;
  /** Of a roll back: the version that is published anew. */
  readonly from?: number | undefined;
  /** The name that stands with the version. */
  readonly by: string;
  readonly author: Author;
  /** It moves the account that merchants pay to, and who published it has just proved who they are. */
  readonly isProved?: boolean;
  /** The moment that waited for the record until now, and is gone with this. */
  readonly cancels?: Date | null;
}

const mostAudited = 50;

/** What changed, as the trail keeps it: both sides by the same names, so that each value stands beside what it was. */
export const auditedSides = (former: ContentBody | null, body: ContentBody | null) => {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const [at, change] of contentDifferences(former, body).slice(0, mostAudited).entries()) {
    // A dot separates the parts of a path where the trail is read.
    const label = change.label.replaceAll('.', '·');
    const name = label in before ? `${label}（${at + 1}）` : label;
    before[name] = change.before;
    after[name] = change.after;
  }
  return { before, after };
};

/** A moment that is set, replaced or taken back, as the trail keeps it on one side; nothing where there is none. */
export const auditedMoment = (moment: Date | null | undefined) =>
  moment === null || moment === undefined ? {} : { publishAt: moment.toISOString() };

/**
 * Keeps what is published as a version where none has it: of content that was published before versions were kept. The caller holds the record.
 *
 * @returns the number of the last version; 0 where nothing was ever published
 */
const keepFormer = async (tx: Tx, name: RecordName, former: ContentBody | null): Promise<number> => {
  const last = await findLastVersion(tx, name);
  const isKept = last !== undefined && !last.removes && isDeepStrictEqual(last.body, former);
  if (former === null || isKept) return last?.number ?? 0;
  const number = (last?.number ?? 0) + 1;
  await insertVersion(tx, { name, number, body: former, origin: 'before', author: '' });
  return number;
};

/** Keeps a publication as the next version of its record, and how the record stands since. The caller holds the record. */
export const keepVersion = async (
  tx: Tx,
  former: ContentBody | null,
  { body, removes = false, origin, from, by, author, isProved = false, cancels = null }: Publication,
): Promise<number> => {
  const name = nameOfBody(body);
  const last = await keepFormer(tx, name, former);
  const number = last + 1;
  await insertVersion(tx, { name, number, body, removes, origin, from, author: by });
  await markPublished(tx, name, { ...kindOf(name.record).entryOf(body), isPublished: !removes, by });
  const { before, after } = auditedSides(former, removes ? null : body);
  author.record(tx, {
    event: `ops.content.${origin}`,
    object: recordWord(name),
    before: former === null ? undefined : { number: last, ...auditedMoment(cancels), changes: before },
    after: {
      number,
      ...(cancels !== null && { publishAt: null }),
      ...(from !== undefined && { rolledBackTo: from }),
      ...(removes && { removed: true }),
      ...(isProved && { proved: true }),
      changes: after,
    },
  });
  return number;
};

/** Publishes a body or a removal: the tables of its noun, its version, the trail, and the nodes that serve it, all in one transaction. @source R11.3 */
export const publishBody = async (tx: Tx, publication: Publication): Promise<number> => {
  const { body, removes = false } = publication;
  const former = await findPublished(tx, nameOfBody(body));
  const number = await keepVersion(tx, former, publication);
  await (removes ? dropPublished(tx, body) : storePublished(tx, body));
  announce(tx, 'content_changed');
  return number;
};
