-- One amount is at most ten billion yuan (`largestAmount` of the domain): a line's basis, a fee, a bill, a claim, an adjustment, a payment; and a
-- line's own rate at most 100 % (billing.md, bills; R11.6). Rows that stand already are looked at by the next migration, under a weaker lock.
alter table bill_line
  add constraint bill_line_bound check (abs(coalesce(loan_fen, quantity)) <= 1000000000000) not valid,
  add constraint bill_line_own_rate check (loan_fen is null or rate_millionths <= 1000000) not valid;
alter table line_fee add constraint line_fee_bound check (abs(fee_fen) <= 1000000000000) not valid;
alter table bill add constraint bill_bound check (amount_fen <= 1000000000000) not valid;
alter table bill_step add constraint bill_step_bound check (payment_fen <= 1000000000000) not valid;
alter table bill_line_adjustment add constraint bill_line_adjustment_bound check (abs(to_fen) <= 1000000000000) not valid;
alter table feedback add constraint feedback_bound check (claimed_fen <= 1000000000000) not valid;
alter table feedback_proposal add constraint feedback_proposal_bound check (new_fen <= 1000000000000) not valid;
