-- Maintenance as staff set it (R14.7): what is announced, until when the site is read-only, whether SMS are stopped. One row; none before the first time.

create table maintenance (
  only_row boolean primary key default true check (only_row),
  notice_text text check (char_length(notice_text) between 1 and 100),
  notice_from timestamptz,
  notice_until timestamptz,
  read_only_until timestamptz,
  sms_stopped boolean not null default false,
  revision int not null default 1,
  set_by text,
  set_at timestamptz not null default app_now(),
  check ((notice_text is null) = (notice_from is null) and (notice_text is null) = (notice_until is null)),
  check (notice_until > notice_from)
);
