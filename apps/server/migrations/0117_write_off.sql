-- What is still to be paid of a bill may be given up (差额核销, R15.3, receipts 1.6): within a bound of the site's settings by one person, above it by two. It settles
-- the bill, and is no part of what is paid: settled is what payments and the write-off together reach. An open bill has none, so that what is open of a bill is
-- what it was before.
alter table bill
  add column written_off_fen bigint not null default 0 check (written_off_fen >= 0),
  drop constraint bill_settled,
  add constraint bill_settled check ((status = 'settled') = (settled_at is not null) and (status <> 'settled' or paid_fen + written_off_fen = amount_fen)) not valid,
  add constraint bill_written_off check (written_off_fen = 0 or (status = 'settled' and direction = 'payable')) not valid;

alter table bill_step
  add column written_off_fen bigint check (written_off_fen > 0), -- writtenOff: what was given up; writeOffUndone: what is to be paid again
  drop constraint bill_step_kind_check,
  add constraint bill_step_kind_check check (kind in ('issued', 'confirmed', 'autoConfirmed', 'approved', 'autoApproved', 'sentBack', 'disputed', 'reopened',
    'withdrawn', 'adjusted', 'kept', 'paid', 'settled', 'paymentReversed', 'writtenOff', 'writeOffUndone')) not valid,
  add constraint bill_step_written_off check ((kind in ('writtenOff', 'writeOffUndone')) = (written_off_fen is not null)
    and (written_off_fen is null or reason is not null)) not valid;

-- Above the bound: what one member of staff proposes, a second releases or sends back.
create table bill_write_off (
  tenant_id text not null,
  bill_id text collate "C" not null,
  proposal_no int not null check (proposal_no >= 1),
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  proposed_by text not null references staff,
  proposed_at timestamptz(3) not null,
  decision text check (decision in ('released', 'sentBack', 'takenBack')), -- null: it waits
  decided_by text references staff,
  decided_at timestamptz(3),
  decision_reason text check (char_length(decision_reason) between 1 and 500),
  primary key (tenant_id, bill_id, proposal_no),
  foreign key (tenant_id, bill_id) references bill,
  constraint bill_write_off_decided check (num_nulls(decision, decided_by, decided_at) in (0, 3)
    and (decision is not distinct from 'sentBack') = (decision_reason is not null)),
  -- Whatever a statement says: a colleague alone releases it or sends it back, its author alone takes it back.
  constraint bill_write_off_four_eyes check ((decided_by = proposed_by) = (decision = 'takenBack'))
);
-- One proposal waits for a bill, whatever races.
create unique index bill_write_off_waits on bill_write_off (tenant_id, bill_id) where decision is null;
select tenant_owned('bill_write_off');
-- Nothing of it is the merchant's to read.
revoke all on bill_write_off from ronghui_tenant;
revoke update, delete on bill_write_off from ronghui_service;
grant update (decision, decided_by, decided_at, decision_reason) on bill_write_off to ronghui_service;
