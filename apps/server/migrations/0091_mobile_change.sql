-- The mobile that one member of staff has entered for a person who may confirm bills: a second one enters the same number, and it is changed (R10.9).
-- The number itself is not kept.

create table mobile_change (
  user_id text primary key references user_account on delete cascade,
  mobile_digest bytea not null,
  mobile_masked text not null,
  entered_by text not null references staff,
  entered_at timestamptz(3) not null default app_now()
);
