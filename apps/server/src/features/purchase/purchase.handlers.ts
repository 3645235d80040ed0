import { purchasedFields, type purchaseOperations, type RequestOf } from '@ronghui/contract';
import type { CurrentAgreement } from '@ronghui/domain/agreement';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { isRenewable, termOf } from '@ronghui/domain/order';
import type { Configuration } from '@ronghui/domain/quote';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { listLiveConsents } from '#features/authorization/authorization.reads';
import { insertConsents } from '#features/authorization/authorization.steps';
import { findProduct, findSku, pricedSku } from '#features/catalog/catalog.reads';
import {
  insertOrder,
  insertStep,
  isRenewed,
  type LockedOrder,
  lapseOverdue,
  lockOrder,
  lockOrdersUnderWay,
  type NewOrder,
  purchasedOf,
} from '#features/order/order.steps';
import { allTaken, takePart } from '#kernel/calls/all-taken';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { underFreeNumber } from '#kernel/setup/ids';
import { acceptedForOrder, agreementsAskedBy, newConsentsOf } from './purchase-consent.ts';
import { configurationOf, type Priced, priceOf } from './purchase-price.ts';

type Purchase = RequestOf<(typeof purchaseOperations)['portal.purchase']>;
type Product = NonNullable<Awaited<ReturnType<typeof findProduct>>>;
type Sku = NonNullable<Awaited<ReturnType<typeof findSku>>>;

/** The product, the specification and the current agreements, if they are on offer; the reads are sent together. A product that shares data without naming the org is not on offer. @source R10.6 */
const readOffer = async (tx: Tx, pid: string, skuId: string) => {
  const [product, sku, current] = await Promise.all([
    findProduct(tx, pid),
    findSku(tx, pid, skuId),
    listCurrentAgreements(tx),
  ]);
  if (product === undefined || sku === undefined) return undefined;
  const isNameless =
    product.org_name === null && agreementsAskedBy(product, current).some(({ scene }) => scene === 'dataSharing');
  return isNameless ? undefined : { product, sku, current };
};

interface Draft {
  readonly product: Product;
  readonly sku: Sku;
  readonly purchased: ReturnType<typeof purchasedOf>;
  readonly configuration: Configuration;
  readonly price: Extract<Priced, { ok: true }>;
  readonly contact: NewOrder['contact'];
}

/** The options with the labels that the customer read. */
const linesOf = (sku: Sku, options: Configuration['options']) =>
  pricedSku(sku).options.map(({ key, label, values }) => ({
    label,
    value: values.find(({ value }) => value === options[key])?.label ?? '',
  }));

const contactOf = (contact: Purchase['contact'], { ports }: MerchantContext): NewOrder['contact'] =>
  contact === undefined
    ? null
    : { name: contact.name, sealed: ports.vault.seal(contact.mobile), masked: maskMobile(contact.mobile) };

/** The contact of the former order, as it is stored. */
const formerContact = ({
  contact_name,
  contact_mobile_sealed,
  contact_mobile_masked,
}: LockedOrder): NewOrder['contact'] =>
  contact_name === null || contact_mobile_sealed === null
    ? null
    : { name: contact_name, sealed: contact_mobile_sealed, masked: contact_mobile_masked ?? '' };

/** Finds, for an agreement, the consent record of the former order that holds to the end of the new term. @source R10.6 */
const consentsHoldingTo = async (tx: Tx, former: LockedOrder, end: Date | null) => {
  const live = await listLiveConsents(tx, former.tenant_id, former.consent_ids);
  const holding = live.filter(({ valid_to }) => valid_to === null || (end !== null && valid_to >= end));
  return ({ id, version }: CurrentAgreement): string | undefined =>
    holding.find((each) => each.agreement_id === id && each.agreement_version === version)?.consent_id;
};

const orderOf = (draft: Draft, { tenantId, userId }: MerchantContext): Omit<NewOrder, 'consentIds'> => {
  const { product, sku, purchased, configuration, price, contact } = draft;
  const { termMonths, options } = configuration;
  return {
    tenantId,
    userId,
    ...purchased,
    productName: product.name,
    skuId: sku.sku_id,
    skuName: sku.name,
    unit: sku.unit,
    billing: sku.billing,
    termMonths,
    options,
    optionLabels: linesOf(sku, options),
    items: price.items,
    totalFen: price.totalAmount,
    taxMillionths: sku.tax_millionths,
    annualRate: product.annual_rate,
    orgName: product.org_name,
    contact,
    renewsOrderNo: null,
  };
};

interface Placing {
  readonly order: Omit<NewOrder, 'consentIds'>;
  readonly agreements: readonly CurrentAgreement[];
  /** Existing consent records that hold for this order too. */
  readonly consentsInForce: readonly string[];
}

/** Stores an order, its first step and its consents, and mails the provider, all in the caller's transaction. */
const place = async (
  tx: Tx,
  context: MerchantContext,
  { order, agreements, consentsInForce }: Placing,
): Promise<string> => {
  const { ports, tenantId, userId, address, requestId, now } = context;
  const consents = newConsentsOf(agreements, now, () => ports.ids.id());
  const consentIds = [...consentsInForce, ...consents.map(({ recordId }) => recordId)];
  const orderNo = await underFreeNumber(
    () => ports.ids.number('DD'),
    (number) => insertOrder(tx, number, { ...order, consentIds }),
  );
  const product = { pid: order.pid, name: order.productName, orgName: order.orgName };
  const first = { action: 'submit', from: null, to: 'pendingReview', actor: 'merchant', version: 1 } as const;
  await Promise.all([
    insertStep(tx, { ...first, tenantId, orderNo, userId, byName: null, reason: null }),
    insertConsents(tx, { tenantId, userId, address, requestId, product, orderNo }, consents),
    ports.outbox.enqueue(tx, {
      kind: 'mail',
      to: ports.config.providerMail,
      subject: `${order.renewsOrderNo === null ? '新订单' : '续费订单'} ${orderNo} 待审核`,
      text: `产品：${order.productName}（${order.skuName}）\n数量：${order.quantity} ${order.unit}\n商户：${tenantId}`,
    }),
  ]);
  context.audit({
    object: orderNo,
    after: { pid: order.pid, skuId: order.skuId, quantity: order.quantity, totalAmount: order.totalFen, consentIds },
  });
  return orderNo;
};

/** Quotes, purchases and renewals: priced on the server, accepted in the current versions, stored in one transaction (R4.8, R4.13, R10.2, R10.6). */
export const purchaseHandlers: HandlersFor<typeof purchaseOperations> = {
  'order.quote': async ({ pid, skuId, ...asked }, { db, fail }) => {
    const sku = await findSku(db, pid, skuId);
    if (sku === undefined) return fail('notFound');
    const price = priceOf(pricedSku(sku), configurationOf(asked));
    if (price.ok) return { items: price.items, totalAmount: price.totalAmount };
    return price.reason === 'invalid' ? fail('invalid', price.data) : fail('notPriced');
  },

  'portal.purchase': async (input, context) => {
    const { fail, tenantId, ports } = context;
    const [purchased, asked] = takePart(purchasedFields, input);
    const { skuId, termMonths, options, expectedAmount, agreements: accepted, contact: typed, ...rest } = asked;
    allTaken(rest);
    return context.transact(async (tx) => {
      await lapseOverdue(tx, ports, { tenantId });
      const offer = await readOffer(tx, purchased.pid, skuId);
      if (offer === undefined) return fail('notFound');
      const { product, sku, current } = offer;
      const configuration = configurationOf({ quantity: purchased.quantity, termMonths, options });
      const price = priceOf(pricedSku(sku), configuration);
      if (!price.ok) return fail(price);
      const { totalAmount } = price;
      if (totalAmount !== expectedAmount) return fail('priceChanged', { totalAmount });
      const agreements = acceptedForOrder(agreementsAskedBy(product, current), accepted, current);
      if (agreements === null) return fail('agreementsChanged');
      if ((await lockOrdersUnderWay(tx, tenantId)) >= ports.limits.ordersUnderWay) return fail('tooMany');
      const contact = contactOf(typed, context);
      const order = orderOf({ product, sku, purchased, configuration, price, contact }, context);
      const orderNo = await place(tx, context, { order, agreements, consentsInForce: [] });
      return { orderNo, status: 'pendingReview', totalAmount };
    });
  },

  'order.renew': async (input, context) => {
    const { fail, tenantId, ports } = context;
    const { orderNo: formerNo, termMonths, expectedAmount, agreements: accepted = [], ...rest } = input;
    allTaken(rest);
    return context.transact(async (tx) => {
      await lapseOverdue(tx, ports, { tenantId, also: formerNo });
      const former = await lockOrder(tx, tenantId, formerNo);
      if (former === undefined) return fail('notFound');
      const isPossible = isRenewable(former.status) && former.term_months !== null;
      if (!isPossible || (await isRenewed(tx, tenantId, formerNo))) return fail('notAllowed');
      const offer = await readOffer(tx, former.pid, former.sku_id);
      if (offer === undefined) return fail('notOffered');
      const { product, sku, current } = offer;
      const purchased = purchasedOf(former);
      const configuration = { quantity: former.quantity, termMonths, options: former.options };
      const price = priceOf(pricedSku(sku), configuration);
      if (!price.ok) {
        const isTerm = price.reason === 'invalid' && price.data.fields[0]?.path === 'termMonths';
        return isTerm ? fail(price) : fail('notOffered');
      }
      const { totalAmount } = price;
      if (expectedAmount !== undefined && totalAmount !== expectedAmount) return fail('priceChanged', { totalAmount });
      // The order lock is taken before the consents are read, so that a parallel end of the product's last order is seen.
      const underWay = await lockOrdersUnderWay(tx, tenantId);
      const consentInForce = await consentsHoldingTo(
        tx,
        former,
        termOf(context.now, termMonths, former.expires_at).expiresAt,
      );
      const asked = agreementsAskedBy(product, current);
      const open = asked.map((each) => (consentInForce(each) === undefined ? each : { ...each, required: false }));
      const agreements = acceptedForOrder(open, accepted, current);
      if (agreements === null) return fail('agreementsChanged');
      if (underWay >= ports.limits.ordersUnderWay) return fail('tooMany');
      const contact = formerContact(former);
      const order = orderOf({ product, sku, purchased, configuration, price, contact }, context);
      const consentsInForce = asked.flatMap((each) =>
        agreements.some(({ id }) => id === each.id) ? [] : (consentInForce(each) ?? []),
      );
      const orderNo = await place(tx, context, {
        order: { ...order, renewsOrderNo: formerNo },
        agreements,
        consentsInForce,
      });
      return { orderNo, status: 'pendingReview', totalAmount };
    });
  },
};
