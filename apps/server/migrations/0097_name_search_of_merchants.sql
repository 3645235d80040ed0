-- As 0096, of merchants; and beginnings of their codes, and those that have no name yet.
alter table file validate constraint file_mime_check;
create index tenant_pieces on tenant using gin (name_pieces(name));
create index tenant_uscc_begins on tenant (uscc text_pattern_ops) where uscc is not null;
create index tenant_nameless on tenant (tenant_id) where name = '';
analyze tenant;
