import type { ContentBody } from '@ronghui/contract';
import { nameOfBody, type RecordName } from '@ronghui/domain/content';
import type { Db, Tx } from '#kernel/database/db';
import { kindOf } from '../kinds/record-kinds.ts';

export type { BodyOf } from '../kinds/record-kind.ts';

/** What is published of a record; null where nothing is. */
export const findPublished = (db: Db, { record, key }: RecordName): Promise<ContentBody | null> =>
  kindOf(record).find(db, key);

/** Stores a body as what is published, in the tables of its noun. */
export const storePublished = (tx: Tx, body: ContentBody): Promise<void> => kindOf(body.record).store(tx, body);

/** Removes what is published of a record; only of a kind whose records come and go. */
export const dropPublished = async (tx: Tx, body: ContentBody): Promise<void> => {
  const { record, key } = nameOfBody(body);
  const kind = kindOf(record);
  if (kind.drop === undefined) throw new Error(`a ${record} is never removed`);
  await kind.drop(tx, key);
};
