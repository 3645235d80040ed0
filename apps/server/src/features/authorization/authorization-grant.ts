import type { Agreement, authorizationOperations, Output } from '@ronghui/contract';
import { type AcceptedAgreement, acceptedAgreements } from '@ronghui/domain/agreement';
import { consentUntil, isForProductOnly } from '@ronghui/domain/authorization';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import type { Db, Tx } from '#kernel/database/db';
import { type ConsentRow, findConsent, insertConsents, listConsentAgreements } from './authorization.sql.ts';
import { recordOf } from './authorization-record.ts';
import { endReplaced } from './consent-ending.sql.ts';
import type { ConsentedOrder, ConsentedOrders } from './consented-orders.ts';

type Regrant = NonNullable<Output<'authorization.detail'>['regrant']>;

/** The order for which a record can be given again; undefined when no open order relies on it. @source R10.6 */
export const regrantOf = async (
  db: Db,
  orders: ConsentedOrders,
  tenantId: string,
  row: ConsentRow,
): Promise<Regrant | undefined> => {
  if (row.pid === null || !isForProductOnly(row.scene)) return undefined;
  const order = await orders.findOpenOn(db, tenantId, { pid: row.pid, recordId: row.consent_id });
  if (order === undefined) return undefined;
  const agreement = (await listCurrentAgreements(db)).find(({ id }) => id === row.agreement_id);
  return agreement && { orderNo: order.order_no, agreement };
};

/** The agreements of an order that were accepted again; null when one has a newer version to read. Each of several may be left out. */
const acceptedAgain = (
  former: readonly { readonly agreement_id: string }[],
  current: readonly Agreement[],
  accepted: readonly AcceptedAgreement[],
) => {
  const asked = current.filter(
    ({ id, scene }) => isForProductOnly(scene) && former.some((each) => each.agreement_id === id),
  );
  return acceptedAgreements(
    asked.map((agreement) => ({ ...agreement, required: false })),
    accepted,
  );
};

/** Stores the records and puts them into every open order that relied on the former ones. Locks the rows of orders before the tenant's order lock. */
const replace = async (
  tx: Tx,
  context: MerchantContext,
  orders: ConsentedOrders,
  {
    order,
    agreements,
  }: { readonly order: ConsentedOrder; readonly agreements: NonNullable<ReturnType<typeof acceptedAgain>> },
): Promise<readonly string[] | null> => {
  const { tenantId, userId, address, requestId, ports, now } = context;
  const isAccepted = ({ agreement_id }: { readonly agreement_id: string }) =>
    agreements.some(({ id }) => id === agreement_id);
  const former = (await listConsentAgreements(tx, tenantId, order.consent_ids)).filter(isAccepted);
  const formerIds = former.map(({ consent_id }) => consent_id);
  const held = await orders.lockOpenOn(tx, tenantId, { pid: order.pid, recordIds: formerIds });
  if (!held.some(({ order_no }) => order_no === order.order_no)) return null;
  await orders.takeOrderLock(tx, tenantId);
  const consents = agreements.map(({ id, version, scene }) => ({
    recordId: ports.ids.id(),
    id,
    version,
    scene,
    validTo: consentUntil(scene, now),
  }));
  const product = { pid: order.pid, name: order.product_name, orgName: order.org_name };
  await insertConsents(tx, { tenantId, userId, address, requestId, product, orderNo: order.order_no }, consents);
  for (const { order_no, consent_ids } of held) {
    const replaced = former.filter(({ consent_id }) => consent_ids.includes(consent_id));
    const kept = consent_ids.filter((id) => !formerIds.includes(id));
    const taken = consents.filter(({ id }) => replaced.some(({ agreement_id }) => agreement_id === id));
    await orders.updateConsents(tx, tenantId, {
      orderNo: order_no,
      consentIds: [...kept, ...taken.map(({ recordId }) => recordId)],
    });
  }
  // A renewal that was placed meanwhile may rely on one of them: that record stays in force.
  const left = await Promise.all(
    formerIds.map(async (recordId) =>
      (await orders.findOpenOn(tx, tenantId, { pid: order.pid, recordId })) ? [] : [recordId],
    ),
  );
  await endReplaced(tx, tenantId, left.flat());
  return consents.map(({ recordId }) => recordId);
};

/** Consents of an order are given again: before they end, after they ended, or after they were withdrawn (R10.6). */
export const grantHandlers = (
  orders: ConsentedOrders,
): HandlersFor<Pick<typeof authorizationOperations, 'authorization.grant'>> => ({
  'authorization.grant': async ({ orderNo, agreements: accepted, ...rest }, context) => {
    allTaken(rest);
    const { tenantId, fail } = context;
    return context.transact(async (tx) => {
      const order = await orders.find(tx, tenantId, orderNo);
      if (order === undefined) return fail('notFound');
      const former = await listConsentAgreements(tx, tenantId, order.consent_ids);
      const agreements = acceptedAgain(former, await listCurrentAgreements(tx), accepted);
      if (agreements === null) return fail('agreementsChanged');
      const recordIds = await replace(tx, context, orders, { order, agreements });
      if (recordIds === null) return fail('notAllowed');
      context.audit({
        object: orderNo,
        after: { recordIds, agreements: agreements.map(({ id, version }) => ({ id, version })) },
      });
      const rows = await Promise.all(recordIds.map((recordId) => findConsent(tx, tenantId, recordId)));
      const now = context.ports.clock.now();
      return { items: rows.flatMap((row) => (row === undefined ? [] : [recordOf(row, now)])) };
    });
  },
});
