import type { tenantReviewOperations } from '@ronghui/contract';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { findTenantRecord } from './tenant-detail.sql.ts';
import { tenantDetailOf } from './tenant-detail.ts';
import { listTenants, tenantOf } from './tenants.sql.ts';

const noTime = (path: string) => wrongField(path, '请填写有效的日期');

/** The merchants, for the provider's staff (R11.4). */
export const tenantReviewHandlers: HandlersFor<typeof tenantReviewOperations> = {
  'ops.tenant.page': async ({ keyword, certification, from, to, ...input }, { db, ports, fail }) => {
    const start = from === undefined ? undefined : rangeStart(from);
    const end = to === undefined ? undefined : rangeEnd(to);
    if (start === null) return fail('invalid', noTime('from'));
    if (end === null) return fail('invalid', noTime('to'));
    const listing = listingOf(input, ports.limits);
    const part = await listTenants(db, { filter: { keyword, certification, from: start, before: end }, listing });
    const items = part.rows.slice(0, listing.pageSize).map(tenantOf);
    return { items, ...pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.tenant_id })) };
  },

  'ops.tenant.detail': async ({ tenantId }, context) => {
    const row = await findTenantRecord(context.db, tenantId);
    return row === undefined ? context.fail('notFound') : tenantDetailOf(context, row);
  },
};
