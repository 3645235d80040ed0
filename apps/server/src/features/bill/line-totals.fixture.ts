import type { TestApp } from '#kernel/testing/test-app';

const keys = 'tenant_id, stage_id, org_id, project_id, product_id, occurred_on';

/** What is kept of lines and fees, beside what counting them all gives: the rows in which they differ. */
export const wrongTotals = async (app: TestApp): Promise<unknown> => {
  const lines = await app.rows(`
    with kept as (select ${keys}, unit, line_count, counted, loan_fen, quantity from line_total where line_count <> 0 or counted <> 0 or loan_fen <> 0 or quantity <> 0),
      real as (select ${keys}, unit, count(*), count(quantity), coalesce(sum(loan_fen), 0), coalesce(sum(quantity), 0) from bill_line group by ${keys}, unit)
    select * from ((table kept except table real) union all (table real except table kept)) wrong`);
  const fees = await app.rows(`
    with kept as (select ${keys}, direction, line_count, fee_fen from fee_total where line_count <> 0 or fee_fen <> 0),
      real as (
        select l.tenant_id, l.stage_id, l.org_id, l.project_id, l.product_id, l.occurred_on, b.direction, count(*),
            sum(coalesce((select a.to_fen from bill_line_adjustment a where a.tenant_id = f.tenant_id and a.bill_id = f.bill_id
              and a.line_id = f.line_id order by a.step_no desc limit 1), f.fee_fen))
          from bill b join line_fee f using (tenant_id, bill_id) join bill_line l using (tenant_id, line_id)
          where b.status <> 'draft' and l.stage_id = f.stage_id group by 1, 2, 3, 4, 5, 6, 7)
    select * from ((table kept except table real) union all (table real except table kept)) wrong`);
  return { lines, fees };
};

/** What `wrongTotals` finds where everything is right. */
export const noneWrong = { lines: [], fees: [] };
