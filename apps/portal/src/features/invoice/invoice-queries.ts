import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { useCardsQuery } from '@ronghui/web/queries/list-query';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { followed } from '@ronghui/web/queries/watch';
import { recordStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';

/** An invoice in the list, and its detail. */
export type Invoice = CallReply<'invoice.page'>['items'][number];
export type InvoiceDetail = CallReply<'invoice.detail'>;
export type Title = CallReply<'invoice.title'>['title'];
/** An order or a bill that can be invoiced. */
export type Candidate = CallReply<'invoice.candidates'>['items'][number];

const filters = ['keyword', 'status', 'from', 'to'] as const;
type Filter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

/** The invoices for the list page. @source R10.12 */
export const useInvoiceList = () =>
  useListPage({
    operation: 'invoice.page',
    queryKey: ['invoice', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) =>
      call('invoice.page', { ...(filter as Partial<CallInput<'invoice.page'>>), ...part }, { signal }),
  });

/** The sums of the whole filter. @source R10.12 */
export const useInvoiceSum = (filter: Filter) =>
  useQuery({
    queryKey: ['invoice', 'sum', filter],
    queryFn: ({ signal }) => call('invoice.sum', filter as Partial<CallInput<'invoice.sum'>>, { signal }),
  });

/** One invoice; `empty` when the tenant has none with that number. */
export const useInvoice = (invoiceNo: string) => {
  const query = useQuery({
    queryKey: ['invoice', 'detail', invoiceNo],
    ...followed,
    queryFn: ({ signal }) => call('invoice.detail', { invoiceNo }, { signal }),
  });
  return { query, state: recordStatus('invoice.detail', query) };
};

/** The title that the next invoice has; `isUncertified` where the tenant is not certified (R4.13). */
export const useTitle = () => {
  const query = useQuery({
    queryKey: ['invoice', 'title'],
    queryFn: ({ signal }) => call('invoice.title', {}, { signal }),
  });
  return { query, isUncertified: query.error instanceof CallError && query.error.errCode === 'RHCE002' };
};

const candidatesAtOnce = 50;

/** What can be applied for of a kind, the newest first; more is loaded at the end. */
export const useCandidates = (kind: Candidate['kind']) =>
  useCardsQuery({
    queryKey: ['invoice', 'candidates', kind],
    list: { filter: {}, page: 1, pageSize: candidatesAtOnce },
    ask: ({ signal, ...part }) => call('invoice.candidates', { kind, ...part }, { signal }),
  });

/** The one that a link names; null where it cannot be invoiced. */
export const useNamedCandidate = (named: Pick<Candidate, 'kind' | 'no'> | null) =>
  useQuery({
    queryKey: ['invoice', 'candidates', 'named', named],
    enabled: named !== null,
    queryFn: async ({ signal }) =>
      named === null ? null : ((await call('invoice.candidates', named, { signal })).items[0] ?? null),
  });

/** Refreshes lists, titles and what can be applied for, after a write succeeded or was refused. */
const refresh = { onSettled: () => void invalidate(['invoice']) };

/** Applies for an invoice. */
export const applyForInvoice = mutation({
  mutationKey: ['invoice', 'apply'],
  mutationFn: (input: CallInput<'invoice.apply'>) => call('invoice.apply', input),
  ...refresh,
});

/** Saves the title. */
export const saveTitle = mutation({
  mutationKey: ['invoice', 'saveTitle'],
  mutationFn: (input: CallInput<'invoice.saveTitle'>) => call('invoice.saveTitle', input),
  ...refresh,
});

/** A file of an invoice. */
export const downloadInvoice = (asked: CallInput<'invoice.download'>) => call('invoice.download', asked);
