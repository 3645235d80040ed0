import { Readable } from 'node:stream';
import type { loanConsultOperations } from '@ronghui/contract';
import { dayOf, isDay } from '@ronghui/domain/calendar';
import { createAdmission } from '#kernel/calls/admission/admission';
import { createPlaces } from '#kernel/calls/admission/places';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Snapshot } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { csvOfLines, keyOf, linesAtMost } from './line-csv.ts';
import type { LineFilter } from './line-filter.sql.ts';
import { sumLines, summedAtMost } from './line-sum.sql.ts';
import { lineOf, listLines } from './loan-consult.sql.ts';

/** A day of a filter that does not exist. */
const wrongDay = ({ from, to }: LineFilter) => {
  const path = [['from', from] as const, ['to', to] as const].find(([, day]) => day !== undefined && !isDay(day))?.[0];
  return path === undefined ? null : wrongField(path, '请填写有效的日期');
};

const tooManyToSum = `这样开头的编号超过 ${summedAtMost.toLocaleString('en-US')} 笔，不能合计，请填写更完整的编号`;

/** Downloads of all tenants that are written at once: each has a connection and its lines in memory. */
const writing = createAdmission({ inFlight: 2, queue: 10 });
/** Downloads of one tenant that are in memory until their reader has them. */
const kept = createPlaces(2);

/** The file, all of one moment; undefined for too many lines. */
const piecesOf = async (open: () => Promise<Snapshot>, tenantId: string, filter: LineFilter) => {
  const snapshot = await open();
  try {
    return await csvOfLines(snapshot, tenantId, filter);
  } finally {
    await snapshot.close();
  }
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

  'loanConsult.sum': async (filter, context) => {
    const { tenantId, fail } = context;
    const wrong = wrongDay(filter);
    if (wrong !== null) return fail('invalid', wrong);
    return (await sumLines(context, tenantId, filter)) ?? fail('invalid', wrongField('loanNo', tooManyToSum));
  },

  'loanConsult.download': async (
    { page: _page, pageSize: _size, ...filter },
    { tenantId, now, ports, snapshot: open, fail },
  ) => {
    const wrong = wrongDay(filter);
    if (wrong !== null) return fail('invalid', wrong);
    const share = { limit: ports.limits.downloadsPerTenantPerMinute, windowMs: 60_000 };
    const retryAfter = await waitSecOf(ports.fast, `lines:${tenantId}`, share);
    if (retryAfter > 0) return fail('tooOften', { retryAfter });
    const leave = kept.take(tenantId);
    try {
      const pieces = await writing.work(() => piecesOf(open, tenantId, filter));
      if (pieces === undefined) return fail('tooMany', { limit: linesAtMost, operationId: 'export.create' });
      const size = pieces.reduce((bytes, piece) => bytes + piece.length, 0);
      const body = Readable.from(pieces).once('close', leave);
      return { name: `业务明细-${dayOf(now)}.csv`, mime: 'text/csv; charset=utf-8', size, body };
    } catch (error) {
      leave();
      throw error;
    }
  },
};
