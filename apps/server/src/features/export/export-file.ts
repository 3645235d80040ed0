import { shanghaiTime } from '@ronghui/domain/csv';
import { type ExportFormat, type ExportKind, exportKindNames } from '@ronghui/domain/export';
import type { Snapshot } from '#kernel/database/db';
import { manyRows, momentOfSnapshot, planLargeStream } from '#kernel/database/row-stream.sql';
import { type FilterWord, summaryWords, thousands } from '#kernel/files/table/about-words';
import { csvTable } from '#kernel/files/table/csv-table';
import type { TableFile, TableSummary } from '#kernel/files/table/table';
import { xlsxTable } from '#kernel/files/table/xlsx-table';
import { ArchiveFull } from '#kernel/files/zip';
import { JobFailed, type SentJobContext } from '#kernel/jobs/sent-job';
import type { ExportTotals } from './export.sql.ts';
import type { AnyFilter, ExportedList } from './export-kind.ts';

/** An export as its run makes it. */
export interface ExportToMake {
  readonly list: ExportedList;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly tenantId: string;
  readonly filter: AnyFilter;
  readonly filterText: string;
  readonly askedAt: Date;
}

/** What came of a run, once its file is written. */
export interface MadeExport {
  dataAt: Date;
  rows: number;
  /** What the rows of each total amount to, as the file states it. */
  totals: ExportTotals;
}

/** What the file says about itself. @source billing.md, exports and invoices */
const aboutOf = (
  { kind, filterText, askedAt }: ExportToMake,
  at: Date,
  summary: TableSummary,
): readonly FilterWord[] => [
  ['内容', exportKindNames[kind]],
  ['筛选条件', filterText],
  ['申请时间', `${shanghaiTime(askedAt)}（此后新增的不在内，到期与逾期按此刻）`],
  ['数据时间', `${shanghaiTime(at)}（他人办理的结果与金额以此刻为准）`],
  ...summaryWords(summary),
];

/** What stands in the list of exports of the totals in the file. */
const totalsOf = (
  { totals }: TableSummary,
  asked: readonly { readonly label: string; readonly amountOf: string }[],
): ExportTotals =>
  totals.flatMap(({ label, count, sums }) => {
    const amount = sums.get(asked.find((each) => each.label === label)?.amountOf ?? '');
    return amount === undefined ? [] : [{ label, count, amount }];
  });

const writers = { xlsx: xlsxTable, csv: csvTable } as const;

type Run = Pick<SentJobContext<unknown>, 'snapshot' | 'progress' | 'ports'>;

const tooMany = (limit: number): JobFailed =>
  new JobFailed(`数据超过 ${thousands(limit)} 行，请缩小筛选范围，分几次导出。`);

/**
 * The file of an export, in pieces. All its rows and sums are of one snapshot, whose moment the file states; it holds what there was when it
 * was asked for. Parts of many rows are read over two connections that share the snapshot. It ends with the last piece, or as soon as nobody reads on.
 *
 * @source R10.5, decision 0034
 */
export const exportFile = async function* (
  { snapshot: open, progress, ports }: Run,
  wanted: ExportToMake,
  made: MadeExport,
): AsyncGenerator<Uint8Array> {
  const { list, tenantId, filter, askedAt, format, kind } = wanted;
  const snapshot = await open({ tenantId });
  let twin: Snapshot | undefined;
  try {
    const at = await momentOfSnapshot(snapshot);
    const asked = { tenantId, filter, until: askedAt };
    const { rows: total, parts } = await list.count(snapshot.db, asked);
    const { exportRows } = ports.limits;
    if (total > exportRows) throw tooMany(exportRows);
    if (total >= manyRows) await planLargeStream(snapshot);
    if (parts.length > 1) {
      twin = await snapshot.twin();
      await planLargeStream(twin);
    }
    const snapshots = twin === undefined ? ([snapshot] as const) : ([snapshot, twin] as const);
    await progress(0, total, '正在写入');
    const counted = async function* <Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
      for await (const page of pages) {
        yield page;
        made.rows += page.length;
        await progress(Math.min(made.rows, total), total, '正在写入');
      }
    };
    made.dataAt = at;
    made.rows = 0;
    yield* await list.read(snapshots, { ...asked, parts }, ({ pages, about, ...read }) => {
      const table: TableFile<Parameters<(typeof read.totals)[number]['counts']>[0]> = {
        ...read,
        name: exportKindNames[kind],
        pages: counted(pages),
        about: (summary) => {
          made.totals = totalsOf(summary, read.totals);
          return [...aboutOf(wanted, at, summary), ...about];
        },
        at,
      };
      return writers[format](table);
    });
  } catch (error) {
    if (error instanceof ArchiveFull) throw new JobFailed('文件超过 4 GB，请缩小筛选范围，分几次导出。');
    throw error;
  } finally {
    await Promise.all([snapshot.close(), twin?.close()]);
  }
};
