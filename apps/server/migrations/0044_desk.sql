-- Who of the staff has taken what waits (R11.2). One owner a thing; a row goes when the thing no longer waits.
create table desk_assignment (
  kind text not null check (kind in ('certification', 'order')),
  object_id text collate "C" not null check (char_length(object_id) <= 64),
  staff_id text not null references staff,
  taken_at timestamptz(3) not null default app_now(),
  primary key (kind, object_id)
);

-- What waits on bills, of all tenants: vouchers to check, and what is past its day.
create index bill_in_check on bill (due_on) where in_check;
create index bill_past_due on bill (due_on) where status = 'confirmed';
