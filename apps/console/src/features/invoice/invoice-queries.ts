import type { CallInput, CallOptions, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { saveFile } from '@ronghui/web/files/save-file';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useWatching } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** An invoice in the list, and its detail. */
export type Invoice = CallReply<'ops.invoice.page'>['items'][number];
export type InvoiceDetail = CallReply<'ops.invoice.detail'>;

const filters = ['queue', 'keyword', 'tenantId', 'taken', 'from', 'to'] as const;
const queues = ['applied', 'refunded'];

/** What a chip of the list asks for: a queue, a status, or everything. */
const chosen = (queue: string) => {
  if (queue === 'all') return {};
  return queues.includes(queue) ? { queue } : { status: queue };
};

/** The invoices of all merchants for the list page; without a filter what is applied for. @source R10.12, R11.6 */
export const useInvoiceList = () =>
  useListPage({
    operation: 'ops.invoice.page',
    queryKey: ['invoice', 'page'],
    filters,
    ask: ({ queue = 'applied', ...filter }, { signal, ...part }) => {
      const asked = { ...chosen(queue), ...filter };
      // The address may contain any value; the server validates it.
      return call('ops.invoice.page', { ...(asked as CallInput<'ops.invoice.page'>), ...part }, { signal });
    },
  });

/** One invoice; `empty` when there is none with that number. */
export const useInvoice = (
  invoiceNo: string,
): { readonly state: QueryStatus<InvoiceDetail>; readonly query: UseQueryResult<InvoiceDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['invoice', 'detail', invoiceNo],
    queryFn: ({ signal }) => call('ops.invoice.detail', { invoiceNo }, { signal }),
  });
  return { query, state: recordStatus('ops.invoice.detail', query) };
};

/** Who else has it open, and in which version it is by now. */
export const useWatch = (invoiceNo: string): CallReply<'ops.invoice.watch'> | undefined =>
  useWatching({
    queryKey: ['invoice', 'watch', invoiceNo],
    ask: (signal) => call('ops.invoice.watch', { invoiceNo }, { signal }),
  });

/** Saves the file of an issued invoice; every fetch is in the audit trail. */
export const saveInvoice = mutation({
  mutationKey: ['invoice', 'download'],
  mutationFn: (asked: CallInput<'ops.invoice.download'>) => call('ops.invoice.download', asked),
  onSuccess: saveFile,
});

/** Refreshes list and detail after a step was taken or refused. */
const refresh = { onSettled: () => void invalidate(['invoice', 'page'], ['invoice', 'detail'], ['desk', 'queues']) };

/** Issues an invoice, or registers its number. */
export const issueInvoice = mutation({
  mutationKey: ['invoice', 'issue'],
  mutationFn: (input: CallInput<'ops.invoice.issue'>) => call('ops.invoice.issue', input),
  ...refresh,
});

/** Shows the bank account of a title in full; every look is in the audit trail. */
export const revealAccount = mutation({
  mutationKey: ['invoice', 'reveal'],
  mutationFn: async (invoiceNo: string): Promise<string> => (await call('ops.invoice.reveal', { invoiceNo })).value,
});

interface FileToUpload extends Pick<CallOptions, 'signal' | 'onProgress'> {
  readonly invoiceNo: string;
  readonly version: number;
  readonly file: File;
}

/** Gives an issued invoice its file. */
export const uploadInvoice = mutation({
  mutationKey: ['invoice', 'upload'],
  mutationFn: ({ invoiceNo, version, ...file }: FileToUpload) =>
    call('ops.invoice.upload', { invoiceNo, version }, file),
  ...refresh,
});

/** Ends the wait for an issuer that never answered. */
export const resolveInvoice = mutation({
  mutationKey: ['invoice', 'resolve'],
  mutationFn: (input: CallInput<'ops.invoice.resolve'>) => call('ops.invoice.resolve', input),
  ...refresh,
});

/** Rejects an application, or reverses what was issued. */
export const endInvoice = mutation({
  mutationKey: ['invoice', 'end'],
  mutationFn: (step: 'reject' | 'reverse', { code, ...input }: CallInput<'ops.invoice.reverse'>) =>
    step === 'reject'
      ? call('ops.invoice.reject', input)
      : call('ops.invoice.reverse', { ...input, ...(code !== undefined && { code }) }),
  ...refresh,
});
