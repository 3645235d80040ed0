-- Variance feedback: a claim against a bill, its thread, and its answer (billing.md, R4.10, R10.4).

create table feedback (
  tenant_id text not null references tenant,
  feedback_no text collate "C" not null unique check (char_length(feedback_no) <= 40),
  bill_id text collate "C" not null,
  bill_no text collate "C" not null,
  user_id text not null references user_account, -- who claimed
  claimed_fen bigint not null check (claimed_fen between 0 and 9007199254740991),
  standing_fen bigint not null, -- what stood of it when it was claimed
  line_ids text[] check (cardinality(line_ids) between 1 and 500), -- null: the whole bill
  line_fen bigint[], -- what stood of each of them
  reason text not null check (char_length(reason) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'inProgress', 'resolved', 'rejected')),
  answer_by timestamptz(3) not null, -- the end of a day
  answered_at timestamptz(3), -- of the last answer; null again after it was reopened
  is_withdrawn boolean not null default false,
  is_reopened boolean not null default false,
  helpful boolean,
  rating_comment text check (char_length(rating_comment) between 1 and 500),
  rated_at timestamptz(3),
  message_no int not null default 0, -- the number of its last message
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  primary key (tenant_id, feedback_no),
  foreign key (tenant_id, bill_id) references bill,
  constraint feedback_lines check (num_nulls(line_ids, line_fen) in (0, 2) and cardinality(line_ids) = cardinality(line_fen)),
  constraint feedback_answered check ((status in ('resolved', 'rejected') and not is_withdrawn) = (answered_at is not null)),
  constraint feedback_withdrawn check (not is_withdrawn or status = 'resolved'),
  constraint feedback_rated check ((helpful is null) = (rated_at is null) and (helpful is null or answered_at is not null)
    and (rating_comment is null or helpful is not null))
);
-- One open feedback a bill, whatever races.
create unique index feedback_one_open on feedback (tenant_id, bill_id) where status in ('open', 'inProgress');
create index feedback_newest on feedback (tenant_id, created_at desc, feedback_no desc);
create index feedback_by_status on feedback (tenant_id, status, created_at desc, feedback_no desc);
create index feedback_of_bill on feedback (tenant_id, bill_no, created_at desc, feedback_no desc);
-- The desk stands above tenants: its queue, and what is late.
create index feedback_desk on feedback (created_at desc, feedback_no desc);
create index feedback_desk_status on feedback (status, created_at desc, feedback_no desc);
create index feedback_due on feedback (answer_by) where status in ('open', 'inProgress');
select tenant_owned('feedback');
revoke update, delete on feedback from ronghui_tenant;
grant update (status, answer_by, answered_at, is_withdrawn, is_reopened, helpful, rating_comment, rated_at, message_no, updated_at, version)
  on feedback to ronghui_tenant;

-- The thread of both sides. Nothing here changes.
create table feedback_message (
  tenant_id text not null,
  feedback_no text collate "C" not null,
  message_no int not null check (message_no >= 1),
  kind text not null check (kind in ('claim', 'message', 'answer', 'reopen', 'withdraw')),
  sender text not null check (sender in ('merchant', 'ops')),
  by_id text not null, -- the user or the member of staff
  by_name text not null check (char_length(by_name) <= 80),
  content text not null check (char_length(content) <= 500),
  file_ids text[] not null default '{}' check (cardinality(file_ids) <= 5),
  action text check (action in ('accept', 'adjust', 'reject')),
  from_fen bigint check (from_fen >= 0), -- the bill before and after the answer
  to_fen bigint check (to_fen >= 0),
  at timestamptz(3) not null,
  primary key (tenant_id, feedback_no, message_no),
  foreign key (tenant_id, feedback_no) references feedback,
  check ((kind = 'answer') = (num_nonnulls(action, from_fen, to_fen) = 3) and num_nonnulls(action, from_fen, to_fen) in (0, 3)),
  check ((kind = 'answer') <= (sender = 'ops') and (sender = 'ops') <= (kind in ('answer', 'message')))
);
select tenant_owned('feedback_message');
revoke update, delete on feedback_message from ronghui_tenant, ronghui_service;

-- Notices open the feedback that they tell of.
alter table notice drop constraint notice_place_check, add constraint notice_place_check
  check (place in ('order', 'bill', 'feedback', 'authorization', 'certification', 'members', 'home', 'safety', 'basicInfo'));
