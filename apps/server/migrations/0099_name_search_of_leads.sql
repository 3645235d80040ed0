-- As 0096, of leads; and beginnings of their numbers, and those of a product.
create index lead_pieces on lead using gin (name_pieces(company));
create index lead_ticket_begins on lead (ticket_no text_pattern_ops);
create index lead_of_product on lead (pid) where pid is not null;
analyze lead;
