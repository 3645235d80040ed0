import { id, object, text } from '@ronghui/contract';
import { allowMinutesBehind, type Tx } from '#kernel/database/db';
import { job } from '#kernel/jobs/jobs';
import { JobFailed } from '#kernel/jobs/sent-job';
import { authorOf } from '#kernel/observe/audit';
import { lockStage } from '../dimension/dimension.sql.ts';
import { deleteDrafts, prepareLargeWrite } from '../generation/draft-lines.sql.ts';
import { countDrafts } from '../issue/issue.sql.ts';
import { providerName } from '../issue/issue.ts';
import { takeBackFaultOf } from '../line-import/import-state.ts';
import { findImport, type ImportRow } from '../line-import/line-import.sql.ts';
import { deleteImportLines, updateTakenBack } from './taken-lines.sql.ts';

/** The longest that taking an import back may take. @unit minutes */
const maxMinutes = 60;

const faultTexts = {
  notImported: '这个文件没有导入任何明细，没有撤回。',
  issued: '账期已出账，没有撤回；有误的明细，请在以后的账期导入更正明细。',
  unmarked: '这次导入的明细没有来源标记，没有撤回。',
} as const;

/**
 * Removes the lines of an import whose stage the caller has locked, and the stage's drafts, which were drawn up with them: issued as
 * they are they would charge lines that are gone.
 */
const removeLines = async (tx: Tx, { stage_id: stageId, import_no: importNo, row_count: rows }: ImportRow) => {
  if (importNo === null) throw new JobFailed(faultTexts.unmarked);
  const drafts = await countDrafts(tx, { stageId });
  await deleteDrafts(tx, stageId);
  const sums = await deleteImportLines(tx, { stageId, importNo });
  const gone = sums.reduce((sum, each) => sum + each.rows, 0);
  if (gone !== rows) throw new JobFailed(`这次导入记录了 ${rows ?? 0} 行，账期里现有 ${gone} 行，没有撤回。`);
  return { drafts, sums };
};

/**
 * Takes the lines of an import back in the transaction that ends the job: once, however often it is run. The stage is locked, so that its
 * generations, issues and this follow one another.
 *
 * @source R11.6, R14.6, billing.md, lines
 */
export const takeBackLines = job({
  name: 'bill.takeBackLines',
  payload: object({ importId: id(), staffId: id(), reason: text(500) }),
  maxMinutes,
  async run({ payload: { importId, staffId, reason } }) {
    return {
      async store(tx) {
        allowMinutesBehind(tx, maxMinutes);
        await prepareLargeWrite(tx);
        const known = await findImport(tx, importId);
        if (known === undefined) throw new JobFailed('没有这次导入。');
        await lockStage(tx, known.stage_id);
        // The stage may have been issued, or the import taken back, while this waited for it.
        const row = (await findImport(tx, importId)) ?? known;
        if (row.taken_back_at !== null) return;
        const fault = takeBackFaultOf(row);
        if (fault !== null) throw new JobFailed(faultTexts[fault]);
        const { drafts, sums } = await removeLines(tx, row);
        await updateTakenBack(tx, importId, { staffId, providerName, reason });
        authorOf({ kind: 'staff', staffId }).record(tx, {
          event: 'ops.lineImport.takenBack',
          object: importId,
          before: { stageId: row.stage_id, rows: row.row_count, sums, drafts, sha256: row.sha256 },
          after: { rows: 0, drafts: 0, reason },
        });
      },
    };
  },
});
