import type { authorizationOperations } from '@ronghui/contract';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { listingOf, pageFrame } from '#kernel/listing';
import { authorizationOpsHandlers } from './authorization.ops.handlers.ts';
import { findConsent, listConsents } from './authorization.sql.ts';
import { acceptHandlers } from './authorization-accept.handlers.ts';
import { csvOfConsents } from './authorization-csv.ts';
import { grantHandlers, regrantOf } from './authorization-grant.ts';
import { detailOf, recordOf, statusOf } from './authorization-record.ts';
import { withdrawConsent } from './consent-ending.sql.ts';
import type { ConsentedOrders } from './consented-orders.ts';

/** Informs the provider of a withdrawal; the provider has to stop what relied on the consent. */
const announce = (
  tx: Parameters<MerchantContext['ports']['outbox']['enqueue']>[0],
  context: MerchantContext,
  lines: readonly string[],
) =>
  context.ports.outbox.enqueue(tx, {
    kind: 'mail',
    to: context.ports.config.providerMail,
    subject: '授权已撤回，请停止依据它的处理',
    text: lines.join('\n'),
  });

/** The consent ledger: list, withdrawal and export (R10.6). */
export const authorizationHandlers = (orders: ConsentedOrders): HandlersFor<typeof authorizationOperations> => ({
  'authorization.page': async ({ status, orgId, ...input }, { db, tenantId, now, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listConsents(db, tenantId, { filter: { status, orgId }, listing });
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({
      at: row.granted_at,
      key: row.consent_id,
    }));
    return { items: part.rows.slice(0, listing.pageSize).map((row) => recordOf(row, now)), ...frame };
  },

  'authorization.detail': async ({ recordId }, { db, tenantId, now, fail }) => {
    const row = await findConsent(db, tenantId, recordId);
    return row === undefined ? fail('notFound') : detailOf(row, now, await regrantOf(db, orders, tenantId, row));
  },

  ...grantHandlers(orders),
  ...acceptHandlers,
  ...authorizationOpsHandlers,

  'authorization.revoke': async ({ recordId, reason = null, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, userId, address, fail } = context;
    return context.transact(async (tx) => {
      const isNew = await withdrawConsent(tx, { tenantId, recordId }, { userId, address, reason });
      const row = await findConsent(tx, tenantId, recordId);
      if (row === undefined) return fail('notFound');
      const after = { status: statusOf(row, context.now), isNew, agreement: row.agreement_id };
      context.audit({ object: recordId, after });
      if (isNew) {
        await announce(tx, context, [
          `授权：《${row.title}》（${row.agreement_version}）`,
          `记录：${recordId}`,
          ...(row.product_name === null ? [] : [`产品：${row.product_name}`]),
          ...(row.org_name === null ? [] : [`机构：${row.org_name}`]),
          ...(row.order_no === null ? [] : [`订单：${row.order_no}`]),
          ...(reason === null ? [] : [`原因：${reason}`]),
        ]);
      }
      return detailOf(row, context.ports.clock.now(), await regrantOf(tx, orders, tenantId, row));
    });
  },

  'authorization.download': async (filter, { db, tenantId, now }) => ({
    name: `授权记录-${now.toISOString().slice(0, 10)}.csv`,
    mime: 'text/csv; charset=utf-8',
    body: csvOfConsents(db, tenantId, { filter, now }),
  }),
});
