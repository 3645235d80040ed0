-- kind: expand
-- A lead that staff write down for somebody (service 5.4): its words and contacts are no record of that person's own.
alter table lead add column noted_by text; -- the member of staff; null: the form was filled in
