-- A lead that was said to be won by mistake goes back to being followed up (R11.4).
alter table lead_step
  drop constraint lead_step_action_check,
  add constraint lead_step_action_check
    check (action in ('take', 'assign', 'win', 'lose', 'reopen', 'undoWin', 'note', 'remind'));
