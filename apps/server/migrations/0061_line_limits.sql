-- What a minimum or cap of a line changed of its fee, and what those of a version came to in a bill, so that a bill can say of how much of its
-- difference they are the reason (R10.3). Null where no limit changed it; of bills that were drawn up before, nobody noted it.
alter table line_fee add column limit_fen bigint;
alter table bill_rule add column line_minimum_fen bigint, add column line_cap_fen bigint;
