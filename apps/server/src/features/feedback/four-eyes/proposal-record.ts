import type { Output } from '@ronghui/contract';
import { type ListedProposal, lineAmountsOf } from './proposal.sql.ts';

type Shown = Output<'ops.feedback.detail'>['formerProposals'][number];

const decisionOf = ({ decision, decided_name: by, decided_at: at, decision_reason: reason }: ListedProposal) =>
  decision === null || at === null
    ? {}
    : {
        // The check constraint allows the domain's words only.
        decision: decision as NonNullable<Shown['decision']>,
        decidedBy: by ?? '',
        decidedAt: at.toISOString(),
        ...(reason === null ? {} : { decisionReason: reason }),
      };

/** A proposal in the contract's shape, for a reader who may be its author. */
export const proposalOf = (row: ListedProposal, readerId: string): Shown => ({
  proposalNo: row.proposal_no,
  action: row.action as Shown['action'],
  ...(row.new_fen === null ? {} : { newAmount: row.new_fen }),
  ...(row.line_ids === null ? {} : { lineAmounts: [...lineAmountsOf(row)] }),
  reason: row.reason,
  fromAmount: row.from_fen,
  toAmount: row.to_fen,
  by: row.by_name ?? '',
  at: row.proposed_at.toISOString(),
  isOwn: row.proposed_by === readerId,
  ...decisionOf(row),
});
