-- Reconciliation: a pair of one reference whose days are further apart than the tolerance is a kind of its own, 日期不符, and a difference (R13.2); and
-- what was matched by another number than its own can be listed.

alter table recon_total drop constraint recon_total_kind_check;
alter table recon_total add constraint recon_total_kind_check check (kind between 0 and 7);

-- As before, with the new kind, and an index of what was matched without its reference. Runs of before have neither: their lists read the index of
-- kinds, and go with the run that takes their place.
create or replace function index_recon_decisions(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('create index %I on %I (kind, item_no)
    where until_step is null and kind in (2, 3, 4, 5, 7) and not is_accepted and feedback_no is null', item || '_open', item);
  execute format('create index %I on %I (kind, item_no) where until_step is null and rule in (2, 3)', item || '_other', item);
end $$;

-- What references are compared by: without case, width, spaces and dashes; one of nothing else as it stands. Most have signs of one byte alone, and
-- need no look at their width.
create function recon_reference_key(reference text) returns text language sql immutable parallel safe strict as $$
  select coalesce(nullif(case when octet_length(reference) = char_length(reference)
      then upper(translate(reference, E' \t-', '') collate "C")
      else upper(translate(normalize(reference, NFKC), E' \t-\u2010\u2012\u2013\u2014\u2015\u2212', '') collate "C") end, ''), reference) collate "C"
$$;
