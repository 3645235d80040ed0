import type { chatOperations, Output } from '@ronghui/contract';
import { periodsOf } from '@ronghui/domain/business';
import { dayOf } from '@ronghui/domain/calendar';
import { receptionKinds, serviceDaysAtMost } from '@ronghui/domain/chat/reception-kind';
import { namesOfStaff } from '#features/staff/staff.reads';
import { dayFaultOf } from '#kernel/calls/asked-range';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { type FigureRow, groupReceptions } from './figures.sql.ts';
import { csvOfReceptions, receptionsAtMost } from './reception-csv.ts';
import { keyOfReception, listedOf, listReceptions } from './reception-list.sql.ts';

type Figures = Output<'ops.chat.figures'>['total'];

/** How many categories and members are answered. */
const atMost = { categories: 50, members: 100 } as const;

/** Whether a statement took longer than statements may. */
const isOutOfTime = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';

const timesOf = (quantiles: readonly number[] | null): Figures['firstAnswerSec'] => {
  const [median, p95] = quantiles ?? [];
  return median === undefined || p95 === undefined ? null : { median: Math.round(median), p95: Math.round(p95) };
};

/** The figures of a row; of none where nothing was opened. */
const figuresOf = (row: FigureRow | undefined): Figures => {
  const counts = Object.fromEntries(receptionKinds.map((kind) => [kind, row?.[kind] ?? 0]));
  return {
    // Each kind has its count.
    ...(counts as Pick<Figures, (typeof receptionKinds)[number]>),
    receptions: row?.receptions ?? 0,
    stars: row?.stars ?? 0,
    firstAnswerSec: timesOf(row?.first_answers ?? null),
    resolutionSec: timesOf(row?.resolutions ?? null),
  };
};

/** How customer service goes, and the receptions behind it. @source service 5.5 */
export const figureHandlers: HandlersFor<
  Pick<typeof chatOperations, 'ops.chat.figures' | 'ops.chat.receptions' | 'ops.chat.exportReceptions'>
> = {
  'ops.chat.figures': async (asked, { db, fromReplica, fail }) => {
    const wrong = dayFaultOf(asked, serviceDaysAtMost);
    if (wrong !== undefined) return fail('invalid', wrong);
    const rows = await fromReplica((read) => groupReceptions(read, asked)).catch((error: unknown) => {
      // The statement took too long: it would again.
      if (isOutOfTime(error)) return null;
      throw error;
    });
    if (rows === null) return fail('tooSlow');
    const of = (group: FigureRow['group']) => rows.filter((row) => row.group === group);
    const byDay = new Map(of('day').map((row) => [row.on_day, row]));
    const members = of('member').flatMap((row) => (row.staff_id === null ? [] : [{ ...row, staff_id: row.staff_id }]));
    const shown = members.slice(0, atMost.members);
    const names = await namesOfStaff(
      db,
      shown.map((row) => row.staff_id),
    );
    return {
      total: figuresOf(of('total')[0]),
      days: periodsOf(asked, 'day').map(({ from: on }) => ({ on, ...figuresOf(byDay.get(on)) })),
      categories: of('category')
        .slice(0, atMost.categories)
        .map((row) => ({ category: row.category, ...figuresOf(row) })),
      members: shown.map((row) => ({
        staffId: row.staff_id,
        name: names.get(row.staff_id) ?? '',
        ...figuresOf(row),
      })),
    };
  },

  'ops.chat.receptions': async ({ page, pageSize, withTotal, cursor, ...filter }, { db, ports, fail }) => {
    const wrong = dayFaultOf(filter, serviceDaysAtMost);
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listReceptions(db, { filter, listing });
    const items = part.rows.slice(0, listing.pageSize).map(listedOf);
    return { items, ...pageFrame(listing, part, keyOfReception) };
  },

  'ops.chat.exportReceptions': async (filter, { db, now, audit, fail }) => {
    const wrong = dayFaultOf(filter, serviceDaysAtMost);
    if (wrong !== undefined) return fail('invalid', wrong);
    const listing = { page: 1, pageSize: 1, offset: 0, after: null, wantsTotal: true };
    const count = (await listReceptions(db, { filter, listing })).total ?? 0;
    if (count > receptionsAtMost)
      return fail('invalid', wrongField('from', `一次最多导出 ${receptionsAtMost} 条，请缩小日期范围`));
    audit({ after: { count, filter } });
    return {
      name: `接待记录-${dayOf(now)}.csv`,
      mime: 'text/csv; charset=utf-8',
      body: csvOfReceptions(db, filter),
    };
  },
};
