-- Lines may be imported, and an import taken back, by somebody of the provider who has no account of staff, as the demonstration's finance: the name
-- stands beside in any case.
alter table line_import
  alter column staff_id drop not null,
  drop constraint line_import_taken_back,
  add constraint line_import_taken_back check (
    num_nulls(taken_back_at, taken_back_by, taken_back_reason) in (0, 3)
    and (taken_back_staff_id is null or taken_back_at is not null)
    and (taken_back_at is null or (imported_at is not null and import_no is not null)));
