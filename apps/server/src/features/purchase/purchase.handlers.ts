import type { purchaseOperations, RequestOf } from '@ronghui/contract';
import type { CurrentAgreement } from '@ronghui/domain/agreement';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { isRenewable, termOf } from '@ronghui/domain/order';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { listLiveConsents } from '#features/authorization/authorization.reads';
import { insertConsents } from '#features/authorization/authorization.steps';
import { findProduct, findSku, pricedSku } from '#features/catalog/catalog.reads';
import {
  insertOrder,
  insertStep,
  isRenewed,
  type LockedOrder,
  lockOrder,
  lockOrderPlaces,
  type NewOrder,
} from '#features/order/order.steps';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { underFreeNumber } from '#kernel/setup/ids';
import { askedBy, consentsFor, recordsOf } from './purchase-consent.ts';
import { type Priced, priceOf } from './purchase-price.ts';

type Purchase = RequestOf<(typeof purchaseOperations)['portal.purchase']>;
type Product = NonNullable<Awaited<ReturnType<typeof findProduct>>>;
type Sku = NonNullable<Awaited<ReturnType<typeof findSku>>>;

/** What is on offer now; sent together. A product that asks to give data to an org without saying to which is not. @source R10.6 */
const readOffer = async (tx: Tx, pid: string, skuId: string) => {
  const [product, sku, current] = await Promise.all([
    findProduct(tx, pid),
    findSku(tx, pid, skuId),
    listCurrentAgreements(tx),
  ]);
  if (product === undefined || sku === undefined) return undefined;
  const isNameless =
    product.org_name === null && askedBy(product, current).some(({ scene }) => scene === 'dataSharing');
  return isNameless ? undefined : { product, sku, current };
};

interface Choice {
  readonly product: Product;
  readonly sku: Sku;
  readonly quantity: number;
  readonly termMonths: number | null;
  readonly options: Readonly<Record<string, string>>;
  readonly price: Extract<Priced, { ok: true }>;
  readonly contact: NewOrder['contact'];
}

/** The options as they were read. */
const linesOf = (sku: Sku, options: Choice['options']) =>
  pricedSku(sku).options.map(({ key, label, values }) => ({
    label,
    value: values.find(({ value }) => value === options[key])?.label ?? '',
  }));

const contactOf = ({ contact }: Purchase, { ports }: MerchantContext): NewOrder['contact'] =>
  contact === undefined
    ? null
    : { name: contact.name, sealed: ports.vault.seal(contact.mobile), masked: maskMobile(contact.mobile) };

/** Whom the former order named, as it is kept. */
const contactAgain = ({
  contact_name,
  contact_mobile_sealed,
  contact_mobile_masked,
}: LockedOrder): NewOrder['contact'] =>
  contact_name === null || contact_mobile_sealed === null
    ? null
    : { name: contact_name, sealed: contact_mobile_sealed, masked: contact_mobile_masked ?? '' };

/** The records of the former order that hold to the end of the new term, by the text that they agree to. @source R10.6 */
const standingTo = async (tx: Tx, former: LockedOrder, end: Date | null) => {
  const live = await listLiveConsents(tx, former.tenant_id, former.consent_ids);
  const holding = live.filter(({ valid_to }) => valid_to === null || (end !== null && valid_to >= end));
  return ({ id, version }: CurrentAgreement): string | undefined =>
    holding.find((each) => each.agreement_id === id && each.agreement_version === version)?.consent_id;
};

const draftOf = (choice: Choice, { tenantId, userId }: MerchantContext): Omit<NewOrder, 'consentIds'> => {
  const { product, sku, quantity, termMonths, options, price, contact } = choice;
  return {
    tenantId,
    userId,
    pid: product.pid,
    productName: product.name,
    skuId: sku.sku_id,
    skuName: sku.name,
    unit: sku.unit,
    billing: sku.billing,
    quantity,
    termMonths,
    options,
    choice: linesOf(sku, options),
    items: price.items,
    totalFen: price.totalAmount,
    annualRate: product.annual_rate,
    orgName: product.org_name,
    contact,
    renewsOrderNo: null,
  };
};

interface Placing {
  readonly order: Omit<NewOrder, 'consentIds'>;
  readonly given: readonly CurrentAgreement[];
  /** Records of the ledger that hold for this order too. */
  readonly consentsInForce: readonly string[];
}

/** Stores an order, its first step and its consents, and tells the provider; all in the caller's transaction. */
const place = async (tx: Tx, context: MerchantContext, { order, given, consentsInForce }: Placing): Promise<string> => {
  const { ports, tenantId, userId, address, requestId, now } = context;
  const consents = recordsOf(given, now, () => ports.ids.id());
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

/** Quotes, purchases and renewals: priced here, agreed to in the present versions, stored whole or not at all (R4.8, R4.13, R10.2, R10.6). */
export const purchaseHandlers: HandlersFor<typeof purchaseOperations> = {
  'order.quote': async ({ pid, skuId, ...choice }, { db, fail }) => {
    const sku = await findSku(db, pid, skuId);
    if (sku === undefined) return fail('notFound');
    const price = priceOf(pricedSku(sku), choice);
    if (price.ok) return { items: price.items, totalAmount: price.totalAmount };
    return price.reason === 'invalid' ? fail('invalid', price.data) : fail('notPriced');
  },

  'portal.purchase': async (input, context) => {
    const { fail, tenantId, ports } = context;
    return context.transact(async (tx) => {
      const offer = await readOffer(tx, input.pid, input.skuId);
      if (offer === undefined) return fail('notFound');
      const { product, sku, current } = offer;
      const price = priceOf(pricedSku(sku), input);
      if (!price.ok) return fail(price);
      const { totalAmount } = price;
      if (totalAmount !== input.expectedAmount) return fail('priceChanged', { totalAmount });
      const given = consentsFor(askedBy(product, current), input.agreements, current);
      if (given === null) return fail('agreementsChanged');
      if ((await lockOrderPlaces(tx, tenantId)) >= ports.limits.ordersUnderWay) return fail('tooMany');
      const { quantity, termMonths = null, options = {} } = input;
      const contact = contactOf(input, context);
      const order = draftOf({ product, sku, quantity, termMonths, options, price, contact }, context);
      const orderNo = await place(tx, context, { order, given, consentsInForce: [] });
      return { orderNo, status: 'pendingReview', totalAmount };
    });
  },

  'order.renew': async ({ orderNo: formerNo, termMonths, expectedAmount, agreements = [] }, context) => {
    const { fail, tenantId, ports } = context;
    return context.transact(async (tx) => {
      const former = await lockOrder(tx, tenantId, formerNo);
      if (former === undefined) return fail('notFound');
      const isPossible = isRenewable(former.status) && former.term_months !== null;
      if (!isPossible || (await isRenewed(tx, tenantId, formerNo))) return fail('notAllowed');
      const offer = await readOffer(tx, former.pid, former.sku_id);
      if (offer === undefined) return fail('notOffered');
      const { product, sku, current } = offer;
      const { options } = former;
      const price = priceOf(pricedSku(sku), { quantity: former.quantity, termMonths, options });
      if (!price.ok) {
        const isTerm = price.reason === 'invalid' && price.data.fields[0]?.path === 'termMonths';
        return isTerm ? fail(price) : fail('notOffered');
      }
      const { totalAmount } = price;
      if (expectedAmount !== undefined && totalAmount !== expectedAmount) return fail('priceChanged', { totalAmount });
      // The place is taken before the consents are read: an end of the product's last order is then seen.
      const underWay = await lockOrderPlaces(tx, tenantId);
      const standingOf = await standingTo(tx, former, termOf(context.now, termMonths, former.expires_at).expiresAt);
      const asked = askedBy(product, current);
      const open = asked.map((each) => (standingOf(each) === undefined ? each : { ...each, required: false }));
      const given = consentsFor(open, agreements, current);
      if (given === null) return fail('agreementsChanged');
      if (underWay >= ports.limits.ordersUnderWay) return fail('tooMany');
      const { quantity } = former;
      const contact = contactAgain(former);
      const draft = draftOf({ product, sku, quantity, termMonths, options, price, contact }, context);
      const consentsInForce = asked.flatMap((each) =>
        given.some(({ id }) => id === each.id) ? [] : (standingOf(each) ?? []),
      );
      const orderNo = await place(tx, context, { order: { ...draft, renewsOrderNo: formerNo }, given, consentsInForce });
      return { orderNo, status: 'pendingReview', totalAmount };
    });
  },
};
