import type { leadFormOperations, leadOperations, RequestOf } from '@ronghui/contract';
import { acceptedAgreements } from '@ronghui/domain/agreement';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { listAgreementDigests, listCurrentAgreements } from '#features/agreement/agreement.reads';
import { type ConsentSource, insertConsents } from '#features/authorization/authorization.steps';
import { findProduct, findSku, pricedSku } from '#features/catalog/catalog.reads';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, VisitorContext } from '#kernel/calls/context';
import { type CallTicket, withTicket } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { underFreeNumber } from '#kernel/setup/ids';
import { leadOpsHandlers } from './handling/lead.ops.handlers.ts';
import { insertLead, type NewLead } from './lead.sql.ts';

type Contact = RequestOf<(typeof leadFormOperations)['portal.contact']>;
type Trial = RequestOf<(typeof leadFormOperations)['customerContact.trial']>;

const topics: Readonly<Record<Contact['topic'], string>> = {
  consult: '咨询',
  cooperate: '商务合作',
  feedback: '意见反馈',
  complaint: '投诉建议',
};

/** Limits leads by address; counted after the image code is solved, so that nobody can use up the limit of others. @source contract 7 leadsPerAddressPerHour */
const retryAfterOf = ({ ports, address }: VisitorContext): Promise<number> =>
  waitSecOf(ports.fast, `lead:${address}`, { limit: ports.limits.leadsPerAddressPerHour, windowMs: 3_600_000 });

const ticketOf = ({ ports, session }: VisitorContext, ticket: string): CallTicket => ({
  bond: { purpose: 'imageCode', sessionId: session.sessionId },
  ticket,
  ttlMs: ports.limits.imageCodeMinutes * 60_000,
});

type Agreement = Awaited<ReturnType<typeof listCurrentAgreements>>[number];

/** What both kinds of lead store of the person and their consents; null when an agreement has a newer version to read. */
const commonOf = async (
  tx: Tx,
  input: Pick<Contact | Trial, 'mobile' | 'name' | 'agreements'>,
  context: VisitorContext,
  isAsked: (agreement: Agreement) => boolean,
) => {
  const asked = (await listCurrentAgreements(tx)).filter(isAsked);
  const agreements = acceptedAgreements(asked, input.agreements);
  if (agreements === null) return null;
  const digests = await listAgreementDigests(
    tx,
    agreements.map(({ id }) => id),
  );
  const { ports, session, address, requestId } = context;
  return {
    name: input.name,
    mobileDigest: ports.digests.of('mobile', input.mobile),
    mobileSealed: ports.vault.seal(input.mobile),
    mobileMasked: maskMobile(input.mobile),
    consents: agreements.map(({ id, version }) => ({
      id,
      version,
      sha256: digests.find((each) => each.agreement_id === id && each.version === version)?.sha256 ?? '',
    })),
    userId: session.userId,
    address,
    requestId,
  };
};

/** A lead with its ticket number. */
type StoredLead = NewLead & { readonly ticketNo: string };

/** Adds a signed-in person's consents to the tenant's ledger too; a visitor's consents are stored only with the lead. @source R10.6 */
const addToLedger = async (
  tx: Tx,
  lead: StoredLead,
  { session, address, requestId, ports }: VisitorContext,
  product?: ConsentSource['product'],
): Promise<void> => {
  const { userId, tenantId } = session;
  if (userId === null || tenantId === null) return;
  const source = { tenantId, userId, address, requestId, ticketNo: lead.ticketNo, ...(product && { product }) };
  const consents = lead.consents.map(({ id, version }) => ({
    recordId: ports.ids.id(),
    id,
    version,
    scene: lead.kind,
    validTo: null,
  }));
  await insertConsents(tx, source, consents);
};

const prefixes = { contact: 'LX', trial: 'SY' } as const;

/** Stores a lead under a new number and mails the provider, in the same transaction. */
const keep = async (
  tx: Tx,
  lead: NewLead,
  context: VisitorContext,
  notice: readonly (string | null)[],
): Promise<StoredLead> => {
  const { ids, outbox, config } = context.ports;
  const ticketNo = await underFreeNumber(
    () => ids.number(prefixes[lead.kind]),
    (number) => insertLead(tx, number, lead),
  );
  const subject = `${lead.kind === 'trial' ? '新的试用申请' : '新的联系留言'} ${ticketNo}`;
  const text = [`工单号：${ticketNo}`, ...notice].filter((line) => line !== null).join('\n');
  await outbox.enqueue(tx, { kind: 'mail', to: config.providerMail, subject, text });
  context.audit({ object: ticketNo, after: { kind: lead.kind, mobile: lead.mobileMasked, pid: lead.pid } });
  return { ...lead, ticketNo };
};

const optionFault = (options: Trial['options'], sku: ReturnType<typeof pricedSku>): string | null => {
  for (const [key, value] of Object.entries(options ?? {})) {
    const option = sku.options.find((each) => each.key === key);
    if (option === undefined || !option.values.some((each) => each.value === value)) return `options.${key}`;
  }
  return null;
};

/** Trials and messages become leads with a ticket number (R1.1, R4.13), which staff follow up (R11.4). */
export const leadHandlers: HandlersFor<typeof leadOperations> = {
  ...leadOpsHandlers,

  'portal.contact': ({ imageTicket, topic, content, company = null, mobile, name, agreements, ...rest }, context) =>
    withTicket(context.ports, ticketOf(context, imageTicket), (spend) =>
      context.transact(async (tx) => {
        allTaken(rest);
        if (!(await spend())) return context.fail('wrongCode');
        const retryAfter = await retryAfterOf(context);
        if (retryAfter > 0) return context.fail('tooOften', { retryAfter });
        const common = await commonOf(tx, { mobile, name, agreements }, context, ({ scene }) => scene === 'contact');
        if (common === null) return context.fail('agreementsChanged');
        const lead: NewLead = {
          ...common,
          kind: 'contact',
          topic,
          content,
          company,
          pid: null,
          skuId: null,
          options: null,
        };
        const kept = await keep(tx, lead, context, [
          `类型：${topics[topic]}`,
          `姓名：${name}`,
          company === null ? null : `公司：${company}`,
          `手机：${mobile}`,
          `内容：${content}`,
        ]);
        await addToLedger(tx, kept, context);
        return { ticketNo: kept.ticketNo };
      }),
    ),

  'customerContact.trial': (
    { imageTicket, pid, skuId, options, mobile, name, company, remark = null, agreements, ...rest },
    context,
  ) =>
    withTicket(context.ports, ticketOf(context, imageTicket), (spend) =>
      context.transact(async (tx) => {
        allTaken(rest);
        const product = await findProduct(tx, pid);
        if (product === undefined || !product.has_trial) return context.fail('notFound');
        const sku = skuId === undefined ? undefined : await findSku(tx, pid, skuId);
        if (skuId !== undefined && sku === undefined) return context.fail('notFound');
        const fault = sku === undefined ? null : optionFault(options, pricedSku(sku));
        if (fault !== null) return context.fail('invalid', wrongField(fault, '没有这个选项'));
        if (!(await spend())) return context.fail('wrongCode');
        const retryAfter = await retryAfterOf(context);
        if (retryAfter > 0) return context.fail('tooOften', { retryAfter });
        const ofProduct = new Set(product.agreement_ids);
        const isAsked = ({ id, scene }: Agreement) => scene === 'trial' && ofProduct.has(id);
        const common = await commonOf(tx, { mobile, name, agreements }, context, isAsked);
        if (common === null) return context.fail('agreementsChanged');
        const lead: NewLead = {
          ...common,
          kind: 'trial',
          topic: null,
          content: remark,
          company,
          pid,
          skuId: skuId ?? null,
          options: options ?? null,
        };
        const kept = await keep(tx, lead, context, [
          `产品：${product.name}${sku === undefined ? '' : `（${sku.name}）`}`,
          `姓名：${name}`,
          `公司：${company}`,
          `手机：${mobile}`,
          remark === null ? null : `备注：${remark}`,
        ]);
        await addToLedger(tx, kept, context, { pid, name: product.name, orgName: product.org_name });
        return { ticketNo: kept.ticketNo };
      }),
    ),
};
