import { ownRateText, rateOf } from '@ronghui/domain/money';
import { listOrgs, listProducts, listProjects, listStages, type Named } from '#features/bill/bill.reads';
import type { Db } from '#kernel/database/db';
import { csvHead, csvRow } from '#kernel/files/table/csv-table';
import type { TableColumn } from '#kernel/files/table/table';
import type { LineFilter } from './line-filter.sql.ts';
import { type LineRow, listLines } from './loan-consult.sql.ts';

/** The most lines in one file; an export job makes larger ones. @source contract 5 */
export const linesAtMost = 50_000;

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

/** The names of what lines are grouped by. */
export const readLineNames = async (db: Db, tenantId: string): Promise<AllNames> => {
  const [stages, orgs, projects, products] = await Promise.all([
    listStages(db),
    listOrgs(db),
    listProjects(db, tenantId),
    listProducts(db, tenantId),
  ]);
  return { stages: namesOf(stages), orgs: namesOf(orgs), projects: namesOf(projects), products: namesOf(products) };
};

const ownRateOf = ({ rate_millionths: rate, loan_fen, unit }: LineRow): string =>
  rate === null ? '' : ownRateText(rateOf(rate, 'millionths'), loan_fen === null ? unit : null);

/** The columns of a line in a file. */
export const lineColumns = ({ stages, orgs, projects, products }: AllNames): readonly TableColumn<LineRow>[] => [
  { kind: 'text', head: '编号', width: 24, value: (row) => row.loan_no },
  { kind: 'text', head: '日期', width: 12, value: (row) => row.occurred_on },
  { kind: 'text', head: '账期', width: 16, value: (row) => stages(row.stage_id) },
  { kind: 'text', head: '机构', width: 16, value: (row) => orgs(row.org_id) },
  { kind: 'text', head: '项目', width: 16, value: (row) => projects(row.project_id) },
  { kind: 'text', head: '产品', width: 16, value: (row) => products(row.product_id) },
  { kind: 'text', head: '借款人', width: 10, value: (row) => row.borrower_masked },
  { kind: 'money', head: '贷款金额（元）', width: 18, value: (row) => row.loan_fen },
  { kind: 'count', head: '数量', width: 10, value: (row) => row.quantity },
  { kind: 'text', head: '单位', width: 8, value: (row) => row.unit },
  { kind: 'text', head: '费率或单价', width: 16, value: ownRateOf },
  { kind: 'money', head: '费用（元）', width: 16, value: (row) => row.shown_fen },
  { kind: 'money', head: '反馈调整后（元）', width: 16, value: (row) => row.standing_fen },
  { kind: 'text', head: '账单号', width: 24, value: (row) => row.bill_no ?? '' },
  { kind: 'text', head: '更正的明细', width: 20, value: (row) => row.corrects_line_id ?? '' },
  { kind: 'text', head: '明细编号', width: 20, value: (row) => row.line_id },
];

const rowsAtOnce = 1000;
const utf8 = new TextEncoder();

/** The lines of a filter as a CSV for spreadsheet programs, in parts: with a byte order mark, without texts that would start a formula. @source security 4.8 */
export async function* csvOfLines(db: Db, tenantId: string, filter: LineFilter): AsyncGenerator<Uint8Array> {
  const names = await readLineNames(db, tenantId);
  const columns = lineColumns(names);
  yield utf8.encode(csvHead(columns));
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (let written = 0; written < linesAtMost; written += rowsAtOnce) {
    const listing = { page: 1, pageSize: rowsAtOnce, offset: 0, after, wantsTotal: false };
    const { rows } = await listLines(db, tenantId, { filter, listing });
    const here = rows.slice(0, rowsAtOnce);
    const last = here.at(-1);
    if (last === undefined) return;
    yield utf8.encode(here.map((row) => csvRow(columns, row)).join(''));
    if (rows.length <= rowsAtOnce) return;
    after = keyOf(last);
  }
}

/** The sort key of a line. */
export const keyOf = (row: LineRow): { readonly at: Date; readonly key: string } => ({
  at: new Date(`${row.occurred_on}T00:00:00Z`),
  key: row.line_id,
});
