-- Messages of a restored backup may have left already: they wait until a person sends or drops them (R14.5).
alter table outbox add column stopped_at timestamptz;
create index outbox_stopped on outbox (outbox_id) where stopped_at is not null;
