-- A merchant confirms, disputes and pays; what a bill comes to is changed by the provider alone (R4.10). The privilege on these columns stays,
-- because older versions of the program set them to what they are.
create function refuse_amount() returns trigger language plpgsql as $$
begin
  raise exception 'the amount of a bill is changed by the provider alone';
end
$$;
create trigger bill_amount_is_the_providers before update of amount_fen, adjusted_fen, tax_fen on bill
  for each row when (current_user = 'ronghui_tenant'
    and (old.amount_fen, old.adjusted_fen, old.tax_fen) is distinct from (new.amount_fen, new.adjusted_fen, new.tax_fen))
  execute function refuse_amount();
