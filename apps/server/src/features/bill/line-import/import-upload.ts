import type { Input, lineImportOperations, Output } from '@ronghui/contract';
import { kindOfName } from '@ronghui/domain/file-kind';
import { receiveTable, shownName, storageDown } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { StorageFailed } from '#kernel/files/storage';
import type { IncomingFile } from '#kernel/ports';
import { countOpenImports, findStageStatus, insertImport, listSameFiles } from './line-import.sql.ts';

type Uploading = HandlerContext<(typeof lineImportOperations)['ops.lineImport.upload']>;

const megabyte = 1024 * 1024;

/** Stores a file whose lines are to be imported into a stage, and tells whether the same bytes were imported before. @source R11.6, security 4.8 */
export const storeImport = async (
  { stageId, name, size }: Input<'ops.lineImport.upload'>,
  context: Uploading,
): Promise<Output<'ops.lineImport.upload'>> => {
  const { upload, ports, db, staffId, fail } = context;
  const status = await findStageStatus(db, stageId);
  if (status === undefined) return fail('notFound');
  if (status === 'issued') return fail('issued');
  if (size > ports.limits.ledgerMegabytes * megabyte) return fail('tooLarge');
  const named = kindOfName(name);
  if (named !== 'csv' && named !== 'xlsx') return fail('invalid', wrongField('name', '请上传 CSV 或 XLSX 文件'));
  const share = { limit: ports.limits.importsPerStaffPerHour, windowMs: 3_600_000 };
  const retryAfter = await waitSecOf(ports.fast, `lineImport:${staffId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  if ((await countOpenImports(db, staffId)) >= ports.limits.importsOpen) return fail('tooManyOpen');
  const [importId, storageKey] = [ports.ids.id(), `provider/${ports.ids.id()}`];
  let incoming: IncomingFile | undefined;
  try {
    if (!(await ports.isStoreOurs())) throw new StorageFailed('the store does not bear its mark');
    incoming = await ports.files.receive();
    const received = await receiveTable(incoming, context);
    // Before the transaction, so that no row exists without its file; the sweeping job removes files without a row.
    await incoming.keep(storageKey);
    const { sha256 } = upload;
    const shown = shownName(name, received.kind);
    const file = { importId, stageId, name: shown, ...received, size, sha256, storageKey, staffId };
    const same = await context.transact(async (tx) => {
      await insertImport(tx, file);
      context.audit({ object: importId, after: { stageId, size, sha256, kind: received.kind } });
      return listSameFiles(tx, sha256);
    });
    const earlier = same.map(({ import_id, stage_name, imported_at, uploaded_by }) => ({
      importId: import_id,
      stageName: stage_name,
      importedAt: imported_at.toISOString(),
      by: uploaded_by,
    }));
    return { importId, version: 1, earlier };
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await incoming?.drop().catch((error: unknown) => ports.log.warn({ event: 'storageFailed', error }));
  }
};
