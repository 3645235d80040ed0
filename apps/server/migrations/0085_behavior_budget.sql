-- What behaviour reports may leave on disk in a day (security 4.14), however many sessions are opened, and whether the process was started anew.

-- Records taken on a day in Shanghai: of an address, by its keyed digest, and of the whole site, in sixteen counters so that reports do not wait for
-- each other. An address has a row only on a day that the site still takes records, so there are never more of them than records.
create table behavior_budget (
  on_day date not null,
  source text collate "C" not null check (char_length(source) <= 64),
  records bigint not null check (records >= 0),
  primary key (on_day, source)
);
