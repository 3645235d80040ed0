-- Exports of lists (R10.5). An export is a sent job of its tenant; here stands what it is an export of, for the list and for the file.

create table export (
  tenant_id text not null references tenant,
  export_id text collate "C" not null references sent_job on delete cascade, -- the job's id: both go together
  kind text not null check (kind in ('orders', 'bills', 'billLines', 'loanConsult', 'authorizations', 'recon')),
  format text not null check (format in ('xlsx', 'csv')),
  filter jsonb not null,
  filter_text text not null check (char_length(filter_text) between 1 and 1000), -- in words, with the names of the moment
  name text not null check (char_length(name) between 1 and 120), -- the file's
  user_id text not null references user_account,
  asked_by text not null check (char_length(asked_by) <= 80),
  asked_at timestamptz(3) not null default app_now(),
  data_at timestamptz(3), -- the moment of the snapshot
  row_count bigint check (row_count >= 0),
  primary key (tenant_id, export_id),
  check ((data_at is null) = (row_count is null))
);
create index export_newest on export (tenant_id, asked_at desc, export_id desc);
create index export_of_job on export (export_id); -- for the cascade
select tenant_owned('export');
-- What was asked for stays as it was; the run alone writes what came of it.
revoke update, delete on export from ronghui_tenant;
revoke delete on export from ronghui_service;

-- The places that a notice may lead to.
alter table notice drop constraint notice_place_check;
alter table notice add constraint notice_place_check check (place in
  ('order', 'bill', 'authorization', 'certification', 'members', 'home', 'safety', 'basicInfo', 'feedback', 'invoice', 'exports'));
