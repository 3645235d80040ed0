import type { Input, lineImportOperations, Output } from '@ronghui/contract';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { send } from '#kernel/jobs/send';
import { stateOf, takeBackFaultOf } from '../line-import/import-state.ts';
import { findImport, lockImport } from '../line-import/line-import.sql.ts';
import { takeBackLines } from './take-back-run.ts';
import { updateTakingBack } from './taken-lines.sql.ts';

type Context = HandlerContext<(typeof lineImportOperations)['ops.lineImport.takeBack']>;

/**
 * Has the lines of an import taken back: all or none, while their stage is open. Of an import that is taken back already, or being so, nothing is
 * done; with another reason it is a conflict, as the first one is what colleagues read. @source R11.6, R4.12
 */
export const takeBackImport = async (
  { importId, version, reason: typed }: Omit<Input<'ops.lineImport.takeBack'>, 'idempotencyKey'>,
  { transact, staffId, audit, fail }: Context,
): Promise<Output<'ops.lineImport.takeBack'>> => {
  const reason = typed.trim();
  if (reason === '') return fail('invalid', wrongField('reason', '请填写撤回的原因'));
  return transact(async (tx) => {
    const row = await lockImport(tx, importId);
    if (row === undefined) return fail('notFound');
    if (row.status === 'takingBack' || row.status === 'takenBack')
      return reason === (row.taken_back_reason ?? row.taking_back_reason) ? stateOf(row) : fail('changed');
    const fault = takeBackFaultOf(row);
    if (fault !== null) return fail(fault);
    if (row.version !== version) return fail('changed');
    const { jobId } = await send(tx, takeBackLines, { importId, staffId, reason }, { tenantId: null, key: importId });
    await updateTakingBack(tx, importId, { jobId });
    audit({ object: importId, after: { stageId: row.stage_id, rows: row.row_count, reason } });
    const asked = await findImport(tx, importId);
    if (asked === undefined) throw new Error('an import that is to be taken back is not there');
    return stateOf(asked);
  });
};
