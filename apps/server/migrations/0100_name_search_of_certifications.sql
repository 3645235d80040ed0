-- As 0096, of companies that asked for a certification.
create index certification_submission_pieces on certification_submission using gin (name_pieces(form ->> 'companyName'));
create index certification_submission_uscc on certification_submission (uscc);
analyze certification_submission;
