import type { BillDirection } from '@ronghui/domain/bill';
import { shanghaiTime } from '@ronghui/domain/csv';
import { exportKindNames, type LineWords, lineWords } from '@ronghui/domain/export';
import { ownRateText, rateOf } from '@ronghui/domain/money';
import {
  type ExplainedLine,
  isOfLoans,
  type LineExplanation,
  listOrgs,
  listProducts,
  listProjects,
  listStages,
  type Named,
  readLineExplanation,
} from '#features/bill/bill.reads';
import type { Db, Snapshot } from '#kernel/database/db';
import { momentOfSnapshot, streamRows } from '#kernel/database/row-stream.sql';
import { type FilterWord, filterText, rangeWords, summaryWords, word } from '#kernel/files/table/about-words';
import { csvTable } from '#kernel/files/table/csv-table';
import type { TableColumn, TableSummary, TableTotal } from '#kernel/files/table/table';
import { type ExportedLine, exportedLines } from './exported-lines.sql.ts';
import type { LineFilter } from './line-filter.sql.ts';
import { countLines, type LineRow } from './loan-consult.sql.ts';

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

/** A line of an issued bill with what it is explained by; null before its bill is issued. */
const explainedOf = (row: ExportedLine): ExplainedLine | null =>
  row.bill_no === null
    ? null
    : {
        ...row,
        bill_no: row.bill_no,
        rate_millionths: row.rate_millionths === null ? null : rateOf(row.rate_millionths, 'millionths'),
      };

/** What stands in a file of lines beside their facts. */
interface LineLayout {
  readonly columns: readonly TableColumn<ExportedLine>[];
  readonly totals: readonly (TableTotal<ExportedLine> & { readonly amountOf: string })[];
}

const [fee, standing] = ['费用（元）', '反馈调整后（元）'];

const columnsOf = (
  { stages, orgs, projects, products }: AllNames,
  { reference, person, basis }: LineWords,
  explained: LineExplanation,
): readonly TableColumn<ExportedLine>[] => {
  const wordsOf = (which: keyof LineExplanation) => (row: ExportedLine) => {
    const line = explainedOf(row);
    return line === null ? '' : explained[which](line);
  };
  return [
    { kind: 'text', head: reference, width: 24, value: (row) => row.loan_no },
    { kind: 'day', head: '日期', width: 12, value: (row) => row.occurred_on },
    { kind: 'text', head: '账期', width: 16, value: (row) => stages(row.stage_id) },
    { kind: 'text', head: '机构', width: 16, value: (row) => orgs(row.org_id) },
    { kind: 'text', head: '项目', width: 16, value: (row) => projects(row.project_id) },
    { kind: 'text', head: '产品', width: 16, value: (row) => products(row.product_id) },
    { kind: 'text', head: person, width: 10, value: (row) => row.borrower_masked },
    { kind: 'money', head: `${basis}（元）`, width: 18, value: (row) => row.loan_fen },
    { kind: 'count', head: '数量', width: 10, value: (row) => row.quantity },
    { kind: 'text', head: '单位', width: 8, value: (row) => row.unit },
    { kind: 'text', head: '费率或单价', width: 16, value: ownRateOf },
    { kind: 'money', head: fee, width: 16, value: (row) => row.shown_fen },
    { kind: 'money', head: standing, width: 16, value: (row) => row.standing_fen ?? row.shown_fen },
    { kind: 'text', head: '计算', width: 48, value: wordsOf('computation') },
    { kind: 'text', head: '计费规则', width: 30, value: wordsOf('rule') },
    { kind: 'text', head: '账单号', width: 24, value: (row) => row.bill_no ?? '' },
    { kind: 'text', head: '更正的明细', width: 20, value: (row) => row.corrects_line_id ?? '' },
    { kind: 'text', head: '明细编号', width: 20, value: (row) => row.line_id },
  ];
};

/** The totals of lines in a file, and the column whose sum each amounts to. Fees of the two directions are never added. */
const totalsOf = ({ basis: name }: LineWords): LineLayout['totals'] => {
  const basis = `${name}（元）`;
  const ofDirection = (label: string, wanted: BillDirection) => ({
    label,
    counts: ({ direction }: ExportedLine) => direction === wanted,
    heads: [fee, standing],
    amountOf: standing,
  });
  return [
    { label: `${name}合计`, counts: () => true, heads: [basis], amountOf: basis },
    ofDirection('已出账应付合计', 'payable'),
    ofDirection('已出账应收合计', 'receivable'),
  ];
};

/** How lines of a filter stand in a file: named as loans where all that the filter can find are loans. */
export const lineLayout = async (
  db: Db,
  tenantId: string,
  filter: Pick<LineFilter, 'productId'>,
): Promise<LineLayout> => {
  const words = lineWords(await isOfLoans(db, tenantId, filter.productId));
  const names = await readLineNames(db, tenantId);
  const explained = await readLineExplanation(db, tenantId);
  return { columns: columnsOf(names, words, explained), totals: totalsOf(words) };
};

/** A filter of lines in words, in the order of the page. */
export const lineFilterWords = (names: AllNames, filter: LineFilter): readonly FilterWord[] => [
  ...word('账期', filter.stageId && names.stages(filter.stageId)),
  ...word('机构', filter.orgId && names.orgs(filter.orgId)),
  ...word('项目', filter.projectId && names.projects(filter.projectId)),
  ...word('产品', filter.productId && names.products(filter.productId)),
  ...word('业务编号', filter.loanNo),
  ...rangeWords('日期', filter.from, filter.to),
];

/**
 * The lines of a filter as a CSV, rows, totals and count of one snapshot: with the filter and the moment below, as an export has them. It is whole
 * in memory, some ten megabytes at most: a slow reader would keep the connection of the snapshot. Undefined above `linesAtMost`.
 *
 * @source R10.5, billing.md, exports and invoices
 */
export const csvOfLines = async (
  { db }: Pick<Snapshot, 'db'>,
  tenantId: string,
  filter: LineFilter,
): Promise<readonly Uint8Array[] | undefined> => {
  const at = await momentOfSnapshot({ db });
  const found = await countLines(db, tenantId, { filter, atMost: linesAtMost + 1 });
  if (found > linesAtMost) return undefined;
  const names = await readLineNames(db, tenantId);
  const about = (summary: TableSummary): readonly FilterWord[] => [
    ['内容', exportKindNames.loanConsult],
    ['筛选条件', filterText(lineFilterWords(names, filter))],
    ['数据时间', `${shanghaiTime(at)}（筛选与金额以此刻为准）`],
    ...summaryWords(summary),
  ];
  const pages = streamRows({ db }, exportedLines(tenantId, filter, at));
  const layout = await lineLayout(db, tenantId, filter);
  const table = { name: exportKindNames.loanConsult, ...layout, pages, about, at };
  return Array.fromAsync(csvTable<ExportedLine>(table));
};

/** The sort key of a line. */
export const keyOf = (row: LineRow): { readonly at: Date; readonly key: string } => ({
  at: new Date(`${row.occurred_on}T00:00:00Z`),
  key: row.line_id,
});
