-- Answers that their author takes back, and invoices that are with the issuer (R11.6, R10.12).

-- The author of a proposal takes it back; a colleague alone releases it or sends it back.
alter table feedback_proposal drop constraint feedback_proposal_decision_check, drop constraint feedback_proposal_four_eyes;
alter table feedback_proposal
  add constraint feedback_proposal_decision_check check (decision in ('released', 'sentBack', 'takenBack')),
  add constraint feedback_proposal_four_eyes check ((decided_by = proposed_by) = (decision = 'takenBack'));

-- What the issuer was asked for and the database does not have yet. It is set before the issuer is called and cleared with the step, so that an
-- invoice that may exist is neither rejected nor asked for twice.
alter table invoice
  add column issuer_step text check (issuer_step in ('issue', 'reverse')),
  add column issuer_since timestamptz(3),
  -- Of a reversal: what the merchant is told once it is done.
  add column issuer_reason text check (char_length(issuer_reason) between 1 and 500),
  add constraint invoice_with_issuer check (
    num_nulls(issuer_step, issuer_since) in (0, 2)
    and (issuer_step is not distinct from 'reverse') = (issuer_reason is not null)
    and (issuer_step is null or status = case issuer_step when 'issue' then 'applied' else 'issued' end));
