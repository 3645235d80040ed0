-- What a tiered version charged in a bill, by its tiers and beside them, so that a bill can show its table by tier (R10.3): `TierShare` of the
-- domain. Null of versions without tiers, of sums beyond the safe range, and of bills that were drawn up before.
alter table bill_rule add column tier_share jsonb;
-- Which products a tenant has lines of: what its lines are called depends on whether these are loans (R10.5).
create index line_total_by_product on line_total (tenant_id, product_id);
