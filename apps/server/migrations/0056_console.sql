-- The pages of the portal that are composed of blocks have a record from the start, so that a provider can write them at the console before anything
-- was imported (R2.8, R11.3). Nothing is published by it: each waits, empty, under the name that it has in the portal.
insert into content_record (record, key, title, sort) values
  ('page', 'home', '首页', 'home'),
  ('page', 'partners', '合作伙伴', 'partners'),
  ('page', 'about', '关于我们', 'about')
  on conflict (record, key) do nothing;

-- Which member of staff took a step, so that colleagues on the same order or certification read who was quicker (R11.4, R11.5). Merchants go on reading
-- the name in by_name; steps from before have no member.
alter table order_step add column staff_id text;
alter table certification_step add column staff_id text;
