-- Merchants, users and leads at the console (R11.4): lists newest first, why staff locked an account, and leads through their stages.

create index tenant_newest on tenant (created_at desc, tenant_id desc);
create index tenant_by_certification on tenant (certification_status, created_at desc, tenant_id desc);
create index user_account_newest on user_account (created_at desc, user_id desc);

alter table user_account add column lock_reason text not null default '' check (char_length(lock_reason) <= 200);

-- Leads through their stages: who follows one up, what became of it, when somebody wants to be reminded, and every step.

alter table lead
  add column owner_id text references staff,
  add column remind_on date,
  add column lost_reason text check (char_length(lost_reason) <= 1000),
  add column won_tenant_id text references tenant,
  add check (won_tenant_id is null or status = 'won');

drop index lead_queue;
create index lead_newest on lead (created_at desc, ticket_no desc);
create index lead_by_status on lead (status, created_at desc, ticket_no desc);
create index lead_of_owner on lead (owner_id, created_at desc, ticket_no desc) where owner_id is not null;
create index lead_reminder on lead (remind_on) where remind_on is not null;
create index lead_of_tenant on lead (won_tenant_id, created_at desc) where won_tenant_id is not null;

-- Added, never changed. A step bears the version that it led to.
create table lead_step (
  lead_id bigint not null references lead on delete cascade,
  version bigint not null,
  action text not null check (action in ('take', 'assign', 'win', 'lose', 'reopen', 'note', 'remind')),
  to_status text not null check (to_status in ('new', 'following', 'won', 'lost')),
  by_id text not null, -- a member of staff
  by_name text not null check (char_length(by_name) <= 60),
  text text check (char_length(text) <= 1000), -- a note, or why it was lost
  to_name text check (char_length(to_name) <= 60), -- whom it was handed over to
  remind_on date,
  at timestamptz(3) not null default app_now(),
  primary key (lead_id, version)
);
revoke update, delete on lead_step from ronghui_service;
