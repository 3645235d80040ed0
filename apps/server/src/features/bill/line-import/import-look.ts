import type { Input, lineImportOperations } from '@ronghui/contract';
import { lookIntoStored } from '#features/file/file.steps';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { rowChoicesOf, sheetOf } from '#kernel/files/row-choices';
import { previewLines } from './import-reading.ts';
import type { LinePreviewPiece } from './import-table.ts';
import { findImport, type ImportRow, listMappings } from './line-import.sql.ts';
import { mappingOf, periodOf } from './mapping-of.ts';

type Starting = HandlerContext<(typeof lineImportOperations)['ops.lineImport.start']>;
type Given = Input<'ops.lineImport.preview'>;
interface Asked {
  readonly mapping: Given['mapping'] | undefined;
  readonly choices: Given['choices'] | undefined;
}

/** Looks through the file of an import as it would be read; null where it is kept no longer. */
export const lookIntoImport = async (
  row: ImportRow,
  { mapping, choices }: Asked,
  context: Parameters<typeof lookIntoStored>[1] & Pick<Starting, 'db' | 'ports'>,
): Promise<LinePreviewPiece | null> => {
  const { kind, encoding, storage_key: key } = row;
  if (key === null) return null;
  const asked = {
    given: mapping && mappingOf(mapping),
    earlier: mapping === undefined ? await listMappings(context.db) : [],
    choices: rowChoicesOf(choices),
    maxRows: context.ports.limits.importRows,
    period: periodOf(row),
  };
  return lookIntoStored(key, context, (path) =>
    previewLines({ ...asked, source: { path, kind, encoding, ...sheetOf(choices) } }),
  );
};

const doubtNames = { outside: '日期不在账期内', repeated: '业务编号前面出现过而日期不同' } as const;

/** Refuses a start that accepts other doubts than the file has by its mapping and choices. @source R11.6 */
export const checkAccepted = async (
  {
    importId,
    accepted,
    ...asked
  }: Asked & {
    readonly importId: string;
    readonly accepted: NonNullable<Input<'ops.lineImport.start'>['accepted']>;
  },
  context: Starting,
): Promise<void> => {
  const row = await findImport(context.db, importId);
  if (row === undefined) return context.fail('notFound');
  const survey = (await lookIntoImport(row, asked, context))?.survey;
  // What cannot be looked through cannot be started either, or is refused by its run.
  if (survey === undefined) return;
  for (const doubt of ['outside', 'repeated'] as const) {
    const [found, known] = [survey[doubt].rows, accepted[doubt]];
    if (found === known) continue;
    const message = `文件有 ${found} 行${doubtNames[doubt]}，与确认的 ${known} 行不同，请重新核对`;
    return context.fail('invalid', wrongField(`accepted.${doubt}`, message));
  }
};
