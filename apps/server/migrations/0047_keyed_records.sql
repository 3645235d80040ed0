-- Records of content that have a key (R11.3, decision 0046): products, agreements, pages and documents, many of each kind. The list of a kind is read
-- from here, so its title, its place and what stands of it are kept beside the draft.

alter table content_version drop constraint content_version_record_fkey, drop constraint content_version_pkey;
alter table content_record drop constraint content_record_pkey, drop constraint content_record_record_check;
alter table content_record
  add column key text collate "C" not null default '' check (char_length(key) <= 64 and key ~ '^([a-z0-9]+(-[a-z0-9]+)*)?$'),
  add column title text not null default '' check (char_length(title) <= 200),
  add column list_group text not null default '' check (char_length(list_group) <= 64),
  -- The place in the list of its kind.
  add column sort text collate "C" not null default '' check (char_length(sort) <= 200),
  add column is_published boolean not null default false,
  add column published_by text not null default '' check (char_length(published_by) <= 80),
  add column published_at timestamptz(3),
  -- The draft is what would be removed.
  add column draft_removes boolean not null default false check (draft is not null or not draft_removes),
  add primary key (record, key),
  add check (case when record in ('site', 'slides', 'categories', 'partners') then key = ''
    else record in ('product', 'agreement', 'page', 'doc') and key <> '' end);
create index content_record_list on content_record (record, sort, key);

alter table content_version
  add column key text collate "C" not null default '',
  -- The record was taken from the portal; the body is what was removed.
  add column removes boolean not null default false,
  add primary key (record, key, number),
  add foreign key (record, key) references content_record;

update content_record set is_published = true where exists (select 1 from site_setting where key = 'site');
insert into content_record (record, key, title, list_group, sort, is_published)
  select 'product', pid, name, category_id, category_id || '/' || lpad(position::text, 4, '0'), true from product
  union all select 'page', page, title, '', page, true from page
  union all select distinct on (agreement_id) 'agreement', agreement_id, title, '', agreement_id, true
    from (select agreement_id, title from agreement order by agreement_id, effective_at desc) latest
  union all select 'doc', slug, title, section_id, lpad(position::text, 6, '0'), true from document;
