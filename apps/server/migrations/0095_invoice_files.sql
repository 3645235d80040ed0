-- Invoices are issued as OFD and XML too, which staff hand over (R10.12, R15.4). Files that are there already are looked at by 0097.
alter table file drop constraint file_mime_check;
alter table file add constraint file_mime_check check (mime in ('application/pdf', 'image/png', 'image/jpeg', 'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/ofd', 'application/xml')) not valid;

-- Whether the issuer that is connected made it, and so reverses it too: a file does not say so any more.
alter table invoice add column by_issuer boolean not null default false;
alter table invoice no force row level security;
update invoice set by_issuer = true where file_id is not null;
alter table invoice force row level security;
