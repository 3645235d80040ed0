-- Lines of a tenant without a certification in force are left out of the generation (billing.md, bills).
alter table bill_left_out drop constraint bill_left_out_reason_check;
alter table bill_left_out add constraint bill_left_out_reason_check
  check (reason in ('notCertified', 'noRule', 'otherUnit', 'negative', 'tooLarge', 'issued', 'overCorrected', 'notCharged'));
