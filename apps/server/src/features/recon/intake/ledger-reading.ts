import { createAdmission } from '#kernel/calls/admission/admission';
import { createKeyedAdmission } from '#kernel/calls/admission/keyed-admission';
import { inThread } from '#kernel/files/reading/in-thread';
import { TableFault } from '#kernel/files/reading/table-fault';
import type { LedgerBeginning, LedgerPiece, LedgerTask } from './ledger-table.ts';

const thread = new URL('./ledger-thread.ts', import.meta.url);
/** What a reading thread may take. @source security 4.8 */
const bounds = {
  csv: { heapMb: 128, timeoutMs: 600_000 },
  xlsx: { heapMb: 512, timeoutMs: 120_000 },
} as const;

/** Previews at once, for all merchants. */
const previews = createAdmission({ inFlight: 1, queue: 20 });
/** … and of one merchant, who may have chosen other columns meanwhile: the queue of all is not theirs. */
const ownPreviews = createKeyedAdmission({ inFlight: 1, queue: 1 });

/** Reads a whole ledger as rows to copy in. */
export const readLedger = (
  task: Omit<LedgerTask & { readonly mode: 'read' }, 'mode'>,
  signal: AbortSignal,
): AsyncGenerator<LedgerPiece> =>
  inThread<LedgerPiece>(thread, { ...task, mode: 'read' }, { ...bounds[task.source.kind], signal });

const look = async (source: LedgerTask['source']): Promise<LedgerBeginning> => {
  const task: LedgerTask = { source, mode: 'look' };
  for await (const seen of inThread<LedgerBeginning>(thread, task, { ...bounds[source.kind], timeoutMs: 20_000 }))
    return seen;
  throw new TableFault('文件里没有表头和数据行，请检查文件是否选对。');
};

/** Looks at the first rows of a tenant's ledger. */
export const lookIntoLedger = (tenantId: string, source: LedgerTask['source']): Promise<LedgerBeginning> =>
  ownPreviews.work(tenantId, () => previews.work(() => look(source)));
