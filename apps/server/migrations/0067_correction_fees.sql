-- What stood of the line that a line corrects, before it: its fee is what that line costs with it less what it cost before. Null of a line that
-- corrects none, and of corrections that were billed before, whose fee is that of a line of their own.
alter table line_fee add column stood bigint;
alter table bill_left_out drop constraint bill_left_out_reason_check;
alter table bill_left_out add constraint bill_left_out_reason_check
  check (reason in ('noRule', 'otherUnit', 'negative', 'tooLarge', 'issued', 'overCorrected', 'notCharged'));
-- The total basis that the tiers of a version went by: that of the bill's lines in its unit. Null of bills that were drawn up before: theirs.
alter table bill_rule add column tier_basis bigint;
