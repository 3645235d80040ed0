import { id, object } from '@ronghui/contract';
import { lineFieldNames } from '@ronghui/domain/line-import';
import { skipNames } from '@ronghui/domain/table';
import { codeOf } from '#kernel/database/connection';
import { allowMinutesBehind, type Tx } from '#kernel/database/db';
import { streamRows } from '#kernel/database/row-stream.sql';
import { faultReport, reportFile } from '#kernel/files/reading/fault-report';
import { TableFault } from '#kernel/files/reading/table-fault';
import { type CountedRows, copyPieces } from '#kernel/files/reading/table-reading';
import { rowChoicesOf, sheetOf } from '#kernel/files/row-choices';
import { job } from '#kernel/jobs/jobs';
import { JobFailed, type SentJobContext, type SentJobResult } from '#kernel/jobs/sent-job';
import { systemAuthor } from '#kernel/observe/audit';
import type { IncomingFile } from '#kernel/ports';
import { prepareLargeWrite } from '../generation/draft-lines.sql.ts';
import { readStaged } from './import-reading.ts';
import type { Party, StagedPiece } from './import-table.ts';
import { findImport, type ImportOutcome, type ImportRow, nextImportNo, updateOutcome } from './line-import.sql.ts';
import { mappingOf, periodOf } from './mapping-of.ts';
import { noteCorrections } from './staged-correction.sql.ts';
import {
  countBadRows,
  createStaging,
  dropStaging,
  insertParties,
  insertStagedLines,
  lockStageImports,
  noteDuplicates,
  noteFaults,
  resolveParties,
  stagedFaults,
} from './staged-line.sql.ts';
import { stagedColumns } from './staged-row.ts';

/** The longest that an import may take. @unit minutes */
const maxMinutes = 60;
/** The shares of an import's progress. @unit per cent */
const progressOf = { read: 45, checked: 55, stored: 100 } as const;

type Run = Pick<SentJobContext<unknown>, 'transact' | 'progress' | 'ports' | 'signal' | 'log'>;
type Found = ImportRow & { readonly storage_key: string };

/** Stages the rows of a file, and whom they name. */
const stage = async (tx: Tx, pieces: AsyncGenerator<StagedPiece>, progress: Run['progress']): Promise<CountedRows> => {
  const parties: Party[] = [];
  const counted = await copyPieces(tx, `staged_line (${stagedColumns})`, pieces, {
    skipNames,
    onPiece: (piece) => void parties.push(...piece.parties),
    report: (share, words) => progress(Math.floor(share * progressOf.read), progressOf.stored, words),
  });
  const atOnce = 10_000;
  for (let at = 0; at < parties.length; at += atOnce) await insertParties(tx, at, parties.slice(at, at + atOnce));
  return counted;
};

/** What was decided about rows of the file, for the trail: those taken in, and how many that cannot be read were left out, with their amounts, and which doubts were accepted. */
const decidedOf = ({ choices, accepted }: Pick<ImportRow, 'choices' | 'accepted'>, { skipped }: CountedRows) => {
  const faulty = skipped.find(({ reason }) => reason === skipNames.faulty);
  return {
    ...(accepted !== null && { accepted }),
    ...(choices !== null && choices.takeIn.length > 0 && { takenIn: choices.takeIn }),
    ...(faulty !== undefined && { leftOutFaulty: { rows: faulty.rows, amountFen: faulty.amount ?? null } }),
  };
};

/** One reading of a file: its lines are stored, or its report is written and nothing stored. */
const importOnce = async (
  { transact, progress, ports, signal }: Run,
  row: Found,
  {
    path,
    report,
    hasDuplicates,
  }: { readonly path: string; readonly report: IncomingFile; readonly hasDuplicates: boolean },
): Promise<ImportOutcome> =>
  transact('service', async (tx) => {
    allowMinutesBehind(tx, maxMinutes);
    await prepareLargeWrite(tx);
    await lockStageImports(tx, row.stage_id);
    await createStaging(tx);
    const source = { path, kind: row.kind, encoding: row.encoding, ...sheetOf(row.choices ?? undefined) };
    const mapping = mappingOf(row.mapping ?? []);
    const terms = { mapping, choices: rowChoicesOf(row.choices ?? undefined), maxRows: ports.limits.importRows };
    const pieces = readStaged({ source, ...terms, period: periodOf(row) }, signal);
    const counted = await stage(tx, pieces, progress);
    if (counted.rows === 0) throw new JobFailed('文件里没有可以导入的明细行。');
    await progress(progressOf.read, progressOf.stored, '正在核对');
    await resolveParties(tx);
    await noteFaults(tx);
    await noteCorrections(tx, row.stage_id);
    // What is refused for other rows names these too, so that its report is whole.
    if (hasDuplicates || (await countBadRows(tx)) > 0) await noteDuplicates(tx, row.stage_id);
    const outcome = { ...counted, badRows: await countBadRows(tx) };
    if (outcome.badRows > 0) {
      const faults = streamRows({ db: tx }, stagedFaults());
      await report.write(faultReport(faults, { ours: lineFieldNames, mapping: row.mapping ?? [] }));
      return outcome;
    }
    await progress(progressOf.checked, progressOf.stored, `正在写入 ${counted.rows.toLocaleString('en-US')} 行`);
    const importNo = await nextImportNo(tx);
    await insertStagedLines(tx, { stageId: row.stage_id, importNo });
    await dropStaging(tx);
    if (await updateOutcome(tx, row.import_id, { ...outcome, importNo })) {
      systemAuthor.record(tx, {
        event: 'job.lineImport.imported',
        object: row.import_id,
        after: { stageId: row.stage_id, rows: outcome.rows, sha256: row.sha256, ...decidedOf(row, outcome) },
      });
    } else throw new JobFailed('这个文件已经导入。');
    return outcome;
  });

const uniqueViolation = '23505';
const checkViolation = '23514';

/** The database's refusals in words; a line that is there already is looked for in a second reading. */
const importFile = async (
  run: Run,
  row: Found,
  files: { readonly path: string; readonly report: IncomingFile },
): Promise<ImportOutcome> => {
  const attempt = (hasDuplicates: boolean) => importOnce(run, row, { ...files, hasDuplicates });
  try {
    return await attempt(false).catch((error: unknown) => {
      if (codeOf(error) !== uniqueViolation) throw error;
      return attempt(true);
    });
  } catch (error) {
    if (error instanceof TableFault) throw new JobFailed(error.message);
    if (codeOf(error) === checkViolation) throw new JobFailed('账期已出账，不能再导入明细。');
    throw error;
  }
};

const rejected = (row: ImportRow, outcome: ImportOutcome, report: IncomingFile): SentJobResult => ({
  file: reportFile(row.name, '不能导入的行', report),
  async store(tx) {
    await updateOutcome(tx, row.import_id, outcome);
  },
});

/**
 * Imports a file in one transaction: all of its lines, or none and a report of every bad row. A run that died begins again; one whose
 * transaction was committed before it died has nothing left to do.
 *
 * @source R11.6, R14.6
 */
export const importLines = job({
  name: 'bill.importLines',
  payload: object({ importId: id() }),
  maxMinutes,
  async run({ payload: { importId }, ...run }) {
    const row = await findImport(run.reading('service'), importId);
    if (row?.imported_at != null) return {};
    const key = row?.storage_key;
    if (row === undefined || key == null) throw new JobFailed('文件已不再保留，请重新上传。');
    const report = await run.ports.files.receive();
    let isHandedOn = false;
    try {
      const outcome = await run.ports.files.withLocalPath(key, (path) =>
        importFile(run, { ...row, storage_key: key }, { path, report }),
      );
      if (outcome === null) throw new JobFailed('文件已不再保留，请重新上传。');
      if (outcome.badRows === 0) return {};
      isHandedOn = true;
      return rejected(row, outcome, report);
    } finally {
      if (!isHandedOn) await report.drop();
    }
  },
});
