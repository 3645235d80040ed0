-- Invoices are issued as OFD and XML too, which staff hand over (R10.12, R15.4).
alter table file drop constraint file_mime_check;
alter table file add constraint file_mime_check check (mime in ('application/pdf', 'image/png', 'image/jpeg', 'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/ofd', 'application/xml'));
