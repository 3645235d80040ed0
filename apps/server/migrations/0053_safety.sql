-- A lead that was marked as won by mistake goes back to being followed up (R11.4).
alter table lead_step
  drop constraint lead_step_action_check,
  add constraint lead_step_action_check
    check (action in ('take', 'assign', 'win', 'lose', 'reopen', 'undoWin', 'note', 'remind'));

-- Lists of the desk by what few rows have, in the order of the list.
create index user_account_ended on user_account (created_at desc, user_id desc) where status <> 'active' or closing_at is not null;
create index lead_by_source on lead ((coalesce(topic, 'trial')), created_at desc, ticket_no desc);
create index lead_of_nobody on lead (created_at desc, ticket_no desc) where owner_id is null;
