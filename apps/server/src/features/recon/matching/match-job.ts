import { id, object } from '@ronghui/contract';
import { ledgerFieldNames, type ReconPhase, reconPhases } from '@ronghui/domain/recon';
import { leaveNotice } from '#features/notice/notice.steps';
import { allowMinutesBehind, type Tx } from '#kernel/database/db';
import { streamRows } from '#kernel/database/row-stream.sql';
import { faultReport, reportFile } from '#kernel/files/reading/fault-report';
import { readAhead } from '#kernel/files/reading/read-ahead';
import { TableFault } from '#kernel/files/reading/table-fault';
import { type CountedRows, copyPieces } from '#kernel/files/reading/table-reading';
import { rowChoicesOf, sheetOf } from '#kernel/files/row-choices';
import { job } from '#kernel/jobs/jobs';
import { JobFailed, type SentJobContext, type SentJobResult } from '#kernel/jobs/sent-job';
import type { IncomingFile } from '#kernel/ports';
import { readLedger } from '../intake/ledger-reading.ts';
import { type LedgerPiece, ledgerSkipNames } from '../intake/ledger-table.ts';
import { ledgerMappingOf } from '../intake/mapping-of.ts';
import {
  findRunToMatch,
  type RunToMatch,
  readFaults,
  updateMatched,
  updateRunFailed,
  updateSuperseded,
} from './match-job.sql.ts';
import type { DrawnRun, MatchedRun } from './matched-run.ts';
import { createLedgerTable, drawSide, ledgerColumns, matchRun } from './matching.ts';
import { findOtherStage, type OtherStage } from './other-stage.sql.ts';

/** The longest that a run may take. @unit minutes */
const maxMinutes = 60;
/** The progress of a run that is matched. @unit per cent */
const matchedProgress = 100;
const { read: reading, reference: afterReading } = reconPhases;
/** How much of a ledger is read while the lines are drawn. @unit bytes */
const aheadBytes = 32 * 1024 * 1024;

type Run = Pick<SentJobContext<unknown>, 'transact' | 'progress' | 'ports' | 'signal'>;
type Found = RunToMatch & { readonly storage_key: string };

/** What reading a ledger came to. */
interface Counted extends CountedRows {
  readonly badRows: number;
}

/** Copies a ledger's rows into `ledger_row`. */
const copyLedger = async (tx: Tx, pieces: AsyncGenerator<LedgerPiece>, progress: Run['progress']): Promise<Counted> => {
  let badRows = 0;
  const counted = await copyPieces(tx, `ledger_row (${ledgerColumns})`, pieces, {
    skipNames: ledgerSkipNames,
    onPiece: (piece) => {
      badRows += piece.badRows;
    },
    report: (share, words) =>
      progress(reading.from + Math.floor(share * (afterReading.from - reading.from)), matchedProgress, words),
  });
  return { ...counted, badRows };
};

/** A ledger that seems to be of another stage than the run's. */
class WrongStage extends JobFailed {
  readonly stageId: string;
  constructor({ stage_name: own }: RunToMatch, { stageId, stageName, by }: OtherStage) {
    const what = by === 'reference' ? '大部分业务编号' : '大部分日期';
    super(
      `这份商户账像是账期“${stageName}”的：${what}属于“${stageName}”，几乎没有属于“${own}”的。请核对账期；没有选错时，可以仍按本账期对账。`,
    );
    this.stageId = stageId;
  }
}

/** What a run compares, as it was started. */
const runOf = (row: RunToMatch): MatchedRun => ({
  tenantId: row.tenant_id,
  runId: row.run_id,
  runNo: row.run_no,
  stageId: row.stage_id,
  side: row.side,
  direction: row.direction,
  settings: {
    amountTolerance: row.amount_tolerance_fen,
    amountRate: row.amount_rate_millionths,
    dayTolerance: row.day_tolerance,
  },
  rules: row.rules ?? [],
  comparedRunNo: row.compared_run_no,
});

/** Draws the lines of the stage, while a thread reads the ledger's file ahead, and copies the ledger's rows. */
const drawBoth = async (
  tx: Tx,
  run: MatchedRun,
  read: AsyncGenerator<LedgerPiece>,
  progress: Run['progress'],
): Promise<{ readonly drawn: DrawnRun; readonly counted: Counted }> => {
  const pieces = readAhead(read, aheadBytes);
  try {
    const drawn = await drawSide(tx, run);
    return { drawn, counted: await copyLedger(tx, pieces, progress) };
  } finally {
    await pieces.return(undefined);
  }
};

/** One reading of a ledger: it is matched, or its report is written and nothing stored. */
const matchOnce = (
  { transact, progress, ports, signal }: Run,
  row: Found,
  { path, report }: { readonly path: string; readonly report: IncomingFile },
): Promise<Counted> =>
  transact('service', async (tx) => {
    allowMinutesBehind(tx, maxMinutes);
    await createLedgerTable(tx);
    const onPhase = (phase: ReconPhase): Promise<void> =>
      progress(
        reconPhases[phase].from,
        matchedProgress,
        `正在${reconPhases[phase].name}${phase === 'load' || phase === 'total' ? '' : '勾对'}`,
      );
    await onPhase('load');
    const source = { path, kind: row.kind, encoding: row.encoding, ...sheetOf(row.choices ?? undefined) };
    const task = {
      source,
      mapping: ledgerMappingOf(row.mapping),
      choices: rowChoicesOf(row.choices ?? undefined),
      maxRows: ports.limits.reconRows,
    };
    const { drawn, counted } = await drawBoth(tx, runOf(row), readLedger(task, signal), progress);
    if (counted.rows === 0) throw new JobFailed('文件里没有可以对账的行。');
    if (counted.badRows > 0) {
      const faults = streamRows({ db: tx }, readFaults());
      await report.write(faultReport(faults, { ours: ledgerFieldNames, mapping: row.mapping.columns }));
      return counted;
    }
    const other = row.is_any_stage ? null : await findOtherStage(tx, row);
    if (other !== null) throw new WrongStage(row, other);
    const matched = await matchRun(tx, drawn, onPhase);
    await updateMatched(tx, row, { ...counted, ...matched });
    if (!row.is_dry) {
      await updateSuperseded(tx, row);
      const text = `账期“${row.stage_name}”的对账已完成，可以查看差异。`;
      const notice = { kind: 'bill', title: '对账已完成', text, place: 'recon', placeId: row.run_id } as const;
      leaveNotice(tx, { tenantId: row.tenant_id, userId: row.user_id }, notice);
    }
    return counted;
  });

/** Tells who started a run that it failed, and why; what only tried settings is watched by its user. */
const tellRunFailed = (tx: Tx, row: RunToMatch, failure: string): void => {
  if (row.is_dry) return;
  const text = `账期“${row.stage_name}”的对账没有完成：${failure}`;
  const notice = { kind: 'bill', title: '对账没有完成', text, place: 'recon', placeId: row.run_id } as const;
  leaveNotice(tx, { tenantId: row.tenant_id, userId: row.user_id }, notice);
};

/** The end of a run that matched nothing, kept when its job is gone. */
const failed = (
  row: RunToMatch,
  failure: string,
  counted?: Counted | { readonly seemsStageId: string },
): SentJobResult => ({
  async store(tx) {
    await updateRunFailed(tx, row, { failure, ...counted });
    tellRunFailed(tx, row, failure);
  },
});

/**
 * Reads the ledger of a run and matches it, in one transaction: whole, or not at all with a report of every bad row. A run that died begins
 * again; one whose transaction was committed before it died has nothing left to do.
 *
 * @source R13.4, R14.6
 */
export const matchLedger = job({
  name: 'recon.match',
  payload: object({ runId: id() }),
  maxMinutes,
  async failed(tx, { payload: { runId }, failure }) {
    const row = await findRunToMatch(tx, runId);
    if (row !== undefined && !row.is_matched) tellRunFailed(tx, row, failure);
  },
  async run({ payload: { runId }, ...run }): Promise<SentJobResult> {
    const row = await findRunToMatch(run.reading('service'), runId);
    if (row === undefined || row.is_matched) return {};
    const key = row.storage_key;
    if (key === null) return failed(row, '商户账文件已不再保留，请重新上传。');
    const report = await run.ports.files.receive();
    let isHandedOn = false;
    try {
      const counted = await run.ports.files.withLocalPath(key, (path) =>
        matchOnce(run, { ...row, storage_key: key }, { path, report }),
      );
      if (counted === null) return failed(row, '商户账文件已不再保留，请重新上传。');
      if (counted.badRows === 0) return {};
      isHandedOn = true;
      const failure = `有\u00a0${counted.badRows.toLocaleString('en-US')}\u00a0行读不出来，请下载清单，改好后重新上传。`;
      return { ...failed(row, failure, counted), file: reportFile(row.name, '读不出的行', report) };
    } catch (error) {
      if (error instanceof WrongStage) return failed(row, error.message, { seemsStageId: error.stageId });
      if (error instanceof TableFault || error instanceof JobFailed) return failed(row, error.message);
      throw error;
    } finally {
      if (!isHandedOn) await report.drop();
    }
  },
});
