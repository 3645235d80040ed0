import { spanFault } from '@ronghui/domain/account-statement';
import { billDirectionNames } from '@ronghui/domain/bill';
import { dayOf } from '@ronghui/domain/calendar';
import {
  countPostings,
  type ExportedPosting,
  exportedPostings,
  readSums,
  spanOf,
  statementColumns,
  statementTotals,
  statementWords,
} from '#features/account-statement/account-statement.steps';
import { momentOfSnapshot } from '#kernel/database/row-stream.sql';
import { rangeWords } from '#kernel/files/table/about-words';
import { exportedList } from '../export-kind.ts';

/** The statement of account of a tenant over a span of days, both directions (receipts 3.2). */
export const accountStatementList = exportedList<'accountStatement', ExportedPosting>({
  kind: 'accountStatement',
  words: async (_db, _tenantId, { from, to }) => rangeWords('日期', from, to),
  faults: async (db, _tenantId, days) => {
    const fault = spanFault(days, dayOf(await momentOfSnapshot({ db })));
    return fault === null ? [] : [{ field: fault.path, message: fault.text }];
  },
  count: (db, { tenantId, filter, until }) => countPostings(db, tenantId, spanOf({ ...filter, until })),
  rows: ({ tenantId, filter, until }) => exportedPostings(tenantId, spanOf({ ...filter, until })),
  layout: async (db, { tenantId, filter, until }) => ({
    columns: statementColumns(billDirectionNames),
    // A statement has no one amount that stands for it in the list of exports.
    totals: statementTotals(billDirectionNames).map((total) => ({ ...total, amountOf: '' })),
    about: statementWords(await readSums({ db }, tenantId, { ...filter, until }, until), billDirectionNames),
  }),
});
