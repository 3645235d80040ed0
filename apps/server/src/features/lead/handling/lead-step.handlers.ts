import type { leadOpsOperations } from '@ronghui/contract';
import { dayOf, isDay } from '@ronghui/domain/calendar';
import { type LeadStep, stepLead } from '@ronghui/domain/lead';
import { listStaffHolding, nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { hasTenant, lockLead, type StoredStep, storeLeadStep } from './lead.ops.sql.ts';

type StepOperations = Omit<
  typeof leadOpsOperations,
  'ops.lead.page' | 'ops.lead.detail' | 'ops.lead.reveal' | 'ops.lead.colleagues' | 'ops.lead.export'
>;

/** The lead that a step is for, in the version that was read; a note has none. */
interface Seen {
  readonly ticketNo: string;
  readonly version?: number;
}
/** What is stored of a step beside its state and author. */
type Details = Omit<StoredStep, 'action' | 'status' | 'ownerId' | 'by'>;

interface AskedStep {
  readonly step: LeadStep;
  /** Read in the transaction; without them the step sets nothing else. */
  readonly details?: (tx: Tx) => Promise<Details>;
  /** Ends the call with the operation's own error. */
  readonly refuse: (reason: 'notFound' | 'changed') => never;
}

/**
 * Takes a step: the row is held, the domain decides, and state, history and trail are stored together. What is written about a person stays in
 * the history and out of the trail, which says how much it was.
 */
const takeStep = (context: OpsContext, { ticketNo, version }: Seen, { step, details, refuse }: AskedStep) =>
  context.transact(async (tx) => {
    const lead = await lockLead(tx, ticketNo);
    if (lead === undefined) return refuse('notFound');
    if (version !== undefined && lead.version !== version) return refuse('changed');
    const stored = (await details?.(tx)) ?? {};
    const outcome = stepLead({ status: lead.status, ownerId: lead.owner_id }, step);
    if (!outcome.ok) return refuse('changed');
    const by = { id: context.staffId, name: await nameOfStaff(tx, context.staffId) };
    const next = await storeLeadStep(tx, lead, { action: step.action, ...outcome.to, by, ...stored });
    const isMoved = stored.tenantId !== undefined;
    // The reminder, where the step sets it, or takes one away.
    const isReminded = stored.remindOn !== undefined && (step.action === 'remind' || lead.remind_on !== null);
    const concerned = stored.tenantId ?? (isMoved ? lead.won_tenant_id : null);
    context.audit({
      object: ticketNo,
      before: {
        status: lead.status,
        ownerId: lead.owner_id,
        ...(lead.won_tenant_id === null ? {} : { tenantId: lead.won_tenant_id }),
        ...(isReminded ? { remindOn: lead.remind_on } : {}),
      },
      after: {
        ...outcome.to,
        ...(isMoved ? { tenantId: stored.tenantId } : {}),
        ...(isReminded ? { remindOn: stored.remindOn } : {}),
        ...(step.action === 'note' ? { noteChars: [...step.text].length } : {}),
      },
      ...(concerned === null ? {} : { tenantId: concerned }),
    });
    return { status: outcome.to.status, version: next };
  });

/** What the provider's staff do with a lead (R11.4). */
export const leadStepHandlers: HandlersFor<StepOperations> = {
  'ops.lead.take': ({ ticketNo, version, ...rest }, context) => {
    allTaken(rest);
    const step: LeadStep = { action: 'take', by: context.staffId };
    return takeStep(context, { ticketNo, version }, { step, refuse: (reason) => context.fail(reason) });
  },

  'ops.lead.assign': ({ ticketNo, version, staffId, ...rest }, context) => {
    allTaken(rest);
    return takeStep(
      context,
      { ticketNo, version },
      {
        step: { action: 'assign', to: staffId },
        async details(tx) {
          const colleagues = await listStaffHolding(tx, 'ops.customer.write');
          const colleague = colleagues.find((each) => each.staffId === staffId);
          if (colleague === undefined) return context.fail('invalid', wrongField('staffId', '这位同事不能接手线索'));
          return { toName: colleague.name };
        },
        refuse: (reason) => context.fail(reason),
      },
    );
  },

  'ops.lead.win': ({ ticketNo, version, tenantId, ...rest }, context) => {
    allTaken(rest);
    return takeStep(
      context,
      { ticketNo, version },
      {
        step: { action: 'win' },
        async details(tx) {
          if (!(await hasTenant(tx, tenantId))) return context.fail('invalid', wrongField('tenantId', '没有这个商户'));
          return { tenantId, remindOn: null };
        },
        refuse: (reason) => context.fail(reason),
      },
    );
  },

  'ops.lead.lose': ({ ticketNo, version, reason: typed, ...rest }, context) => {
    allTaken(rest);
    const text = typed.trim();
    if (text === '') return context.fail('invalid', wrongField('reason', '请填写未成交的原因'));
    return takeStep(
      context,
      { ticketNo, version },
      {
        step: { action: 'lose', reason: text },
        details: () => Promise.resolve({ text, lostReason: text, remindOn: null }),
        refuse: (reason) => context.fail(reason),
      },
    );
  },

  'ops.lead.reopen': ({ ticketNo, version, ...rest }, context) => {
    allTaken(rest);
    return takeStep(
      context,
      { ticketNo, version },
      {
        step: { action: 'reopen', by: context.staffId },
        details: () => Promise.resolve({ lostReason: null }),
        refuse: (reason) => context.fail(reason),
      },
    );
  },

  'ops.lead.undoWin': ({ ticketNo, version, reason: typed, ...rest }, context) => {
    allTaken(rest);
    const reason = typed.trim();
    if (reason === '') return context.fail('invalid', wrongField('reason', '请填写更正成交的原因'));
    return takeStep(
      context,
      { ticketNo, version },
      {
        step: { action: 'undoWin', by: context.staffId, reason },
        details: () => Promise.resolve({ text: reason, tenantId: null }),
        refuse: (refused) => context.fail(refused),
      },
    );
  },

  'ops.lead.note': ({ ticketNo, text: typed, ...rest }, context) => {
    allTaken(rest);
    const text = typed.trim();
    if (text === '') return context.fail('invalid', wrongField('text', '请填写跟进记录'));
    return takeStep(
      context,
      { ticketNo },
      {
        step: { action: 'note', text },
        details: () => Promise.resolve({ text }),
        // A note is allowed in every state and against no version.
        refuse: () => context.fail('notFound'),
      },
    );
  },

  'ops.lead.remind': ({ ticketNo, version, on, ...rest }, context) => {
    allTaken(rest);
    const today = dayOf(context.now);
    if (on !== null && (!isDay(on) || on < today))
      return context.fail('invalid', wrongField('on', '请选择今天或以后的日期'));
    return takeStep(
      context,
      { ticketNo, version },
      {
        step: { action: 'remind', on, today },
        details: () => Promise.resolve({ remindOn: on }),
        refuse: (reason) => context.fail(reason),
      },
    );
  },
};
