-- A message that a process was sending when it died is sent by the next one on its data folder at once, instead of ten minutes later (R14.6).

alter table outbox
  add held_node text check (char_length(held_node) <= 64), -- who sends it: where that process keeps its data
  add held_boot text check (char_length(held_boot) <= 64); -- and which process it is
