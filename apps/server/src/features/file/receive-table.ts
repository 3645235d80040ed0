import type { ErrorsOf, Fail, fileOperations } from '@ronghui/contract';
import type { UploadedFile } from '#kernel/calls/call';
import { wrongField } from '#kernel/calls/wrong-field';
import { onStorage } from '#kernel/files/storage';
import type { IncomingFile, Ports } from '#kernel/ports';
import { examine } from './examine.ts';

/** What a table of rows was found to be; the encoding is that of a CSV. */
export interface ReceivedTable {
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: 'utf-8' | 'gb18030';
}

interface Receiving {
  readonly upload: UploadedFile;
  readonly ports: Ports;
  readonly fail: Fail<Pick<ErrorsOf<(typeof fileOperations)['file.upload']>, 'invalid'>>;
}

/** Receives the bytes of a table of rows and examines them: a table of text or a plain workbook, which the scanner finds clean. @source security 4.8 */
export const receiveTable = async (
  incoming: IncomingFile,
  { upload, ports, fail }: Receiving,
): Promise<ReceivedTable> => {
  await incoming.write(upload.body);
  const examined = await onStorage(() => examine(incoming.path, upload.name, 'table'));
  if (!examined.ok) return fail(examined);
  const { kind, encoding = 'utf-8' } = examined;
  if (kind !== 'csv' && kind !== 'xlsx') return fail('invalid', wrongField('file', '请上传 CSV 或 XLSX 文件'));
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict !== 'clean') {
    const message = verdict === 'infected' ? '文件未通过安全检查，不能上传' : '安全检查暂时不可用，请稍后再试';
    return fail('invalid', wrongField('file', message));
  }
  return { kind, encoding };
};
