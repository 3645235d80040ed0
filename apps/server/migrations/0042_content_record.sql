-- Content as staff edit it (R11.3). A record is a file of the content folder: what is published stands in the tables of its noun, here stand its
-- draft, when that is to be published, and every version that ever was.

create table content_record (
  record text collate "C" primary key check (record in ('site', 'slides', 'categories', 'partners')),
  -- Of every write: a draft, a publication, an import. A writer sends the one that was read.
  version bigint not null default 1 check (version >= 1),
  draft jsonb,
  draft_by text check (char_length(draft_by) <= 80),
  draft_at timestamptz(3),
  publish_at timestamptz(3),
  publish_by text check (char_length(publish_by) <= 80),
  -- Why the draft was not published at its moment; empty when it was, or when there was none.
  failure text not null default '' check (char_length(failure) <= 500),
  check ((draft is null) = (draft_by is null) and (draft is null) = (draft_at is null)),
  check (publish_at is null or draft is not null),
  check ((publish_at is null) = (publish_by is null))
);
create index content_record_due on content_record (publish_at) where publish_at is not null;
insert into content_record (record) values ('site'), ('slides'), ('categories'), ('partners');

-- A version is evidence of what visitors were shown: added, never changed and never removed.
create table content_version (
  record text collate "C" not null references content_record,
  number int not null check (number >= 1),
  body jsonb not null,
  -- before: what was published before versions were kept
  origin text not null check (origin in ('before', 'console', 'schedule', 'rollBack', 'import')),
  from_number int, -- of a roll back: which version was published anew
  author text not null check (char_length(author) <= 80),
  created_at timestamptz(3) not null default app_now(),
  primary key (record, number),
  check ((origin = 'rollBack') = (from_number is not null))
);
create trigger content_version_is_evidence before update or delete on content_version
  for each row execute function refuse_change();
revoke update, delete, truncate on content_version from ronghui_service;
