import type { loanConsultOperations } from '@ronghui/contract';
import { dayOf, isDay } from '@ronghui/domain/calendar';
import type { HandlersFor } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/calls/listing';
import { wrongField } from '#kernel/calls/wrong-field';
import { csvOfLines, keyOf, linesAtMost } from './line-csv.ts';
import type { LineFilter } from './line-filter.sql.ts';
import { countLines, lineOf, listLines, sumLines } from './loan-consult.sql.ts';

/** A day of a filter that does not exist. */
const wrongDay = ({ from, to }: LineFilter) => {
  const path = [['from', from] as const, ['to', to] as const].find(([, day]) => day !== undefined && !isDay(day))?.[0];
  return path === undefined ? null : wrongField(path, '请填写有效的日期');
};

/** The lines of a tenant: query, sums, download (R10.5). */
export const loanConsultHandlers: HandlersFor<typeof loanConsultOperations> = {
  'loanConsult.page': async (
    { page, pageSize, withTotal, cursor, ...filter },
    { db, tenantId, ports: { limits }, fail },
  ) => {
    const wrong = wrongDay(filter);
    if (wrong !== null) return fail('invalid', wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, limits);
    const part = await listLines(db, tenantId, { filter, listing });
    return { items: part.rows.slice(0, listing.pageSize).map(lineOf), ...pageFrame(listing, part, keyOf) };
  },

  'loanConsult.sum': async (filter, { db, tenantId, fail }) => {
    const wrong = wrongDay(filter);
    return wrong === null ? sumLines(db, tenantId, filter) : fail('invalid', wrong);
  },

  'loanConsult.download': async (filter, { db, tenantId, now, fail }) => {
    const wrong = wrongDay(filter);
    if (wrong !== null) return fail('invalid', wrong);
    const found = await countLines(db, tenantId, { filter, atMost: linesAtMost + 1 });
    if (found > linesAtMost) return fail('tooMany', { limit: linesAtMost, operationId: 'export.create' });
    return {
      name: `贷款咨询明细-${dayOf(now)}.csv`,
      mime: 'text/csv; charset=utf-8',
      body: csvOfLines(db, tenantId, filter),
    };
  },
};
