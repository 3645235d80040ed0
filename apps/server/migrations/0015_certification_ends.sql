-- Certification: each document's end is announced by itself, a transfer's days begin when it is sent, and a change can be given up (R4.11).

alter table certification
  add column licence_told text collate "C", -- the end of the licence that was announced; expiry_told, which knew one end alone, counts until then
  add column id_told text collate "C", -- the same of the identity card
  drop constraint certification_check4, -- it asked for transfer_by before the transfer was sent
  add check (status <> 'pendingTransfer' or tries_left > 0),
  add check (transfer_sent_at is null or transfer_by is not null);

drop index certification_end;
create index certification_licence_end on certification (licence_until)
  where certified_no is not null and coalesce(licence_told, expiry_told) is distinct from licence_until;
create index certification_id_end on certification (id_until)
  where certified_no is not null and coalesce(id_told, expiry_told) is distinct from id_until;
create index certification_unsent on certification (tenant_id) where status = 'pendingTransfer' and transfer_sent_at is null;

alter table certification_step drop constraint certification_step_event_check,
  add constraint certification_step_event_check
  check (event in ('submit', 'approve', 'reject', 'transferRight', 'transferWrong', 'transferOverdue', 'abandon'));
