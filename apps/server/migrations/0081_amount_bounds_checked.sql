-- What stands already is held to the bounds of 0080, if it keeps them. Where it does not, nothing stops: rows that are only added stay as they are, and
-- their constraint, which every new row is checked by, is not validated. Bills, claims and proposals go on through their steps, and an update is
-- checked too: those that were made until now are exempt.
do $$
declare
  bound record;
begin
  for bound in select * from (values
      ('bill_line', 'bill_line_bound', null, null),
      ('bill_line', 'bill_line_own_rate', null, null),
      ('line_fee', 'line_fee_bound', null, null),
      ('bill_step', 'bill_step_bound', null, null),
      ('bill_line_adjustment', 'bill_line_adjustment_bound', null, null),
      ('bill', 'bill_bound', 'amount_fen', 'created_at'),
      ('feedback', 'feedback_bound', 'claimed_fen', 'created_at'),
      ('feedback_proposal', 'feedback_proposal_bound', 'new_fen', 'proposed_at'))
    as b (of_table, name, amount, made_at) loop
    begin
      execute format('alter table %I validate constraint %I', bound.of_table, bound.name);
    exception when check_violation then
      if bound.amount is not null then
        execute format('alter table %I drop constraint %I, add constraint %I check (%I <= 1000000000000 or %I <= %L::timestamptz)',
          bound.of_table, bound.name, bound.name, bound.amount, bound.made_at, app_now());
      end if;
    end;
  end loop;
end $$;
