-- kind: expand
-- step: concurrently
-- What waits at the desk (R11.2, receipts 1.2): unapplied money of known merchants, and of nobody known. Of one of the two there may be many while there is little of the other.
create index concurrently receipt_prepaid on receipt (created_at desc, receipt_no desc) where unapplied_fen > 0 and tenant_id is not null;
create index concurrently receipt_of_nobody on receipt (created_at desc, receipt_no desc) where unapplied_fen > 0 and tenant_id is null;
