import { fen } from '@ronghui/domain/money';
import type { ReconInput } from '@ronghui/domain/recon/match-ledger';
import type { Neighbours, PlatformRow } from '@ronghui/domain/recon/recon-row';
import { sql } from 'kysely';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { Tx } from '#kernel/database/db';
import type { TestApp } from '#kernel/testing/test-app';
import type { Matched, MatchedRun } from './matched-run.ts';
import { createLedgerTable, drawSide, matchRun } from './matching.ts';

type Side = MatchedRun['side'];

/** The stages of all cases: the one that is matched has one before and one after. */
const stages = ['recon-before', 'recon-now', 'recon-after'] as const;
const [stageBefore, , stageAfter] = stages;
export const stageNow = stages[1];

/** What no run may look at: beyond the neighbours. */
const stageFar = 'recon-far';
/** Who uploads all ledgers of an application. */
const owners = new WeakMap<TestApp, string>();

/** Stands between two stages of every case, which has no line in it: it is no neighbour. */
const stageOfOthers = 'recon-others';

/** Adds what all cases share. */
export const addStages = async (app: TestApp): Promise<void> => {
  await app.rows(`insert into stage (stage_id, name, opens_on, issues_on) values ('${stageBefore}', '九月', '2026-09-01', '2026-10-02'),
    ('${stageNow}', '十月', '2026-10-01', '2026-11-02'), ('${stageAfter}', '十一月', '2026-11-01', '2026-12-02'), ('${stageFar}', '八月', '2026-08-01', '2026-09-02'),
    ('${stageOfOthers}', '九月下半月', '2026-09-16', '2026-10-02')`);
  await app.rows(`select make_line_partition(stage_id) from stage where stage_id like 'recon-%'`);
  await app.rows(`insert into org (org_id, name) values ('recon-org', '对账机构')`);
  owners.set(app, (await makeMerchant(app)).userId);
};

interface StoredLine extends Omit<PlatformRow, 'lineId'> {
  readonly lineId: string;
  readonly stageId: string;
  readonly bill: 'issued' | 'draft' | 'receivable';
  readonly isCounted?: boolean;
}

/** Adds the lines with their bills. On the side of fees some of them were adjusted, so that the fee first was another one. */
const addLines = async (app: TestApp, tenantId: string, side: Side, lines: readonly StoredLine[]): Promise<void> => {
  const rows = lines.map((line, at) => ({
    ...line,
    at,
    moved: side === 'fee' && at % 3 === 0 && line.bill === 'issued' ? 7 : 0,
  }));
  const values = [tenantId, side, JSON.stringify(rows)];
  const given = `jsonb_to_recordset($3::jsonb) g ("lineId" text, "stageId" text, bill text, reference text, amount bigint, "occurredOn" date, at int,
    moved bigint, "isCounted" boolean, basis bigint)`;
  const billId = `$1 || '-' || g."stageId" || '-' || g.bill`;
  const all = 'cross join (select $1::text, $2::text, $3::text) p';
  await app.rows(
    `insert into bill (tenant_id, bill_id, bill_no, lines_sha256, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name,
        project_name, product_name, org_name, line_count, basis, lines_fen, amount_fen, tax_fen, pay_days, status, issued_at, confirm_by)
      select distinct $1, ${billId}, case when g.bill <> 'draft' then ${billId} end, case when g.bill <> 'draft' then repeat('a', 64) end, g."stageId",
        $1, 'p-' || g.bill, 'recon-org', case when g.bill = 'receivable' then 'receivable' else 'payable' end, 60000, 's', 'p', 'p', 'o', 1, 1, 0, 0, 0, 10,
        case when g.bill = 'draft' then 'draft' else 'pending' end, case when g.bill <> 'draft' then app_now() end,
        case when g.bill <> 'draft' then app_now() end from ${given} ${all}`,
    values,
  );
  await app.rows(
    `insert into bill_line (tenant_id, stage_id, line_id, loan_no, project_id, product_id, org_id, loan_fen, quantity, unit, occurred_on,
        corrects_line_id)
      select $1, g."stageId", g."lineId", g.reference, $1, 'p' || g.at, 'recon-org', case when g."isCounted" is null then
        case when $2 = 'fee' then g.basis else g.amount end end, case when g."isCounted" or ($2 = 'fee' and g.basis is null) then 4 end, '元', g."occurredOn", 'former' from ${given} ${all}`,
    values,
  );
  await app.rows(
    `insert into line_fee (tenant_id, stage_id, line_id, bill_id, place, before, rule_id, rule_version, fee_fen)
      select $1, g."stageId", g."lineId", ${billId}, g.at, 0, 'rule', 1, case when $2 = 'fee' then g.amount - g.moved else 3 end from ${given} ${all}`,
    values,
  );
  await app.rows(
    `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, from_fen, confirm_by, feedback_no)
      select distinct $1, ${billId}, s, 'adjusted', app_now(), 'ops', '财务', 0, 0, app_now(), 'f' from ${given} ${all} cross join generate_series(1, 2) s
        where g.moved > 0`,
    values,
  );
  // Two answers: the second one goes on from the first.
  await app.rows(
    `insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen)
      select $1, ${billId}, s, g."lineId", case s when 1 then g.amount - 7 else g.amount + 9 end, case s when 1 then g.amount + 9 else g.amount end
        from ${given} ${all} cross join generate_series(1, 2) s where g.moved > 0`,
    values,
  );
};

/** Adds a run with its ledger; one that is done has items too. */
export const addRun = async (
  app: TestApp,
  {
    tenantId,
    stageId,
    side,
    isDry = false,
    doneItems,
  }: Pick<MatchedRun, 'tenantId' | 'stageId' | 'side'> & {
    readonly isDry?: boolean;
    readonly doneItems?: Neighbours['ledger'];
  },
): Promise<Pick<MatchedRun, 'runId' | 'runNo'>> => {
  const runId = app.ports.ids.id();
  const userId = owners.get(app);
  await app.rows(
    `insert into recon_ledger (tenant_id, ledger_id, name, kind, encoding, size_bytes, sha256, user_id, uploaded_by)
      values ($1, 'ledger', 'a.csv', 'csv', 'utf-8', 1, repeat('a', 64), $2, '财务') on conflict do nothing`,
    [tenantId, userId],
  );
  const [row] = await app.rows(
    `insert into recon_run (tenant_id, run_id, ledger_id, stage_id, side, direction, mapping, amount_tolerance_fen, amount_rate_millionths, day_tolerance,
        is_dry, user_id, started_by, row_count, next_item_no, matched_at)
      values ($1, $2, 'ledger', $3, $4, 'payable', '{}', 0, 0, 3, $5, $7, '财务', 0, 1, case when $6 then app_now() end) returning run_no`,
    [tenantId, runId, stageId, side, isDry, doneItems !== undefined, userId],
  );
  const runNo = Number(row?.['run_no']);
  if (doneItems !== undefined) {
    const items = doneItems.map(({ reference, amount }, at) => ({ reference, amount, at }));
    await app.rows(
      `select make_recon_tables(${runNo});
       insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, ledger_fen, ledger_on, ledger_count, line_fen, line_count,
          difference_fen, until_step)
        select '${tenantId}', ${runNo}, at, case when at % 2 = 0 then 3 else 6 end, 5, at, reference, amount, date '2026-09-01', 1, 0, 0, -amount, null
          from jsonb_to_recordset('${JSON.stringify(items)}') g (reference text, amount bigint, at int)
        -- Neither a match nor what a step has ended is a row without a match.
        union all select '${tenantId}', ${runNo}, 1000 + at, case when at % 2 = 0 then 0 else 3 end, 5, at, reference, amount, date '2026-09-01', 1, 0, 0,
            -amount, case when at % 2 = 1 then 1 end from jsonb_to_recordset('${JSON.stringify(items)}') g (reference text, amount bigint, at int);
       select finish_recon_tables(${runNo})`,
    );
  }
  return { runId, runNo };
};

/** Later runs of a stage that no run may look at: a dry one, and one of the other side. */
const addRunsAside = async (
  app: TestApp,
  place: Pick<MatchedRun, 'tenantId' | 'side' | 'stageId'>,
  doneItems: Neighbours['ledger'],
): Promise<void> => {
  await addRun(app, { ...place, isDry: true, doneItems });
  await addRun(app, { ...place, side: place.side === 'fee' ? 'basis' : 'fee', doneItems });
};

/** Stores one case for a tenant of its own, with things beside it that the run may not look at: of runs only where `hasRunsAside`. */
export const storeCase = async (
  app: TestApp,
  { tenantId, side, hasRunsAside = false }: Pick<MatchedRun, 'tenantId' | 'side'> & { readonly hasRunsAside?: boolean },
  input: ReconInput,
): Promise<MatchedRun> => {
  await app.rows('insert into tenant (tenant_id, name) values ($1, $1)', [tenantId]);
  await app.rows('insert into project (tenant_id, project_id, name) values ($1, $1, $1)', [tenantId]);
  const now = input.lines.map((line): StoredLine => ({ ...line, stageId: stageNow, bill: 'issued' }));
  const [first] = input.lines;
  const beside =
    first === undefined
      ? []
      : [
          { ...first, lineId: 'draft', stageId: stageNow, bill: 'draft' as const },
          { ...first, lineId: 'receivable', stageId: stageNow, bill: 'receivable' as const },
          { ...first, lineId: 'far', stageId: stageFar, bill: 'issued' as const },
          ...(side === 'basis'
            ? [{ ...first, lineId: 'counted', stageId: stageNow, bill: 'issued' as const, isCounted: true }]
            : []),
        ];
  const beyond = input.neighbours.lines.map(
    (line, at): StoredLine => ({
      ...line,
      reference: line.reference,
      lineId: `n${at}`,
      occurredOn: '2026-09-03',
      stageId: at % 2 === 0 ? stageBefore : stageAfter,
      bill: 'issued',
    }),
  );
  // Each case has a line in both neighbours, alike to nothing: what is farther away is never looked at.
  const ofNeighbours = [stageBefore, stageAfter].map(
    (stageId): StoredLine => ({
      lineId: `of-${stageId}`,
      reference: `of ${stageId}`,
      amount: fen(77_777),
      occurredOn: '2026-09-03',
      stageId,
      bill: 'issued',
    }),
  );
  await addLines(app, tenantId, side, [...now, ...beside, ...beyond, ...ofNeighbours]);
  const { ledger } = input.neighbours;
  const half = Math.floor(ledger.length / 2);
  const place = { tenantId, side };
  if (half > 0) {
    const before = { ...place, stageId: stageBefore };
    if (hasRunsAside) {
      await addRun(app, { ...before, doneItems: ledger });
      await app.clock.advance({ seconds: 1 });
    }
    await addRun(app, { ...before, doneItems: ledger.slice(0, half) });
    if (hasRunsAside) {
      await app.clock.advance({ seconds: 1 });
      await addRunsAside(app, before, ledger);
    }
  }
  if (ledger.length > half) await addRun(app, { ...place, stageId: stageAfter, doneItems: ledger.slice(half) });
  const run = await addRun(app, { ...place, stageId: stageNow });
  return {
    ...run,
    ...place,
    stageId: stageNow,
    direction: 'payable',
    settings: input.settings,
    rules: input.rules,
    comparedRunNo: null,
  };
};

const fill = async (tx: Tx, { ledger }: Pick<ReconInput, 'ledger'>): Promise<void> => {
  await createLedgerTable(tx);
  await sql`
    insert into ledger_row (row_no, reference, counterparty, fen, occurred_on)
    select "rowNo", reference, counterparty, amount, "occurredOn"
      from jsonb_to_recordset(${JSON.stringify(ledger)}::jsonb) g ("rowNo" int, reference text, counterparty text, amount bigint, "occurredOn" date)`.execute(
    tx,
  );
};

/** Drops the items of a case's runs, once it is compared: what is done to a table of items gets dearer with each run that has any. */
export const dropItems = async (app: TestApp, { tenantId }: Pick<MatchedRun, 'tenantId'>): Promise<void> => {
  await app.rows('select drop_recon_tables(run_no) from recon_run where tenant_id = $1', [tenantId]);
};

/** Matches cases with their runs, in one transaction. */
export const matchCases = (app: TestApp, runs: readonly (readonly [MatchedRun, ReconInput])[]): Promise<Matched[]> =>
  app.database.transact('service', async (tx) => {
    const results: Matched[] = [];
    for (const [run, input] of runs) {
      await fill(tx, input);
      results.push(await matchRun(tx, await drawSide(tx, run)));
    }
    return results;
  });
