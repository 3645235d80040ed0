-- Documents and their sections as records that staff edit (R11.3, decision 0051), and what readers searched in vain.

do $$
declare name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'content_record'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%agreement%';
  execute format('alter table content_record drop constraint %I', name);
end $$;
alter table content_record add constraint content_record_kind check (
  case when record in ('site', 'slides', 'categories', 'partners') then key = ''
    else record in ('product', 'agreement', 'page', 'docSection', 'doc') and key <> '' end);

-- A document stands in its section by its place there, together with the sections beside it.
update content_record set sort = section_id || '/' || lpad(rank::text, 2, '0'), list_group = section_id
  from document where record = 'doc' and key = slug;
insert into content_record (record, key, title, list_group, sort, is_published)
  select 'docSection', section_id, title, coalesce(parent_id, ''), coalesce(parent_id, '') || '/' || lpad(rank::text, 2, '0'), true
  from doc_section;

-- Words that a search did not find, without anything of who searched. At most a thousand words a day, ninety days.
create table doc_search_miss (
  on_day date not null,
  word text collate "C" not null check (char_length(word) between 1 and 40),
  searches int not null default 1 check (searches >= 1),
  primary key (on_day, word)
);
