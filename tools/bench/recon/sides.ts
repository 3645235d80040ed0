import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';

/** A tenant with a stage of lines, and the ledger that it keeps itself. */
export interface Sides {
  readonly tenantId: string;
  readonly stageId: string;
  readonly rows: number;
  /** The ledger's rows in the format of COPY. */
  readonly path: string;
}

const linesOfBill = 5000;

/** Whose rows name no reference: matched by amount and day alone. */
export type LedgerShape = 'usual' | 'noReferences';

const dayOf = (at: number): string => `2026-10-${String(1 + (at % 28)).padStart(2, '0')}`;
const feeOf = (at: number): number => 1000 + ((at * 7919) % 500_000);
const ledgerRow = (no: number, reference: string, fen: number, day: string): string =>
  `${no}\t${reference}\t机构 ${no % 40}\t${fen}\t${day}\t\\N\n`;

/** Of 1,000 rows about 960 agree; the others are what a ledger has: wrong amounts, splits, rows without a reference, twice, or on one side alone. */
const usualRow = (no: number): string => {
  const at = no;
  const reference = `R${String(at).padStart(12, '0')}`;
  const fen = feeOf(at);
  switch (no % 200) {
    case 17:
      return ledgerRow(no, reference, fen + 1, dayOf(at));
    case 34:
      return ledgerRow(no, reference, fen + 500, dayOf(at));
    case 51:
      return ledgerRow(no, '\\N', fen, dayOf(at + 1));
    case 68:
      return ledgerRow(no, `X${no}`, fen + 33, dayOf(at));
    case 85:
      return ledgerRow(no, reference, fen - 400, dayOf(at));
    case 86:
      return ledgerRow(no, `R${String(at - 1).padStart(12, '0')}`, 400, dayOf(at - 1));
    case 119:
      return ledgerRow(no, `R${String(at - 1).padStart(12, '0')}`, feeOf(at - 1), dayOf(at - 1));
    default:
      return ledgerRow(no, reference, fen, dayOf(at));
  }
};

const ledgerText = function* (rows: number, shape: LedgerShape): Generator<string> {
  const atOnce = 1000;
  for (let first = 1; first <= rows; first += atOnce) {
    const nos = Array.from({ length: Math.min(atOnce, rows - first + 1) }, (_, at) => first + at);
    yield nos
      .map((no) => (shape === 'usual' ? usualRow(no) : ledgerRow(no, '\\N', feeOf(no), dayOf(no + (no % 3)))))
      .join('');
  }
};

/** Writes a ledger of so many rows. */
export const writeLedger = async (path: string, rows: number, shape: LedgerShape): Promise<void> => {
  await pipeline(Readable.from(ledgerText(rows, shape)), createWriteStream(path));
};

/** Adds a tenant with a stage of so many lines in issued bills. */
export const addSides = async (owner: pg.Client, name: string, rows: number, path: string): Promise<Sides> => {
  const [tenantId, stageId] = [`recon-${name}`, `recon-stage-${name}`];
  await owner.query(`insert into tenant (tenant_id, name) values ('${tenantId}', '${tenantId}')`);
  await owner.query(
    `insert into stage (stage_id, name, opens_on, issues_on) values ('${stageId}', '${stageId}', '2026-10-01', '2026-11-02')`,
  );
  await owner.query(`insert into project (tenant_id, project_id, name) values ('${tenantId}', 'p', 'p')`);
  await owner.query(`insert into org (org_id, name) values ('recon-org', 'recon-org') on conflict do nothing`);
  await owner.query(`select make_line_partition('${stageId}')`);
  await owner.query(
    `insert into bill (tenant_id, bill_id, bill_no, lines_sha256, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name,
        project_name, product_name, org_name, line_count, basis, lines_fen, amount_fen, tax_fen, pay_days, status, issued_at, confirm_by)
      select $1, md5($2 || n), $2 || n, repeat('a', 64), $2, 'p', 'p' || n, 'recon-org', 'payable', 60000, 's', 'p', 'p', 'o', 1, 1, 0, 0, 0, 10,
        'pending', app_now(), app_now() from generate_series(0, $3::int / ${linesOfBill}) n`,
    [tenantId, stageId, rows],
  );
  await owner.query(
    `insert into bill_line (tenant_id, stage_id, line_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on)
      select $1, $2, lpad(to_hex(n), 16, '0'), 'R' || lpad(n::text, 12, '0'), 'p', 'p' || n / ${linesOfBill}, 'recon-org', 100000, '元',
        date '2026-10-01' + n % 28 from generate_series(1, $3::int) n`,
    [tenantId, stageId, rows],
  );
  await owner.query(
    `insert into line_fee (tenant_id, stage_id, line_id, bill_id, place, before, rule_id, rule_version, fee_fen)
      select $1, $2, lpad(to_hex(n), 16, '0'), md5($2 || n / ${linesOfBill}), n, 0, 'r', 1, 1000 + (n::bigint * 7919) % 500000
        from generate_series(1, $3::int) n`,
    [tenantId, stageId, rows],
  );
  await owner.query('vacuum (analyze) bill_line, line_fee, bill');
  return { tenantId, stageId, rows, path };
};
