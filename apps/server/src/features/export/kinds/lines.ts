import {
  countExportedLines,
  type ExportedLine,
  exportedLines,
  lineFilterWords,
  lineLayout,
  readLineNames,
} from '#features/loan-consult/loan-consult.reads';
import { dayFault, exportedList } from '../export-kind.ts';
import { dimensionFaults } from './dimension-words.ts';

/** The lines of stages (R10.5). Fees of the two directions are never added. */
export const lineList = exportedList<'loanConsult', ExportedLine>({
  kind: 'loanConsult',
  words: async (db, tenantId, filter) => lineFilterWords(await readLineNames(db, tenantId), filter),
  faults: async (db, tenantId, { from, to, ...dimensions }) => [
    ...dayFault('from', from),
    ...dayFault('to', to),
    ...(await dimensionFaults(db, tenantId, dimensions)),
  ],
  async count(db, { tenantId, filter }) {
    const { rows, parts } = await countExportedLines(db, tenantId, filter);
    return parts.length === 0 ? rows : { rows, parts: parts.map((days) => ({ ...filter, ...days })) };
  },
  rows: ({ tenantId, filter, until }) => exportedLines(tenantId, filter, until),
  layout: (db, { tenantId, filter }) => lineLayout(db, tenantId, filter),
});
