import { Readable } from 'node:stream';
import type { accountStatementOperations, Input } from '@ronghui/contract';
import { providerDirectionNames } from '@ronghui/domain/bill';
import { shanghaiTime } from '@ronghui/domain/csv';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { momentOfSnapshot, streamRows } from '#kernel/database/row-stream.sql';
import { thousands } from '#kernel/files/table/about-words';
import { xlsxTable } from '#kernel/files/table/xlsx-table';
import { countPostings, type ExportedPosting, exportedPostings, findTenantName } from './account-statement.sql.ts';
import { readSums, spanOf } from './account-statement.ts';
import { statementColumns, statementTotals, statementWords } from './statement-table.ts';

type Context = HandlerContext<(typeof accountStatementOperations)['ops.accountStatement.export']>;

/** The most postings of one file: it is in memory until it is sent. */
const postingsAtMost = 20_000;

/**
 * The statement of account of a merchant as a workbook, rows and sums of one snapshot.
 *
 * @source receipts 3.2
 */
export const fileOfStatement = async (
  { tenantId, from, to }: Input<'ops.accountStatement.export'>,
  { db, snapshot, ports, audit, fail }: Context,
) => {
  const name = await findTenantName(db, tenantId);
  if (name === undefined) return fail('notFound');
  const view = await snapshot();
  try {
    const span = spanOf({ from, to });
    const rows = await countPostings(view.db, tenantId, span);
    if (rows > postingsAtMost)
      return fail('invalid', wrongField('from', `一次最多导出 ${thousands(postingsAtMost)} 笔，请缩小日期范围`));
    const at = await momentOfSnapshot(view);
    const sums = await readSums(view, tenantId, { from, to }, ports.clock.now());
    const pieces = await Array.fromAsync(
      xlsxTable<ExportedPosting>({
        name: '对账单',
        columns: statementColumns(providerDirectionNames),
        totals: statementTotals(providerDirectionNames),
        pages: streamRows(view, exportedPostings(tenantId, span)),
        about: () => [
          ['内容', '对账单'],
          ['商户', name],
          ['日期', `${from} 至 ${to}`],
          ['数据时间', shanghaiTime(at)],
          ...statementWords(sums, providerDirectionNames),
        ],
        at,
      }),
    );
    audit({ object: tenantId, tenantId, after: { from, to, rows } });
    return {
      name: `对账单-${from}-${to}.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      size: pieces.reduce((bytes, piece) => bytes + piece.length, 0),
      body: Readable.from(pieces),
    };
  } finally {
    await view.close();
  }
};
