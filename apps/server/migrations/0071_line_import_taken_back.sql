-- An import of lines can be taken back while its stage is open (R11.6): its lines go, and what became of it stays.

-- Which import a line is from: four bytes a line, and no index, because lines come by millions and an import is taken back rarely; it is found by
-- reading the stage's partition. Null of lines that were there before, of the demonstration's, and of those that a node of the version before adds.
alter table bill_line add column import_no int;
create sequence line_import_number as int;

alter table line_import
  add column import_no int unique, -- of an import whose lines are marked with it
  add column take_back_job_id text collate "C", -- of the last try; jobs go before imports do
  add column taken_back_at timestamptz(3),
  add column taken_back_by text check (char_length(taken_back_by) <= 80),
  add column taken_back_staff_id text references staff,
  add column taken_back_reason text check (char_length(taken_back_reason) between 1 and 500),
  add constraint line_import_taken_back check (
    num_nulls(taken_back_at, taken_back_by, taken_back_staff_id, taken_back_reason) in (0, 4)
    and (taken_back_at is null or (imported_at is not null and import_no is not null)));
