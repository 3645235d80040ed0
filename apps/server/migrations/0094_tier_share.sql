-- What a tiered version charged in a bill, by its tiers and beside them, so that a bill can show its table by tier (R10.3): `TierShare` of the
-- domain. Null of versions without tiers, of sums beyond the safe range, and of bills that were drawn up before.
alter table bill_rule add column tier_share jsonb;
