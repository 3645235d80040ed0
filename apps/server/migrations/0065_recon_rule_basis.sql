-- A rule for fees is a share of the line's basis (R13.2): a kind of its own, so that rules of before say what they said.
alter table recon_rule drop constraint recon_rule_kind_check;
alter table recon_rule add constraint recon_rule_kind_check check (kind in ('rate', 'amount', 'basisRate'));
alter table recon_rule drop constraint recon_rule_check;
alter table recon_rule add constraint recon_rule_value_bounds check (abs(value) <= case kind when 'amount' then 1000000000 else 1000000 end);
