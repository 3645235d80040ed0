-- As 0096, of accounts.
create index user_account_pieces on user_account using gin (name_pieces(name));
analyze user_account;
