-- The console's reviews of certifications: every last submission by time, and what was written at the last rejections (R11.4).

create index certification_newest on certification (submitted_at desc, submission_no desc) where submission_no is not null;
create index certification_step_rejected on certification_step (at desc) where event = 'reject';
