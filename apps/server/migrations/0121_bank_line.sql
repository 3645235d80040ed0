-- kind: expand
-- Statements of our own accounts, line by line (R15, receipts 2.1, 2.2). A line is what the bank said: it is added, and never changes.
create sequence bank_statement_number;
create table bank_statement (
  statement_no text collate "C" primary key check (char_length(statement_no) <= 40),
  own_account text collate "C" not null check (char_length(own_account) between 1 and 40),
  name text not null check (char_length(name) between 1 and 120), -- of the file
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  mapping jsonb not null, -- how it was read, with the file's names for its columns: the next file of the account is read like it
  line_order text not null check (line_order in ('forward', 'backward', 'partial')), -- partial: only some lines of its days
  opening_fen bigint, -- before its first line; null where it is partial
  closing_fen bigint,
  first_on date not null,
  last_on date not null,
  line_count int not null check (line_count >= 1),
  added_count int not null check (added_count between 0 and line_count), -- lines that no earlier file had
  in_fen bigint not null check (in_fen >= 0), -- of all its lines
  out_fen bigint not null check (out_fen >= 0),
  imported_by text not null references staff,
  imported_at timestamptz(3) not null default app_now(),
  check (first_on <= last_on),
  check (num_nulls(opening_fen, closing_fen) = case line_order when 'partial' then 2 else 0 end)
);
create index bank_statement_newest on bank_statement (imported_at desc, statement_no desc);
create index bank_statement_of_account on bank_statement (own_account, imported_at desc, statement_no desc);

create table bank_line (
  line_no bigint generated always as identity primary key,
  statement_no text collate "C" not null references bank_statement, -- the first that had it
  row_no int not null check (row_no >= 1),
  own_account text collate "C" not null check (char_length(own_account) between 1 and 40),
  line_digest bytea not null check (octet_length(line_digest) = 32), -- by what it is the same line
  booked_on date not null,
  booked_time text check (booked_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  amount_fen bigint not null check (amount_fen <> 0), -- what came in is above 0
  balance_fen bigint,
  serial text collate "C" check (char_length(serial) between 1 and 64),
  payer_digest bytea check (octet_length(payer_digest) = 32), -- of the account that it came from
  details_sealed bytea, -- counterparty, its account and bank, and remark: of what went out nowhere else
  receipt_no text collate "C" references receipt, -- the money that came in by it
  constraint bank_line_once unique (own_account, line_digest),
  check (receipt_no is null or amount_fen > 0)
);
create unique index bank_line_receipt on bank_line (receipt_no) where receipt_no is not null;
create index bank_line_by_serial on bank_line (own_account, serial) where serial is not null;
create index bank_line_newest on bank_line (own_account, booked_on desc, line_no desc);
create index bank_line_of_statement on bank_line (statement_no, line_no);

alter table bank_statement enable row level security;
alter table bank_statement force row level security;
create policy service_all on bank_statement to ronghui_service using (true) with check (true);
alter table bank_line enable row level security;
alter table bank_line force row level security;
create policy service_all on bank_line to ronghui_service using (true) with check (true);
revoke update, delete on bank_statement, bank_line from ronghui_service;
-- A later generation of the vault's key seals it anew.
grant update (details_sealed) on bank_line to ronghui_service;

-- bank: a line of a statement is this money, and nobody had registered it before.
alter table receipt
  drop constraint receipt_source_check,
  add constraint receipt_source_check check (source in ('hand', 'bank')) not valid;
-- step: transaction
alter table receipt validate constraint receipt_source_check;
