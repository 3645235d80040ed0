import type { fourEyesOperations } from '@ronghui/contract';
import {
  type FeedbackAction,
  type FeedbackAnswer,
  type Proposal,
  releaseProposal,
  sendBackProposal,
  takeBackProposal,
} from '@ronghui/domain/feedback';
import { isSetUpByOther } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { answeredCaseOf, withLines } from '../answer/answered-case.ts';
import { giveAnswer } from '../answer/give-answer.ts';
import { lockFeedback, stateOf } from '../feedback.sql.ts';
import type { FeedbackListener } from '../feedback-listener.ts';
import { lockCase } from '../feedback-thread.handlers.ts';
import { limitHandlers } from './limit.handlers.ts';
import { decideProposal, findProposal, lineAmountsOf, type ProposalRow } from './proposal.sql.ts';

// The check constraints allow the domain's words only.
const proposalOf = (row: ProposalRow): Proposal => ({
  proposedBy: row.proposed_by,
  decision: row.decision as Proposal['decision'],
});

/** The answer that a proposal keeps. */
const answerOf = (row: ProposalRow): FeedbackAnswer => ({
  action: row.action as FeedbackAction,
  reason: row.reason,
  ...(row.new_fen === null ? {} : { newAmount: row.new_fen }),
  ...(row.line_ids === null
    ? {}
    : { lineAmounts: new Map(lineAmountsOf(row).map(({ lineId, amount }) => [lineId, amount])) }),
});

/** A proposed answer that is not given: sent back by a second member of staff, or taken back by its author (R11.6). */
const undecidedHandlers: HandlersFor<
  Pick<typeof fourEyesOperations, 'ops.feedback.sendBack' | 'ops.feedback.takeBack'>
> = {
  'ops.feedback.sendBack': async ({ feedbackNo, proposalNo, reason: given, ...rest }, context) => {
    allTaken(rest);
    const { staffId, author, ports, fail } = context;
    const reason = given.trim();
    return context.transact(async (tx) => {
      const row = await lockFeedback(tx, { tenantId: null, feedbackNo });
      if (row === undefined) return fail('notFound');
      const proposal = await findProposal(tx, row, proposalNo);
      if (proposal === undefined) return fail('changed');
      const feedback = stateOf(row);
      const step = sendBackProposal(proposalOf(proposal), staffId, { feedback, reason });
      if (!step.ok) {
        if (step.reason === 'reasonMissing') return fail('invalid', wrongField('reason', '请填写退回的原因'));
        if (step.reason === 'decided') return fail('changed');
        context.audit({ object: feedbackNo, tenantId: row.tenant_id });
        return fail(step.reason);
      }
      await decideProposal(tx, proposal, {
        decision: 'sentBack',
        decidedBy: staffId,
        decidedAt: ports.clock.now(),
        decisionReason: reason,
      });
      author.record(tx, {
        event: 'ops.feedback.sendBack',
        tenantId: row.tenant_id,
        object: feedbackNo,
        before: { proposalNo, proposedAmount: proposal.to_fen, proposedBy: proposal.proposed_by },
        after: { status: feedback.status, reason },
      });
      return { status: feedback.status };
    });
  },

  'ops.feedback.takeBack': async ({ feedbackNo, proposalNo, ...rest }, context) => {
    allTaken(rest);
    const { staffId, author, ports, fail } = context;
    return context.transact(async (tx) => {
      const row = await lockFeedback(tx, { tenantId: null, feedbackNo });
      if (row === undefined) return fail('notFound');
      const proposal = await findProposal(tx, row, proposalNo);
      if (proposal === undefined) return fail('changed');
      const feedback = stateOf(row);
      const step = takeBackProposal(proposalOf(proposal), staffId, feedback);
      if (!step.ok) {
        if (step.reason !== 'notAuthor') return fail(step.reason === 'decided' ? 'changed' : 'answered');
        context.audit({ object: feedbackNo, tenantId: row.tenant_id });
        return fail('forbidden');
      }
      await decideProposal(tx, proposal, {
        decision: 'takenBack',
        decidedBy: staffId,
        decidedAt: ports.clock.now(),
        decisionReason: null,
      });
      author.record(tx, {
        event: 'ops.feedback.takeBack',
        tenantId: row.tenant_id,
        object: feedbackNo,
        before: { proposalNo, proposedAmount: proposal.to_fen },
        after: { status: feedback.status },
      });
      return { status: feedback.status };
    });
  },
};

/** What a second member of staff does with a proposed answer, and what its author does (R11.6). */
export const fourEyesHandlers = (onTurn: FeedbackListener): HandlersFor<typeof fourEyesOperations> => ({
  'ops.feedback.release': async ({ feedbackNo, proposalNo, version, ...rest }, context) => {
    allTaken(rest);
    const { staffId, author, ports, fail } = context;
    return context.transact(async (tx) => {
      const locked = await lockCase(tx, null, feedbackNo);
      if (locked === undefined) return fail('notFound');
      const proposal = await findProposal(tx, locked.row, proposalNo);
      if (proposal === undefined) return fail('changed');
      const found = await withLines(tx, locked);
      const [answer, now] = [answerOf(proposal), ports.clock.now()];
      const at = { now, calendar: ports.calendar };
      const step = releaseProposal(proposalOf(proposal), staffId, { answered: answeredCaseOf(found), answer, at });
      if (!step.ok && step.reason === 'samePerson') {
        context.audit({ object: feedbackNo, tenantId: locked.row.tenant_id });
        return fail('samePerson');
      }
      if (!step.ok && step.reason === 'answered') return fail('answered');
      if (!step.ok && step.reason === 'decided') return fail('changed');
      if (await isSetUpByOther(tx, proposal.proposed_by, staffId)) {
        context.audit({ object: feedbackNo, tenantId: locked.row.tenant_id });
        return fail('setUpByOther');
      }
      // What was read of the case, and what was proposed of the bill.
      if (locked.row.version !== version) return fail('changed');
      if (!step.ok || step.bill.amount !== proposal.to_fen) return fail('notAcceptable');
      await decideProposal(tx, proposal, {
        decision: 'released',
        decidedBy: staffId,
        decidedAt: now,
        decisionReason: null,
      });
      const by = {
        writtenBy: proposal.proposed_by,
        givenBy: staffId,
        author,
        event: 'ops.feedback.release',
        onTurn,
      } as const;
      await giveAnswer(tx, found, { answer, step, now, ...by });
      return { status: step.feedback.status };
    });
  },

  ...undecidedHandlers,
  ...limitHandlers,
});
