-- kind: expand
-- A statement of account is exported as the lists are (receipts 3.2).
alter table export
  drop constraint export_kind_check,
  add constraint export_kind_check check (kind in ('orders', 'bills', 'billLines', 'loanConsult', 'authorizations', 'recon', 'accountStatement')) not valid;
-- step: transaction
alter table export validate constraint export_kind_check;
