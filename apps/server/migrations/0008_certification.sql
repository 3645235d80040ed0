-- The certification of a tenant's company (R4.11, R5.4): where it stands, what was submitted, what happened.

create table certification (
  tenant_id text primary key references tenant,
  status text not null default 'none' check (status in ('none', 'pending', 'pendingTransfer', 'passed', 'rejected')),
  form jsonb not null, -- the draft, and from a submission on what was submitted
  sealed bytea, -- {legalIdNo, agentIdNo, bankAccountNo}, in the vault
  masks jsonb not null, -- the same as they are shown
  reasons jsonb not null, -- [{field, reason}]
  submission_no text collate "C" unique, -- the latest
  submitted_at timestamptz(3),
  reviewed_at timestamptz(3),
  tries_left int check (tries_left >= 0),
  transfer_sealed bytea, -- the amount, in the vault
  transfer_by timestamptz(3),
  transfer_sent_at timestamptz(3),
  certified_no text collate "C", -- the submission that is in force
  certified_uscc text collate "C" unique check (char_length(certified_uscc) = 18),
  licence_until text collate "C" check (licence_until ~ '^\d{4}-\d\d-\d\d$'), -- of the one in force; null: without an end
  id_until text collate "C" check (id_until ~ '^\d{4}-\d\d-\d\d$'),
  expiry_told text collate "C", -- the end that was announced
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  check ((certified_no is null) = (certified_uscc is null)),
  check (status <> 'passed' or certified_uscc is not null),
  check (status not in ('pending', 'pendingTransfer') or submission_no is not null),
  check ((status = 'pendingTransfer') = (transfer_sealed is not null)),
  check (status <> 'pendingTransfer' or (transfer_by is not null and tries_left > 0)),
  check (status <> 'rejected' or jsonb_array_length(reasons) > 0)
);
create index certification_transfer on certification (transfer_by) where status = 'pendingTransfer';
create index certification_desk on certification (submitted_at) where status in ('pending', 'pendingTransfer');
create index certification_end on certification (least(licence_until, id_until)) where certified_no is not null;
select tenant_owned('certification');
-- A tenant keeps a draft; everything else is moved by the service, which sees above tenants.
revoke insert, update, delete on certification from ronghui_tenant;
grant insert (tenant_id, form, masks, reasons), update (form, sealed, masks, updated_at) on certification to ronghui_tenant;

-- What was submitted, as it was. Written once.
create table certification_submission (
  tenant_id text not null references certification,
  submission_no text collate "C" not null unique check (char_length(submission_no) <= 40),
  form jsonb not null,
  sealed bytea not null,
  masks jsonb not null,
  uscc text collate "C" not null check (char_length(uscc) = 18),
  user_id text not null references user_account,
  consent_ids text[] not null,
  submitted_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, submission_no)
);
select tenant_owned('certification_submission');
revoke insert, update, delete on certification_submission from ronghui_tenant;
revoke update, delete on certification_submission from ronghui_service;

-- The history: added, never changed. A step bears the version that it led to.
create table certification_step (
  tenant_id text not null references certification,
  version bigint not null,
  submission_no text collate "C" not null,
  event text not null check (event in ('submit', 'approve', 'reject', 'transferRight', 'transferWrong', 'transferOverdue')),
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('merchant', 'ops', 'job')),
  user_id text,
  by_name text not null check (char_length(by_name) <= 80),
  reasons jsonb not null,
  at timestamptz(3) not null default app_now(),
  primary key (tenant_id, version)
);
select tenant_owned('certification_step');
revoke insert, update, delete on certification_step from ronghui_tenant;
revoke update, delete on certification_step from ronghui_service;
