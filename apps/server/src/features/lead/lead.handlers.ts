import type { leadOperations, RequestOf } from '@ronghui/contract';
import { consentsGiven } from '@ronghui/domain/agreement';
import { maskMobile } from '@ronghui/domain/mobile';
import { listAgreementDigests, listCurrentAgreements } from '#features/agreement/agreement.sql';
import { type ConsentSource, insertConsents } from '#features/authorization/authorization.sql';
import { findProduct, findSku, pricedSku } from '#features/catalog/catalog.sql';
import type { HandlersFor, VisitorContext } from '#kernel/context';
import type { Tx } from '#kernel/db';
import { spendTicket } from '#kernel/tickets';
import { insertLead, type NewLead } from './lead.sql.ts';

type Contact = RequestOf<(typeof leadOperations)['portal.contact']>;
type Trial = RequestOf<(typeof leadOperations)['customerContact.trial']>;

const topics: Readonly<Record<Contact['topic'], string>> = {
  consult: '产品咨询',
  cooperate: '商务合作',
  feedback: '意见反馈',
  complaint: '投诉建议',
};

/** Keeps strangers from filling the desk; counted once an image code is solved, so that nobody spends it for others. @source contract 7 leadsPerAddressPerHour */
const retryAfterOf = async ({ ports, address }: VisitorContext): Promise<number> => {
  const { allowed, retryAfterMs } = await ports.fast.take(
    `lead:${address}`,
    ports.limits.leadsPerAddressPerHour,
    3_600_000,
  );
  return allowed ? 0 : Math.max(1, Math.ceil(retryAfterMs / 1000));
};

/** What both kinds of lead keep of the person and of what they agreed to; null when a text must be read again. */
const commonOf = async (tx: Tx, input: Contact | Trial, context: VisitorContext, scene: 'contact' | 'trial') => {
  const asked = (await listCurrentAgreements(tx)).filter((agreement) => agreement.scene === scene);
  const given = consentsGiven(asked, input.agreements);
  if (given === null) return null;
  const digests = await listAgreementDigests(
    tx,
    given.map(({ id }) => id),
  );
  const { ports, session, address, requestId } = context;
  return {
    name: input.name,
    mobileDigest: ports.digests.of('mobile', input.mobile),
    mobileSealed: ports.vault.seal(input.mobile),
    mobileMasked: maskMobile(input.mobile),
    consents: given.map(({ id, version }) => ({
      id,
      version,
      sha256: digests.find((each) => each.agreement_id === id && each.version === version)?.sha256 ?? '',
    })),
    userId: session.userId,
    address,
    requestId,
  };
};

/** What a signed-in person agreed to goes into the tenant's ledger too; a visitor's stands with the lead alone. @source R10.6 */
const enterInLedger = async (
  tx: Tx,
  lead: NewLead,
  { session, address, requestId, ports }: VisitorContext,
  product?: ConsentSource['product'],
): Promise<void> => {
  const { userId, tenantId } = session;
  if (userId === null || tenantId === null) return;
  const source = { tenantId, userId, address, requestId, ticketNo: lead.ticketNo, ...(product && { product }) };
  const given = lead.consents.map(({ id, version }) => ({
    recordId: ports.ids.id(),
    id,
    version,
    scene: lead.kind,
    validTo: null,
  }));
  await insertConsents(tx, source, given);
};

/** Stores a lead and tells the provider, in the same transaction. */
const keep = async (
  tx: Tx,
  lead: NewLead,
  context: VisitorContext,
  notice: readonly (string | null)[],
): Promise<void> => {
  await insertLead(tx, lead);
  const subject = `${lead.kind === 'trial' ? '新的试用申请' : '新的联系留言'} ${lead.ticketNo}`;
  const text = notice.filter((line) => line !== null).join('\n');
  await context.ports.outbox.enqueue(tx, { kind: 'mail', to: context.ports.config.providerMail, subject, text });
  context.audit({ object: lead.ticketNo, after: { kind: lead.kind, mobile: lead.mobileMasked, pid: lead.pid } });
};

const optionFault = (options: Trial['options'], sku: ReturnType<typeof pricedSku>): string | null => {
  for (const [key, value] of Object.entries(options ?? {})) {
    const option = sku.options.find((each) => each.key === key);
    if (option === undefined || !option.values.some((each) => each.value === value)) return `options.${key}`;
  }
  return null;
};

/** Trials and messages become leads with a ticket number (issue: leads; R1.1, R4.13). */
export const leadHandlers: HandlersFor<typeof leadOperations> = {
  'portal.contact': async (input, context) => {
    return context.transact(async (tx) => {
      const bond = { purpose: 'imageCode', sessionId: context.session.sessionId } as const;
      if (!(await spendTicket(context.ports, bond, input.imageTicket))) return context.fail('wrongCode');
      const retryAfter = await retryAfterOf(context);
      if (retryAfter > 0) return context.fail('tooOften', { retryAfter });
      const common = await commonOf(tx, input, context, 'contact');
      if (common === null) return context.fail('agreementsChanged');
      const ticketNo = context.ports.ids.number('LX');
      const company = input.company ?? null;
      const { topic, content } = input;
      const lead: NewLead = {
        ...common,
        ticketNo,
        kind: 'contact',
        topic,
        content,
        company,
        pid: null,
        skuId: null,
        options: null,
      };
      await keep(tx, lead, context, [
        `工单号：${ticketNo}`,
        `类型：${topics[topic]}`,
        `姓名：${input.name}`,
        company === null ? null : `公司：${company}`,
        `手机：${input.mobile}`,
        `内容：${content}`,
      ]);
      await enterInLedger(tx, lead, context);
      return { ticketNo };
    });
  },

  'customerContact.trial': async (input, context) => {
    return context.transact(async (tx) => {
      const product = await findProduct(tx, input.pid);
      if (product === undefined || !product.has_trial) return context.fail('notFound');
      const sku = input.skuId === undefined ? undefined : await findSku(tx, input.pid, input.skuId);
      if (input.skuId !== undefined && sku === undefined) return context.fail('notFound');
      const fault = sku === undefined ? null : optionFault(input.options, pricedSku(sku));
      if (fault !== null) return context.fail('invalid', { fields: [{ path: fault, message: '没有这个选项' }] });
      const bond = { purpose: 'imageCode', sessionId: context.session.sessionId } as const;
      if (!(await spendTicket(context.ports, bond, input.imageTicket))) return context.fail('wrongCode');
      const retryAfter = await retryAfterOf(context);
      if (retryAfter > 0) return context.fail('tooOften', { retryAfter });
      const common = await commonOf(tx, input, context, 'trial');
      if (common === null) return context.fail('agreementsChanged');
      const ticketNo = context.ports.ids.number('SY');
      const { pid, company, skuId = null, options = null, remark = null } = input;
      const lead: NewLead = {
        ...common,
        ticketNo,
        kind: 'trial',
        topic: null,
        content: remark,
        company,
        pid,
        skuId,
        options,
      };
      await keep(tx, lead, context, [
        `工单号：${ticketNo}`,
        `产品：${product.name}${sku === undefined ? '' : `（${sku.name}）`}`,
        `姓名：${input.name}`,
        `公司：${company}`,
        `手机：${input.mobile}`,
        remark === null ? null : `备注：${remark}`,
      ]);
      await enterInLedger(tx, lead, context, { pid, name: product.name, orgName: product.org_name });
      return { ticketNo };
    });
  },
};
