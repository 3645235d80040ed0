-- The consent ledger (R10.6): the consents that 0002 began, now with what each was for, until when it holds and how it ended. Nodes of
-- the version before go on adding rows of their own kind.

alter table consent
  add column granted_by text not null default '' check (char_length(granted_by) <= 80), -- the person's name as it was then
  add column pid text,
  add column product_name text check (char_length(product_name) <= 60),
  add column org_name text check (char_length(org_name) <= 60),
  add column org_id text generated always as (substr(md5(org_name), 1, 16)) stored, -- an org is known by its name
  add column order_no text collate "C",
  add column ticket_no text,
  add column valid_to timestamptz(3),
  add column warned_at timestamptz(3),
  add column withdrawn_by text check (char_length(withdrawn_by) <= 80),
  add column withdraw_reason text check (char_length(withdraw_reason) <= 500),
  add column withdraw_address text;

update consent set granted_by = coalesce(user_label(user_id), '');

create index consent_newest on consent (tenant_id, granted_at desc, consent_id);
create index consent_product on consent (tenant_id, pid) where pid is not null;
create index consent_end on consent (valid_to) where withdrawn_at is null and warned_at is null;

grant update (withdrawn_by, withdraw_reason, withdraw_address, valid_to) on consent to ronghui_tenant;
grant update (withdrawn_by, withdraw_reason, withdraw_address, valid_to, warned_at) on consent to ronghui_service;

-- A withdrawal is evidence too: it is marked once.
create function keep_withdrawal() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null and (old.withdrawn_at, old.withdrawn_by, old.withdraw_reason, old.withdraw_address)
    is distinct from (new.withdrawn_at, new.withdrawn_by, new.withdraw_reason, new.withdraw_address) then
    raise exception 'a consent is withdrawn once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger consent_withdrawal_stays before update on consent for each row execute function keep_withdrawal();
