-- The account that merchants pay to is published only with a fresh proof (R11.3). A moment is set with the proof and comes without one: what was
-- approved is kept beside it with who approved it, and the job publishes no other account, nor one of somebody who may not do so any more. Null where none was approved, as of moments that were set before.
alter table content_record add column proved_payee jsonb;
