-- What one use costs, and what a card says beside the lowest price (R1.1).

alter table sku add column usage_rules jsonb; -- null: none
alter table product
  add column price_unit text, -- `人 / 月`; null where there is no price
  add column billing text not null default 'prepaid' check (billing in ('prepaid', 'postpaid'));

-- The price that a product starts from is what its smallest order pays, not what its largest one does.
with offered as (
  select
    sku.pid,
    coalesce(
      (
        select (tier ->> 'price')::bigint
        from jsonb_array_elements(sku.tiers) as tier
        where (tier ->> 'minQuantity')::int <= sku.min_quantity
        order by (tier ->> 'minQuantity')::int desc
        limit 1
      ),
      sku.price_fen
    ) as price_fen,
    sku.unit || case when cardinality(sku.term_months) > 0 then ' / 月' else '' end as price_unit,
    sku.position
  from sku
  where sku.billing = 'prepaid' and sku.price_fen is not null
),
lowest as (select distinct on (pid) pid, price_fen, price_unit from offered order by pid, price_fen, position)
update product
set price_from_fen = lowest.price_fen, price_unit = lowest.price_unit
from lowest
where lowest.pid = product.pid;

update product
set billing = 'postpaid'
where price_from_fen is null
  and exists (select 1 from sku where sku.pid = product.pid and sku.billing = 'postpaid' and sku.price_fen is not null);
