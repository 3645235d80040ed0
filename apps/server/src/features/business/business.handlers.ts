import type { businessOperations, Input } from '@ronghui/contract';
import { businessDaysAtMost, periodsOf, unpaidAges } from '@ronghui/domain/business';
import { dayOf } from '@ronghui/domain/calendar';
import { addSums, type FenSum, noFen } from '@ronghui/domain/money';
import { groupIssued, groupUnpaid, type IssuedGroup } from '#features/bill/bill.reads';
import { dayFaultOf } from '#kernel/calls/asked-range';
import type { HandlersFor } from '#kernel/calls/context';
import { type Asked, groupCertifications, groupFeedback, groupLeads, groupOrders } from './business.sql.ts';

const directions = ['payable', 'receivable'] as const;

/** What is wrong with a range, as the data of a 422; undefined where nothing is. */
const faultOf = (asked: Asked) => dayFaultOf(asked, businessDaysAtMost);

/** The periods of a range, each with its row; the rows are by span, which is a day or a month. */
const filled = <Row extends { readonly span: string | null }, Value>(
  asked: Asked,
  rows: readonly Row[],
  valueOf: (rows: readonly Row[]) => Value,
) =>
  periodsOf(asked, asked.by).map(({ from, to }) => {
    const span = asked.by === 'day' ? from : from.slice(0, 7);
    return { from, to, ...valueOf(rows.filter((row) => row.span === span)) };
  });

const amountsOf = (rows: readonly { readonly count: number; readonly amount: FenSum }[]) => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  amount: addSums(rows.map(({ amount }) => amount)),
});

const billSums = (rows: readonly IssuedGroup[]) => {
  const of = (state: IssuedGroup['state']) => amountsOf(rows.filter((row) => row.state === state));
  return {
    pending: of('pending'),
    disputed: of('disputed'),
    confirmed: of('confirmed'),
    overdue: of('overdue'),
    settled: of('settled'),
  };
};

const inDirection = <Row extends { readonly direction: string }>(
  rows: readonly Row[],
  direction: (typeof directions)[number],
) => rows.filter((row) => row.direction === direction);

/** How the business goes (R11.2): each operation one grouped statement over a bounded range. */
export const businessHandlers: HandlersFor<typeof businessOperations> = {
  'ops.business.orders': async (asked: Input<'ops.business.orders'>, { fromReplica, fail }) => {
    const wrong = faultOf(asked);
    if (wrong !== undefined) return fail('invalid', wrong);
    const rows = await fromReplica((db) => groupOrders(db, asked));
    const of = (found: typeof rows, kind: (typeof rows)[number]['kind']) =>
      amountsOf(found.filter((row) => row.kind === kind));
    return {
      periods: filled(asked, rows, (found) => ({ submitted: of(found, 'submitted'), paid: of(found, 'paid') })),
    };
  },

  'ops.business.bills': async (asked, { fromReplica, now, fail }) => {
    const wrong = faultOf(asked);
    if (wrong !== undefined) return fail('invalid', wrong);
    const today = dayOf(now);
    const rows = await fromReplica((db) => groupIssued(db, { ...asked, today }));
    return {
      periods: filled(asked, rows, (found) => ({
        payable: amountsOf(inDirection(found, 'payable')),
        receivable: amountsOf(inDirection(found, 'receivable')),
      })),
      states: {
        payable: billSums(inDirection(rows, 'payable')),
        receivable: billSums(inDirection(rows, 'receivable')),
      },
      today,
    };
  },

  'ops.business.unpaid': async (_input, { fromReplica, now }) => {
    const today = dayOf(now);
    const rows = await fromReplica((db) => groupUnpaid(db, today));
    const of = (age: (typeof unpaidAges)[number], direction: (typeof directions)[number]) => {
      const row = inDirection(rows, direction).find((each) => each.age === age);
      return { count: row?.count ?? 0, remainingAmount: row?.remaining ?? noFen };
    };
    return {
      today,
      ages: unpaidAges.map((age) => ({ age, payable: of(age, 'payable'), receivable: of(age, 'receivable') })),
    };
  },

  'ops.business.certifications': async (asked, { fromReplica, fail }) => {
    const wrong = faultOf(asked);
    if (wrong !== undefined) return fail('invalid', wrong);
    const rows = await fromReplica((db) => groupCertifications(db, asked));
    const median = rows.find(({ span }) => span === null)?.median ?? null;
    return {
      periods: filled(asked, rows, ([row]) => ({
        submitted: row?.submitted ?? 0,
        passed: row?.passed ?? 0,
        rejected: row?.rejected ?? 0,
      })),
      medianMinutes: median === null ? null : Math.round(median),
    };
  },

  'ops.business.leads': async (asked, { fromReplica, fail }) => {
    const wrong = faultOf(asked);
    if (wrong !== undefined) return fail('invalid', wrong);
    const rows = await fromReplica((db) => groupLeads(db, asked));
    return {
      periods: filled(asked, rows, ([row]) => ({ added: row?.added ?? 0, won: row?.won ?? 0, lost: row?.lost ?? 0 })),
    };
  },

  'ops.business.feedback': async (asked, { fromReplica, fail }) => {
    const wrong = faultOf(asked);
    if (wrong !== undefined) return fail('invalid', wrong);
    const rows = await fromReplica((db) => groupFeedback(db, asked));
    return {
      periods: filled(asked, rows, ([row]) => ({ opened: row?.opened ?? 0, answered: row?.answered ?? 0 })),
      adjusted: {
        count: rows.reduce((sum, { adjusted }) => sum + adjusted, 0),
        raisedAmount: addSums(rows.map(({ raised }) => raised)),
        loweredAmount: addSums(rows.map(({ lowered }) => lowered)),
      },
    };
  },
};
