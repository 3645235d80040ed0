-- kind: expand
-- The month's end of an account of ours (月结, R15.2, receipts 2.6). What a line is where it is no payment: staff say so, and take it back; it is never changed.
create table bank_line_note (
  note_no bigint generated always as identity primary key,
  line_no bigint not null references bank_line,
  kind text not null check (kind in ('fee', 'interest', 'ownTransfer', 'salary', 'tax', 'merchant', 'refund', 'other', 'carried')),
  note text check (char_length(note) between 1 and 500),
  owner_id text references staff, -- carried: who looks for whose money it is
  by_id text not null references staff,
  at timestamptz(3) not null default app_now(),
  taken_back_by text references staff,
  taken_back_at timestamptz(3),
  check ((kind = 'carried') = (owner_id is not null)),
  check (kind not in ('other', 'carried') or note is not null),
  check (num_nulls(taken_back_by, taken_back_at) in (0, 2))
);
create unique index bank_line_note_once on bank_line_note (line_no) where taken_back_at is null;
create index bank_line_note_of on bank_line_note (line_no);

-- A month that is closed, with its proof: balances, sums, where each line went, and the digest of it all.
create table account_month (
  own_account text collate "C" not null check (char_length(own_account) between 1 and 40),
  month text collate "C" not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  opening_fen bigint not null,
  in_count int not null check (in_count >= 0),
  in_fen bigint not null check (in_fen >= 0),
  out_count int not null check (out_count >= 0),
  out_fen bigint not null check (out_fen >= 0),
  closing_fen bigint not null, -- what the bank states, typed by who closed it
  parts jsonb not null, -- where its lines went, then: direction, part, kind of a note, count and sum
  lines_sha256 text not null check (lines_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  closed_by text not null references staff,
  closed_at timestamptz(3) not null,
  primary key (own_account, month),
  constraint account_month_sum check (opening_fen + in_fen - out_fen = closing_fen)
);

alter table bank_line_note enable row level security;
alter table bank_line_note force row level security;
create policy service_all on bank_line_note to ronghui_service using (true) with check (true);
alter table account_month enable row level security;
alter table account_month force row level security;
create policy service_all on account_month to ronghui_service using (true) with check (true);
revoke update, delete on bank_line_note, account_month from ronghui_service;
grant update (taken_back_by, taken_back_at) on bank_line_note to ronghui_service;

-- Whatever a statement says: a closed month gets no line more, and what its lines are is said no more.
create function account_month_is_open() returns trigger language plpgsql as $$
begin
  if exists (
    select from account_month m join bank_line l on l.own_account = m.own_account and to_char(l.booked_on, 'YYYY-MM') = m.month
      where l.line_no = new.line_no) then
    raise exception 'the month of line % is closed', new.line_no using errcode = '23514', constraint = 'account_month_is_open';
  end if;
  return null;
end $$;
create constraint trigger account_month_is_open after insert or update on bank_line_note deferrable initially immediate
  for each row execute function account_month_is_open();
create function account_month_gets_none() returns trigger language plpgsql as $$
begin
  if exists (select from added_lines l join account_month m on m.own_account = l.own_account and m.month = to_char(l.booked_on, 'YYYY-MM')) then
    raise exception 'a month that is closed gets no line' using errcode = '23514', constraint = 'account_month_is_open';
  end if;
  return null;
end $$;
create trigger account_month_is_open after insert on bank_line referencing new table as added_lines
  for each statement execute function account_month_gets_none();
create constraint trigger account_month_is_open_moved after update of receipt_no on bank_line deferrable initially immediate
  for each row when (old.receipt_no is distinct from new.receipt_no) execute function account_month_is_open();
