import type { leadOpsOperations, Output } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { leadActionsOn } from '@ronghui/domain/lead';
import { findSku, pricedSku } from '#features/catalog/catalog.reads';
import { listStaffHolding } from '#features/staff/staff.reads';
import { countLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import {
  findLead,
  findLeadPerson,
  keyOfLead,
  type LeadFilter,
  leadOf,
  listLeadSteps,
  listLeads,
} from './lead.ops.sql.ts';
import { csvOfLeads, leadsAtMost } from './lead-csv.ts';
import { leadStepHandlers } from './lead-step.handlers.ts';

interface Asked extends Omit<LeadFilter, 'ownerId' | 'from' | 'before'> {
  readonly owner?: 'mine' | 'none' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The filter that was asked for, or the field that names no day. */
const filterOf = ({ owner, from, to, ...rest }: Asked, { staffId }: Pick<OpsContext, 'staffId'>) => {
  const start = from === undefined ? undefined : rangeStart(from);
  const end = to === undefined ? undefined : rangeEnd(to);
  const wrong = start === null ? 'from' : end === null ? 'to' : null;
  if (wrong !== null) return { ok: false, wrong: wrongField(wrong, '请填写有效的日期') } as const;
  const ownerId = owner === undefined ? undefined : owner === 'mine' ? staffId : null;
  const filter: LeadFilter = { ...rest, ownerId, from: start ?? undefined, before: end ?? undefined };
  return { ok: true, filter } as const;
};

type Detail = Output<'ops.lead.detail'>;

/** What stands in the place of a text that a visitor wrote: it may hold names and numbers anywhere. @source security 4.12 */
const maskedText = (text: string): string => `＊＊＊（${[...text].length}\u00a0字）`;

/** What a trial was configured as, in the words of the catalogue. */
const choiceOf = async (
  db: Db,
  {
    pid,
    sku_id: skuId,
    options,
  }: { pid: string | null; sku_id: string | null; options: Readonly<Record<string, string>> | null },
): Promise<Pick<Detail, 'skuName' | 'choice'>> => {
  const row = pid === null || skuId === null ? undefined : await findSku(db, pid, skuId);
  if (row === undefined) return { choice: [] };
  const sku = pricedSku(row);
  const choice = Object.entries(options ?? {}).flatMap(([key, value]) => {
    const option = sku.options.find((each) => each.key === key);
    const label = option?.values.find((each) => each.value === value)?.label;
    return option === undefined || label === undefined ? [] : [{ label: option.label, value: label }];
  });
  return { skuName: row.name, choice };
};

/** Leads, for the provider's staff (R11.4). */
export const leadOpsHandlers: HandlersFor<typeof leadOpsOperations> = {
  ...leadStepHandlers,

  'ops.lead.page': async ({ page, pageSize, withTotal, cursor, ...asked }, context) => {
    const { db, ports, staffId, fail } = context;
    const read = filterOf(asked, context);
    if (!read.ok) return fail('invalid', read.wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listLeads(db, { filter: read.filter, listing });
    const items = part.rows.slice(0, listing.pageSize).map((row) => leadOf(row, staffId));
    return { items, ...pageFrame(listing, part, keyOfLead) };
  },

  'ops.lead.detail': async ({ ticketNo }, { db, staffId, fail }) => {
    const row = await findLead(db, ticketNo);
    if (row === undefined) return fail('notFound');
    const [steps, chosen] = await Promise.all([listLeadSteps(db, row.lead_id), choiceOf(db, row)]);
    return {
      ...leadOf(row, staffId),
      ...chosen,
      ...(row.content === null ? {} : { content: maskedText(row.content) }),
      ...(row.lost_reason === null ? {} : { lostReason: row.lost_reason }),
      ...(row.won_tenant_id === null
        ? {}
        : { tenant: { tenantId: row.won_tenant_id, name: row.won_tenant_name ?? '' } }),
      actions: [...leadActionsOn({ status: row.status, ownerId: row.owner_id }, staffId)],
      steps,
    };
  },

  'ops.lead.reveal': async ({ ticketNo, field, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, audit, fail } = context;
    await countLook(context);
    return transact(async (tx) => {
      const row = await findLeadPerson(tx, ticketNo);
      if (row === undefined) return fail('notFound');
      const value = { name: row.name, content: row.content, mobile: ports.vault.open(row.mobile_sealed) }[field];
      if (value === null) return fail('notFound');
      audit({ object: ticketNo, after: { field } });
      return { value };
    });
  },

  'ops.lead.colleagues': async (_input, { db }) => ({ items: await listStaffHolding(db, 'ops.customer.write') }),

  'ops.lead.export': async (asked, context) => {
    const { db, now, audit, fail } = context;
    const read = filterOf(asked, context);
    if (!read.ok) return fail('invalid', read.wrong);
    const listing = { page: 1, pageSize: 1, offset: 0, after: null, wantsTotal: true };
    const count = (await listLeads(db, { filter: read.filter, listing })).total ?? 0;
    if (count > leadsAtMost)
      return fail('invalid', wrongField('from', `一次最多导出 ${leadsAtMost} 条，请缩小日期范围`));
    audit({ after: { count, filter: asked } });
    return {
      name: `线索-${dayOf(now)}.csv`,
      mime: 'text/csv; charset=utf-8',
      body: csvOfLeads(db, read.filter),
    };
  },
};
