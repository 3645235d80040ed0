import type { FeedbackAction, ProposalDecision } from '@ronghui/domain/feedback';
import { type Fen, fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { columnsOf } from '#kernel/database/listed-rows.sql';
import type { FeedbackRow } from '../feedback.sql.ts';

/** The feedback that a proposal answers. */
type Answered = Pick<FeedbackRow, 'tenant_id' | 'feedback_no'>;

/** An answer as it is proposed. */
export interface NewProposal {
  readonly action: FeedbackAction;
  readonly newFen: Fen | null;
  /** An adjustment of chosen lines: the lines, and the amount of each. */
  readonly lineIds: string[] | null;
  readonly lineFen: Fen[] | null;
  readonly reason: string;
  readonly fromFen: Fen;
  readonly toFen: Fen;
  readonly proposedBy: string;
  readonly proposedAt: Date;
}

/** The tenants' roles may not read proposals: these statements are the desk's. */
const ofFeedback = (db: Db, { tenant_id: tenantId, feedback_no: feedbackNo }: Answered) =>
  db.selectFrom('feedback_proposal as p').where('p.tenant_id', '=', tenantId).where('p.feedback_no', '=', feedbackNo);

/** Whether an answer waits for its release. By feedback_proposal_waits. */
export const hasWaitingProposal = async (db: Db, feedback: Answered): Promise<boolean> => {
  const row = await ofFeedback(db, feedback).select('p.proposal_no').where('p.decision', 'is', null).executeTakeFirst();
  return row !== undefined;
};

/** Adds a proposal to a feedback that is locked. @returns its number */
export const insertProposal = async (tx: Tx, feedback: Answered, proposal: NewProposal): Promise<number> => {
  const { last } = await ofFeedback(tx, feedback)
    .select((eb) => eb.fn.coalesce(eb.fn.max('p.proposal_no'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  const proposalNo = last + 1;
  const { tenant_id, feedback_no } = feedback;
  await tx
    .insertInto('feedback_proposal')
    .values({ ...columnsOf('feedback_proposal', proposal), tenant_id, feedback_no, proposal_no: proposalNo })
    .execute();
  return proposalNo;
};

/** A proposal of a feedback that is locked, which guards its proposals too. By the primary key. */
export const findProposal = (tx: Tx, feedback: Answered, proposalNo: number) =>
  ofFeedback(tx, feedback).selectAll('p').where('p.proposal_no', '=', proposalNo).executeTakeFirst();

/** A stored proposal. */
export type ProposalRow = NonNullable<Awaited<ReturnType<typeof findProposal>>>;

/** The amounts of the lines that a proposal adjusts; none for the whole bill. */
export const lineAmountsOf = ({
  line_ids: lineIds,
  line_fen: amounts,
}: Pick<ProposalRow, 'line_ids' | 'line_fen'>): readonly { readonly lineId: string; readonly amount: Fen }[] =>
  (lineIds ?? []).map((lineId, at) => ({ lineId, amount: fen(amounts?.[at] ?? 0) }));

/** What a second member of staff made of a proposal. */
interface Decision {
  readonly decision: ProposalDecision;
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly decisionReason: string | null;
}

/** Stores the decision on a proposal of a locked feedback. */
export const decideProposal = async (tx: Tx, proposal: ProposalRow, decision: Decision): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('feedback_proposal')
    .set(columnsOf('feedback_proposal', decision))
    .where('tenant_id', '=', proposal.tenant_id)
    .where('feedback_no', '=', proposal.feedback_no)
    .where('proposal_no', '=', proposal.proposal_no)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('the proposal of a locked feedback changed');
};

/** How many proposals of a feedback are shown. */
const proposalsAtMost = 51;

const nameOf = (column: 'p.proposed_by' | 'p.decided_by') =>
  sql<
    string | null
  >`(select coalesce(nullif(s.name, ''), s.account) from staff s where s.staff_id = ${sql.ref(column)})`;

/** The proposals of a feedback with the names of who made and decided them, the newest first. By the primary keys. */
export const listProposals = (db: Db, feedback: Answered) =>
  ofFeedback(db, feedback)
    .selectAll('p')
    .select([nameOf('p.proposed_by').as('by_name'), nameOf('p.decided_by').as('decided_name')])
    .orderBy('p.proposal_no', 'desc')
    .limit(proposalsAtMost)
    .execute();

/** A proposal as the desk shows it. */
export type ListedProposal = Awaited<ReturnType<typeof listProposals>>[number];

/** How much was proposed and decided for a feedback; with its version this counts everything that was done. By the primary key. */
export const countProposalSteps = async (db: Db, feedback: Answered): Promise<number> => {
  const { steps } = await ofFeedback(db, feedback)
    .select(sql<number>`(count(*) + count(p.decision))::int`.as('steps'))
    .executeTakeFirstOrThrow();
  return steps;
};
