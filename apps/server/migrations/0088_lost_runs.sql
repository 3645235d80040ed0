-- A run that loses its process or its database is no try of its job (R13.4, R14.6), and who starts on the data folder of a process that has died takes
-- its runs at once instead of waiting for their leases.

alter table sent_job
  add run_node text check (char_length(run_node) <= 64), -- of the last run: where its process keeps its data
  add run_boot text check (char_length(run_boot) <= 64), -- and which process it was
  add losses int not null default 0; -- runs that lost their process or their database
