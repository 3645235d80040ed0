import { csvLine } from '@ronghui/domain/csv';
import { yuanText } from '@ronghui/domain/money';
import { listOrgs, listProducts, listProjects, listStages, type Named } from '#features/bill/bill.reads';
import type { Db } from '#kernel/database/db';
import type { LineFilter } from './line-filter.sql.ts';
import { type LineRow, listLines } from './loan-consult.sql.ts';

/** The most lines in one file; an export job makes larger ones. @source contract 5 */
export const linesAtMost = 50_000;

const heads = [
  '编号',
  '日期',
  '账期',
  '机构',
  '项目',
  '产品',
  '借款人',
  '贷款金额（元）',
  '数量',
  '单位',
  '费率（百万分之一）',
  '费用（元）',
  '更正的明细',
  '明细编号',
];

const yuan = (amount: LineRow['loan_fen']): string => (amount === null ? '' : yuanText(amount, { grouping: false }));
const count = (value: number | null): string => (value === null ? '' : String(value));

/** The names by their ids; an id without a name stands for itself. */
type Names = (id: string) => string;

const namesOf = (...lists: readonly (readonly Named[])[]): Names => {
  const names = new Map(lists.flat().map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
};

interface AllNames {
  readonly stages: Names;
  readonly orgs: Names;
  readonly projects: Names;
  readonly products: Names;
}

const readNames = async (db: Db, tenantId: string): Promise<AllNames> => {
  const [stages, orgs, projects, products] = await Promise.all([
    listStages(db),
    listOrgs(db),
    listProjects(db, tenantId),
    listProducts(db, tenantId),
  ]);
  return { stages: namesOf(stages), orgs: namesOf(orgs), projects: namesOf(projects), products: namesOf(products) };
};

const cellsOf = (row: LineRow, { stages, orgs, projects, products }: AllNames): string[] => [
  row.loan_no,
  row.occurred_on,
  stages(row.stage_id),
  orgs(row.org_id),
  projects(row.project_id),
  products(row.product_id),
  row.borrower_masked ?? '',
  yuan(row.loan_fen),
  count(row.quantity),
  row.unit,
  count(row.rate_millionths),
  yuan(row.shown_fen),
  row.corrects_line_id ?? '',
  row.line_id,
];

const rowsAtOnce = 1000;
const utf8 = new TextEncoder();

/** The lines of a filter as a CSV for spreadsheet programs, in parts: with a byte order mark, without texts that would start a formula. @source security 4.8 */
export async function* csvOfLines(db: Db, tenantId: string, filter: LineFilter): AsyncGenerator<Uint8Array> {
  const names = await readNames(db, tenantId);
  yield utf8.encode(`\ufeff${csvLine(heads)}`);
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (let written = 0; written < linesAtMost; written += rowsAtOnce) {
    const listing = { page: 1, pageSize: rowsAtOnce, offset: 0, after, wantsTotal: false };
    const { rows } = await listLines(db, tenantId, { filter, listing });
    const here = rows.slice(0, rowsAtOnce);
    const last = here.at(-1);
    if (last === undefined) return;
    yield utf8.encode(here.map((row) => csvLine(cellsOf(row, names))).join(''));
    if (rows.length <= rowsAtOnce) return;
    after = keyOf(last);
  }
}

/** The sort key of a line. */
export const keyOf = (row: LineRow): { readonly at: Date; readonly key: string } => ({
  at: new Date(`${row.occurred_on}T00:00:00Z`),
  key: row.line_id,
});
