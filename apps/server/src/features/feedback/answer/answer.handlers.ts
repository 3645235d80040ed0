import { type feedbackOpsOperations, keysOfStaff, type StaffRole } from '@ronghui/contract';
import type { WorkingCalendar } from '@ronghui/domain/calendar';
import {
  type FeedbackAction,
  type FeedbackAnswer,
  type HandledAnswer,
  handleAnswer,
  isUnanswered,
  lineChangesOf,
} from '@ronghui/domain/feedback';
import type { Fen } from '@ronghui/domain/money';
import { findFourEyes } from '#features/site/site.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { stateOf } from '../feedback.sql.ts';
import type { FeedbackListener } from '../feedback-listener.ts';
import { lockCase } from '../feedback-thread.handlers.ts';
import { hasWaitingProposal } from '../four-eyes/proposal.sql.ts';
import { proposeAnswer } from '../four-eyes/propose.ts';
import {
  type AnswerFault,
  amountsOf,
  answeredCaseOf,
  answerFaults,
  type Case,
  completeAnswer,
  earlierChangesOf,
  isUnacceptable,
  reachFault,
  withLines,
} from './answered-case.ts';
import { giveAnswer } from './give-answer.ts';

type Handling = HandlerContext<(typeof feedbackOpsOperations)['feedback.handle']>;

/** Who may give an answer: an amount needs the key for billing, a rejection the key for feedback. */
const mayGive = (roles: readonly StaffRole[], action: FeedbackAction): boolean =>
  keysOfStaff(roles).has(action === 'reject' ? 'ops.feedback.write' : 'ops.billing.write');

const refuse = (fault: AnswerFault, action: FeedbackAction, { fail }: Handling): never => {
  if (fault === 'answered') return fail('answered');
  if (isUnacceptable(fault, action)) return fail('notAcceptable');
  const field = answerFaults[fault];
  if (field === undefined) throw new Error('an open feedback disputes its bill');
  return fail('invalid', wrongField(...field));
};

/** The decision of the domain on an answer, within the amounts that a bill can have. */
const decide = async (
  tx: Tx,
  found: Case,
  asked: { answer: FeedbackAnswer; now: Date; calendar: WorkingCalendar },
): Promise<HandledAnswer> => {
  const { answer, now, calendar } = asked;
  const fault = reachFault(found, answer);
  if (fault !== null && isUnanswered(stateOf(found.row))) return { ok: false, reason: fault };
  const [{ aboveAmount: above }, hasProposal] = [await findFourEyes(tx), await hasWaitingProposal(tx, found.row)];
  const earlier = await earlierChangesOf(tx, found);
  const lines = () => lineChangesOf(found.lines, answer, found.row.claimed_fen);
  return handleAnswer(answeredCaseOf(found), answer, { now, calendar, above, hasProposal, earlier, lines });
};

const answerOf = (
  { action, reason, newAmount }: { action: FeedbackAction; reason: string; newAmount?: Fen | undefined },
  lineAmounts: ReadonlyMap<string, Fen> | undefined,
): FeedbackAnswer => ({
  action,
  reason: reason.trim(),
  ...(newAmount === undefined ? {} : { newAmount }),
  ...(lineAmounts === undefined ? {} : { lineAmounts }),
});

/** The answer of ops: given at once or, above what one may give alone, proposed to a second (R4.9, R4.10, R11.6). */
export const answerHandlers = (
  onTurn: FeedbackListener,
): HandlersFor<Pick<typeof feedbackOpsOperations, 'feedback.handle'>> => ({
  'feedback.handle': async ({ feedbackNo, action, newAmount, lineAmounts, reason, version, ...rest }, context) => {
    allTaken(rest);
    const { roles, staffId, author, ports, fail } = context;
    if (!mayGive(roles, action)) return fail('forbidden');
    const amounts = lineAmounts === undefined ? undefined : amountsOf(lineAmounts);
    if (amounts === null) return refuse('linesDiffer', action, context);
    return context.transact(async (tx) => {
      const locked = await lockCase(tx, null, feedbackNo);
      if (locked === undefined) return fail('notFound');
      const found = await withLines(tx, locked);
      const now = ports.clock.now();
      const answer = completeAnswer(found, answerOf({ action, reason, newAmount }, amounts));
      const step = await decide(tx, found, { answer, now, calendar: ports.calendar });
      if (!step.ok && step.reason === 'answered') return fail('answered');
      if (!step.ok && step.reason === 'proposed') return fail('proposed');
      if (locked.row.version !== version) return fail('changed');
      if (!step.ok) return refuse(step.reason, action, context);
      if (step.kind === 'proposed') await proposeAnswer(tx, context, { found, answer, step, now });
      else {
        const by = { writtenBy: staffId, givenBy: staffId, author, event: 'feedback.handle', onTurn } as const;
        await giveAnswer(tx, found, { answer, step, now, ...by });
      }
      return { status: step.feedback.status };
    });
  },
});
