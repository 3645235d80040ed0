-- Tables that people bring may be in UTF-16, as "Unicode 文本" of spreadsheet programs is.

alter table line_import drop constraint line_import_encoding_check,
  add constraint line_import_encoding_check check (encoding in ('utf-8', 'gb18030', 'utf-16le', 'utf-16be'));
alter table recon_ledger drop constraint recon_ledger_encoding_check,
  add constraint recon_ledger_encoding_check check (encoding in ('utf-8', 'gb18030', 'utf-16le', 'utf-16be'));
