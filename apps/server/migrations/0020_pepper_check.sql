-- What the pepper of this installation gives for a fixed text: a start with another one is refused, instead of refusing every password.

create table pepper_check (
  only_row boolean primary key default true check (only_row),
  digest bytea not null
);
