import type pg from 'pg';
import { copiedRows } from './copied-rows.ts';
import { copyKeysOf, type TableShape } from './table-shapes.sql.ts';

/** A file that a row names. */
export interface FileKey {
  readonly key: string;
  /** SHA-256 in hex of its bytes; empty where no row has it. */
  readonly sha256: string;
}

/** Lines of `copyFileKeys`. */
export const fileKeyIn = (line: string): FileKey => {
  const [key = '', sha256 = ''] = line.split('\t');
  return { key, sha256 };
};

/** Every file that the rows name, a line each. Reads as the service; no table with such a name has partitions. */
export const copyFileKeys = async function* (
  client: pg.ClientBase,
  tables: readonly TableShape[],
): AsyncGenerator<Buffer> {
  const text = copyKeysOf(tables.filter(({ of }) => of === null));
  if (text !== null) yield* copiedRows(client, text);
};
