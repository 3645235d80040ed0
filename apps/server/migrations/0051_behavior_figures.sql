-- What records of behaviour amount to, by day (R11.8): charts read these rows alone, however many records there are.

-- A login replaces the session and the visit goes on: the first session's id. Null for a session that begins a visit.
alter table session add column visit_id text;

-- A day's records, whenever they came in.
create index behavior_occurred on behavior_record (occurred_at);

-- Visits of a day in Shanghai, with the number of different visitors. `step` '' is all pages together, `page_id` '' all pages of a step, '*' the
-- pages of a step beyond the most visited ones, whose visitors are not counted. Browsers name the pages: without that bound they could name any number.
create table behavior_day (
  on_day date not null,
  step text collate "C" not null check (step in ('', 'visit', 'home', 'product', 'config', 'order')),
  page_id text collate "C" not null check (char_length(page_id) <= 64),
  visits bigint not null check (visits >= 0),
  visitors bigint check (visitors >= 0),
  primary key (on_day, step, page_id)
);
create index behavior_day_page on behavior_day (page_id, on_day);

-- How many visitors of a day came as far as each step, each after the one before.
create table behavior_funnel_day (
  on_day date primary key,
  home bigint not null,
  product bigint not null check (product <= home),
  config bigint not null check (config <= product),
  ordered bigint not null check (ordered <= config)
);

-- One row: the records that came in before this moment are counted.
create table behavior_counted (
  is_only boolean primary key default true check (is_only),
  counted_at timestamptz
);
insert into behavior_counted default values;

-- Who of the staff has taken a feedback, a bill, a stage to be issued or an invoice (R11.2).
alter table desk_assignment drop constraint desk_assignment_kind_check;
alter table desk_assignment add constraint desk_assignment_kind_check
  check (kind in ('certification', 'order', 'feedback', 'bill', 'stage', 'invoice'));
