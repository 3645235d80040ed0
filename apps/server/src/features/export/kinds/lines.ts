import {
  countLines,
  type ExportedLine,
  exportedLines,
  lineColumns,
  readLineNames,
} from '#features/loan-consult/loan-consult.reads';
import { dayFault, exportedList, rangeWords, word } from '../export-kind.ts';
import { dimensionFaults, dimensionWords } from './dimension-words.ts';

const [basis, fee] = ['贷款金额（元）', '费用（元）'];

/** The lines of stages (R10.5). Fees of the two directions are never added. */
export const lineList = exportedList<'loanConsult', ExportedLine>({
  kind: 'loanConsult',
  words: async (db, tenantId, { loanNo, from, to, ...dimensions }) => [
    ...(await dimensionWords(db, tenantId, dimensions)),
    ...word('编号', loanNo),
    ...rangeWords('日期', from, to),
  ],
  faults: async (db, tenantId, { from, to, ...dimensions }) => [
    ...dayFault('from', from),
    ...dayFault('to', to),
    ...(await dimensionFaults(db, tenantId, dimensions)),
  ],
  count: (db, { tenantId, filter }) => countLines(db, tenantId, { filter, atMost: Number.MAX_SAFE_INTEGER }),
  rows: ({ tenantId, filter, until }) => exportedLines(tenantId, filter, until),
  columns: async (db, tenantId) => lineColumns(await readLineNames(db, tenantId)),
  totals: [
    { label: '贷款金额合计', counts: () => true, heads: [basis], amountOf: basis },
    { label: '已出账应付合计', counts: ({ direction }) => direction === 'payable', heads: [fee], amountOf: fee },
    { label: '已出账应收合计', counts: ({ direction }) => direction === 'receivable', heads: [fee], amountOf: fee },
  ],
});
