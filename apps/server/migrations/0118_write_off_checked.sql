-- The checks of 0117 over the rows that there were, with a lock that lets calls go on.
alter table bill validate constraint bill_settled;
alter table bill validate constraint bill_written_off;
alter table bill_step validate constraint bill_step_kind_check;
alter table bill_step validate constraint bill_step_written_off;
