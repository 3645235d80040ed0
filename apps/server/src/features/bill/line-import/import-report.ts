import { csvLine } from '@ronghui/domain/csv';
import { type LineField, lineFieldNames } from '@ronghui/domain/line-import';
import type { Tx } from '#kernel/database/db';
import { streamRows } from '#kernel/database/row-stream.sql';
import type { ImportRow } from './line-import.sql.ts';
import { stagedFaults } from './staged-line.sql.ts';

const nameOf = (field: string): string => lineFieldNames[field as LineField] ?? field;

/** The report of all bad rows as CSV: row, column, what the file calls it, what the cell says, and why it cannot be imported. @source R11.6 */
export const reportOf = async function* (
  tx: Tx,
  mapping: NonNullable<ImportRow['mapping']>,
): AsyncGenerator<Uint8Array> {
  const own = new Map<string, string>(mapping.map(({ field, name }) => [field, name ?? '']));
  yield Buffer.from(`\ufeff${csvLine(['行', '列', '文件中的列', '内容', '原因'])}`);
  for await (const faults of streamRows({ db: tx }, stagedFaults())) {
    yield Buffer.from(
      faults
        .map(({ row_no, field, value, reason }) =>
          csvLine([String(row_no), nameOf(field), own.get(field) ?? '', value, reason]),
        )
        .join(''),
    );
  }
};
