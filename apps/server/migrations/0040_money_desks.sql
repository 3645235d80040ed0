-- The money desks of the console (R11.6).

-- Four eyes on answers above a difference: what one member of staff proposes, a second releases or sends back.

create table feedback_proposal (
  tenant_id text not null,
  feedback_no text collate "C" not null,
  proposal_no int not null check (proposal_no >= 1),
  action text not null check (action in ('accept', 'adjust')),
  new_fen bigint check (new_fen between 0 and 9007199254740991), -- of an adjustment
  line_ids text[] check (cardinality(line_ids) between 1 and 500), -- of an adjustment of chosen lines
  line_fen bigint[],
  reason text not null check (char_length(reason) between 1 and 500),
  from_fen bigint not null check (from_fen >= 0), -- the bill before it and, once released, after it
  to_fen bigint not null check (to_fen >= 0),
  proposed_by text not null references staff,
  proposed_at timestamptz(3) not null,
  decision text check (decision in ('released', 'sentBack')), -- null: it waits
  decided_by text references staff,
  decided_at timestamptz(3),
  decision_reason text check (char_length(decision_reason) between 1 and 500),
  primary key (tenant_id, feedback_no, proposal_no),
  foreign key (tenant_id, feedback_no) references feedback,
  constraint feedback_proposal_amount check ((action = 'adjust') = (new_fen is not null)),
  constraint feedback_proposal_lines check (num_nulls(line_ids, line_fen) in (0, 2) and cardinality(line_ids) = cardinality(line_fen)
    and (line_ids is null or action = 'adjust')),
  constraint feedback_proposal_decided check (num_nulls(decision, decided_by, decided_at) in (0, 3)
    and (decision is not distinct from 'sentBack') = (decision_reason is not null)),
  -- Whatever a statement says: nobody decides on their own proposal.
  constraint feedback_proposal_four_eyes check (decided_by <> proposed_by)
);
-- One proposal waits for a feedback, whatever races; also the desk's queue of them.
create unique index feedback_proposal_waits on feedback_proposal (tenant_id, feedback_no) where decision is null;
select tenant_owned('feedback_proposal');
-- Nothing of it is the merchant's to read.
revoke all on feedback_proposal from ronghui_tenant;
revoke update, delete on feedback_proposal from ronghui_service;
grant update (decision, decided_by, decided_at, decision_reason) on feedback_proposal to ronghui_service;

-- The desk looks a bill's feedback up by the beginning of its number, and offers what was written at the last rejections.
create index feedback_bill_begins on feedback (bill_no collate "C");
create index feedback_message_rejected on feedback_message (at desc) where action = 'reject';

-- What is to be settled of the bills of all tenants: vouchers to check first, then the first due day. A pending bill past its time is confirmed before
-- the job has stored it; the others of them are due last.
create index bill_to_settle on bill (in_check desc, due_on, bill_no) where status in ('pending', 'confirmed');
create index bill_settled on bill (settled_at desc, bill_no desc) where status = 'settled';

-- What was refunded, for the desk of invoices: what still covers it is found by invoice_item_once.
create index order_refunded on "order" (tenant_id, order_no) where status = 'refunded';
create index invoice_applied on invoice (applied_at desc, invoice_no desc);
