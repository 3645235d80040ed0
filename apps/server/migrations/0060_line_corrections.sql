-- What corrects a line is found by it, and summed, before more is imported (billing.md, lines). Few lines correct others.
create index bill_line_corrections on bill_line (tenant_id, corrects_line_id) where corrects_line_id is not null;
