import type { fourEyesOperations } from '@ronghui/contract';
import {
  type FeedbackAction,
  type FeedbackAnswer,
  type Proposal,
  releaseProposal,
  sendBackProposal,
} from '@ronghui/domain/feedback';
import { type FourEyes, findFourEyes } from '#features/site/site.reads';
import { setFourEyes } from '#features/site/site.steps';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { answeredCaseOf, withLines } from '../answer/answered-case.ts';
import { giveAnswer } from '../answer/give-answer.ts';
import { lockFeedback, stateOf } from '../feedback.sql.ts';
import { lockCase } from '../feedback-thread.handlers.ts';
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

const shown = ({ aboveAmount, revision, setBy, setAt }: FourEyes) => ({
  aboveAmount,
  revision,
  ...(setBy === undefined ? {} : { setBy }),
  ...(setAt === undefined ? {} : { setAt }),
});

/** What a second member of staff does with a proposed answer, and the difference from which one is needed (R11.6). */
export const fourEyesHandlers: HandlersFor<typeof fourEyesOperations> = {
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
      if (!step.ok && (step.reason === 'answered' || step.reason === 'samePerson')) return fail(step.reason);
      if (!step.ok && step.reason === 'decided') return fail('changed');
      // What was read of the case, and what was proposed of the bill.
      if (locked.row.version !== version) return fail('changed');
      if (!step.ok || step.bill.amount !== proposal.to_fen) return fail('notAcceptable');
      await decideProposal(tx, proposal, {
        decision: 'released',
        decidedBy: staffId,
        decidedAt: now,
        decisionReason: null,
      });
      const by = { writtenBy: proposal.proposed_by, givenBy: staffId, author, event: 'ops.feedback.release' } as const;
      await giveAnswer(tx, found, { answer, step, now, ...by });
      return { status: step.feedback.status };
    });
  },

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
        return fail(step.reason === 'decided' ? 'changed' : step.reason);
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

  'ops.feedback.fourEyes': async (_input, { db }) => shown(await findFourEyes(db)),

  'ops.feedback.setFourEyes': async ({ aboveAmount, revision, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail } = context;
    return context.transact(async (tx) => {
      const former = await findFourEyes(tx);
      const next: FourEyes = {
        aboveAmount,
        revision: revision + 1,
        setBy: await nameOfStaff(tx, staffId),
        setAt: ports.clock.now().toISOString(),
      };
      if (!(await setFourEyes(tx, next))) return fail('changed');
      context.audit({
        object: 'fourEyes',
        before: { aboveAmount: former.aboveAmount },
        after: { aboveAmount },
      });
      return shown(next);
    });
  },
};
