-- Agreements as records of content (R10.6, R11.3): what stands on each version is counted for the staff who write the next one.
create index consent_standing on consent (agreement_id, agreement_version) where withdrawn_at is null and ended_at is null;

-- The list of agreements shows their scene.
update content_record set list_group = latest.scene
  from (select distinct on (agreement_id) agreement_id, scene from agreement order by agreement_id, effective_at desc) latest
  where record = 'agreement' and key = latest.agreement_id;
