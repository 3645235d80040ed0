import { createReadStream } from 'node:fs';
import { csvLine } from '@ronghui/domain/csv';
import type { ResultFile } from '#kernel/jobs/sent-job';
import type { IncomingFile } from '#kernel/ports';

/** A cell that cannot be read, as the report lists it. */
export interface ListedFault {
  readonly row_no: number;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** What columns are called: by us, and by the file. */
interface ColumnNames {
  readonly ours: Readonly<Partial<Record<string, string>>>;
  readonly mapping: readonly { readonly field: string; readonly name?: string | undefined }[];
}

/** The report of all rows that cannot be read, as CSV: row, column, what the file calls it, what the cell says, and why. @source R11.6, R13.1 */
export const faultReport = async function* (
  pages: AsyncIterable<readonly ListedFault[]>,
  { ours, mapping }: ColumnNames,
): AsyncGenerator<Uint8Array> {
  const own = new Map(mapping.map(({ field, name }) => [field, name ?? '']));
  yield Buffer.from(`\ufeff${csvLine(['行', '列', '文件中的列', '内容', '原因'])}`);
  for await (const faults of pages) {
    const lines = faults.map(({ row_no, field, value, reason }) =>
      csvLine([String(row_no), ours[field] ?? field, own.get(field) ?? '', value, reason]),
    );
    yield Buffer.from(lines.join(''));
  }
};

/** What is read of a report once, and goes with its last piece. */
const readOnce = async function* (report: IncomingFile): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(report.path);
  } finally {
    await report.drop();
  }
};

/** A report that was written, as the result of the job that read the file: `明细-不能导入的行.csv`. */
export const reportFile = (fileName: string, what: string, report: IncomingFile): ResultFile => ({
  name: `${fileName.replace(/\.[^.]*$/, '').slice(0, 100)}-${what}.csv`,
  mime: 'text/csv; charset=utf-8',
  body: readOnce(report),
});
