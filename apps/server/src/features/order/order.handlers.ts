import type { orderOperations } from '@ronghui/contract';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { findSite } from '#features/site/site.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import type { RefundListener } from './order.review.ts';
import { listOrders } from './order.sql.ts';
import { findOrder } from './order-detail.sql.ts';
import { detailOf, orderOf } from './order-record.ts';
import { orderStepHandlers } from './order-step.handlers.ts';
import { sumOrders } from './order-sum.sql.ts';
import { orderReviewHandlers } from './review/review.handlers.ts';

const noTime = (path: string) => wrongField(path, '请填写有效的日期');

/** The list, the detail and the steps of orders (R4.8, R10.2). */
export const orderHandlers = (onRefund: RefundListener): HandlersFor<typeof orderOperations> => ({
  ...orderStepHandlers,
  ...orderReviewHandlers(onRefund),

  'order.page': async ({ status, pid, orderNo, payment, from, to, ...input }, { db, tenantId, now, ports, fail }) => {
    const start = from === undefined ? undefined : rangeStart(from);
    const end = to === undefined ? undefined : rangeEnd(to);
    if (start === null) return fail('invalid', noTime('from'));
    if (end === null) return fail('invalid', noTime('to'));
    const listing = listingOf(input, ports.limits);
    const filter = { status, pid, orderNo, payment, from: start, before: end };
    const part = await listOrders(db, tenantId, { filter, listing });
    const items = part.rows.slice(0, listing.pageSize).map((row) => orderOf(row, now));
    return { items, ...pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.order_no })) };
  },

  'order.sum': async ({ status, pid, orderNo, payment, from, to }, { db, tenantId, fail }) => {
    const start = from === undefined ? undefined : rangeStart(from);
    const end = to === undefined ? undefined : rangeEnd(to);
    if (start === null) return fail('invalid', noTime('from'));
    if (end === null) return fail('invalid', noTime('to'));
    return sumOrders(db, tenantId, { status, pid, orderNo, payment, from: start, before: end });
  },

  'order.detail': async ({ orderNo }, { db, tenantId, ports, fail }) => {
    const [row, site] = await Promise.all([findOrder(db, tenantId, orderNo), findSite(db)]);
    if (row === undefined) return fail('notFound');
    return detailOf(row, { payee: site?.payee, now: ports.clock.now() });
  },
});
