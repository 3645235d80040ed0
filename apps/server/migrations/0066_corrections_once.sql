-- A correction that its stage left out may be given again in a later one (R11.6): the generation leaves out what would take back more than the line.
alter table bill_left_out drop constraint bill_left_out_reason_check;
alter table bill_left_out add constraint bill_left_out_reason_check
  check (reason in ('noRule', 'otherUnit', 'negative', 'tooLarge', 'issued', 'overCorrected'));
