import type { ErrorsOf, Fail, fileOperations } from '@ronghui/contract';
import { kindOfName, tableAdviceOf } from '@ronghui/domain/file-kind';
import type { UploadedFile } from '#kernel/calls/call';
import { wrongField } from '#kernel/calls/wrong-field';
import { TableFault } from '#kernel/files/reading/table-fault';
import type { TextEncoding } from '#kernel/files/reading/text-encoding';
import { checkStore, onStorage, StorageFailed } from '#kernel/files/storage';
import type { IncomingFile, Ports } from '#kernel/ports';
import { examine } from './examine.ts';
import { shownName, storageDown } from './store-upload.ts';

/** What a table of rows was found to be; the encoding is that of a CSV. */
interface ReceivedTable {
  readonly kind: 'csv' | 'xlsx';
  readonly encoding: TextEncoding;
}

const megabyte = 1024 * 1024;
const askedFor = '请上传 CSV 或 XLSX 文件';

interface Receiving {
  readonly upload: UploadedFile;
  readonly ports: Ports;
  readonly fail: Fail<Pick<ErrorsOf<(typeof fileOperations)['file.upload']>, 'invalid' | 'tooLarge' | 'storage'>>;
}

/** Receives the bytes of a table of rows and examines them: a table of text or a plain workbook, which the scanner finds clean. @source security 4.8 */
const receive = async (incoming: IncomingFile, { upload, ports, fail }: Receiving): Promise<ReceivedTable> => {
  await incoming.write(upload.body);
  const examined = await onStorage(() => examine(incoming.path, upload.name, { use: 'table' }));
  if (!examined.ok) return fail(examined);
  const { kind, encoding = 'utf-8' } = examined;
  if (kind !== 'csv' && kind !== 'xlsx') return fail('invalid', wrongField('file', askedFor));
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict !== 'clean') {
    const message = verdict === 'infected' ? '文件未通过安全检查，不能上传' : '安全检查暂时不可用，请稍后再试';
    return fail('invalid', wrongField('file', message));
  }
  return { kind, encoding };
};

/** Refuses what is announced as no table of rows, before its bytes are received. */
export const checkTable = (
  { name, size }: { readonly name: string; readonly size: number },
  { ports, fail }: Pick<Receiving, 'ports' | 'fail'>,
): void => {
  if (size > ports.limits.ledgerMegabytes * megabyte) return fail('tooLarge');
  const named = kindOfName(name);
  if (named !== 'csv' && named !== 'xlsx') return fail('invalid', wrongField('name', tableAdviceOf(name) ?? askedFor));
};

/** A table that is in the store, and has no row yet. */
export interface KeptTable extends ReceivedTable {
  readonly name: string;
  readonly sha256: string;
  readonly storageKey: string;
}

/** Receives a table of rows into a folder of the store, and has `store` add its row. @source R11.6, R13.1 */
export const storeTable = async <Reply>(
  { name, folder }: { readonly name: string; readonly folder: string },
  context: Receiving,
  store: (table: KeptTable) => Promise<Reply>,
): Promise<Reply> => {
  const { upload, ports } = context;
  const storageKey = `${folder}/${ports.ids.id()}`;
  let incoming: IncomingFile | undefined;
  try {
    await checkStore(ports);
    incoming = await ports.files.receive();
    const received = await receive(incoming, context);
    // Before the transaction, so that no row exists without its file; the sweeping job removes files without a row.
    await incoming.keep(storageKey);
    return await store({ ...received, name: shownName(name, received.kind), sha256: upload.sha256, storageKey });
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await incoming?.drop().catch((error: unknown) => ports.log.warn({ event: 'storageFailed', error }));
  }
};

/** A table that is looked at while it is there, and not kept. */
export interface UsedTable extends ReceivedTable {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
}

/** Receives a table of rows, has `work` make something of it, and drops its bytes; refused where it is none. @source receipts 2.1 */
export const withTable = async <Reply>(
  name: string,
  context: Receiving,
  work: (table: UsedTable) => Promise<Reply>,
): Promise<Reply> => {
  const { upload, ports, fail } = context;
  let incoming: IncomingFile | undefined;
  try {
    await checkStore(ports);
    incoming = await ports.files.receive();
    const received = await receive(incoming, context);
    const { path } = incoming;
    return await work({ ...received, path, name: shownName(name, received.kind), sha256: upload.sha256 });
  } catch (error) {
    if (error instanceof TableFault) return fail('invalid', wrongField('file', error.message));
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await incoming?.drop().catch((error: unknown) => ports.log.warn({ event: 'storageFailed', error }));
  }
};
