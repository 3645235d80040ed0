-- kind: expand
-- The pepper turns over (running 5.4). Its first generation is a file of the installation and has no key here: a row of it says that it was dropped.
alter table data_key drop constraint data_key_purpose_check;
alter table data_key add constraint data_key_purpose_check check (purpose in ('vault', 'digests', 'audit', 'signing', 'pepper'));
