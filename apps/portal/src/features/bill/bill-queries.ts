import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { useCardsQuery } from '@ronghui/web/queries/list-query';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { followed } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A bill in the list, its detail, and a line of it. */
export type Bill = CallReply<'bill.page'>['items'][number];
export type BillDetail = CallReply<'bill.detail'>;
export type BillLine = CallReply<'bill.lines'>['items'][number];
export type BillSum = CallReply<'bill.sum'>;
export type BillRule = CallReply<'bill.rule'>;

const filters = [
  'status',
  'billNo',
  'direction',
  'approval',
  'payment',
  'stageId',
  'orgId',
  'productId',
  'projectId',
  'dueFrom',
  'dueTo',
  'from',
  'to',
] as const;
/** The filter of the list, as the address has it. */
export type BillFilter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

// The address may contain any value; the server validates it.
const inputOf = (filter: BillFilter) => filter as Partial<CallInput<'bill.sum'>>;

/** The bills for the list page. @source R10.3 */
export const useBillList = () =>
  useListPage({
    operation: 'bill.page',
    queryKey: ['bill', 'page'],
    filters,
    ask: (filter, { signal, ...part }) => call('bill.page', { ...inputOf(filter), ...part }, { signal }),
  });

/** The sums of the whole filter, each direction its own. @source R10.3 */
export const useBillSum = (filter: BillFilter) =>
  useQuery({
    queryKey: ['bill', 'sum', filter],
    queryFn: ({ signal }) => call('bill.sum', inputOf(filter), { signal }),
  });

/** One bill; `empty` when the tenant has none with that number. */
export const useBill = (
  billNo: string,
): { readonly state: QueryStatus<BillDetail>; readonly query: UseQueryResult<BillDetail> } => {
  const query = useQuery({
    queryKey: ['bill', 'detail', billNo],
    ...followed,
    queryFn: ({ signal }) => call('bill.detail', { billNo }, { signal }),
  });
  return { query, state: recordStatus('bill.detail', query) };
};

/** A rule that made a part of a bill, with its versions. @source figures.md */
export const useBillRule = (billNo: string, ruleId: string) =>
  useQuery({
    queryKey: ['bill', 'rule', billNo, ruleId],
    queryFn: ({ signal }) => call('bill.rule', { billNo, ruleId }, { signal }),
  });

/** The lines of a bill whose reference begins with a text, more at the end. */
export const useBillLines = (billNo: string, loanNo: string) =>
  useCardsQuery({
    queryKey: ['bill', 'lines', billNo],
    list: { filter: loanNo === '' ? {} : { loanNo }, page: 1, pageSize: 20 },
    ask: ({ signal, ...part }) => call('bill.lines', { billNo, ...(loanNo !== '' && { loanNo }), ...part }, { signal }),
  });

/** How many rows a call reads at most. @source contract 4 */
const rowsAtOnce = 100;
/** How many lines a printed statement has. */
export const printedLines = 200;

/** The first lines of a bill, for the paper. */
export const readPrintedLines = async (billNo: string): Promise<readonly BillLine[]> => {
  const first = await call('bill.lines', { billNo, page: 1, pageSize: rowsAtOnce });
  if (first.nextCursor === null) return first.items;
  const second = await call('bill.lines', { billNo, pageSize: rowsAtOnce, cursor: first.nextCursor });
  return [...first.items, ...second.items].slice(0, printedLines);
};

/** The bills of a filter that have been read so far; the cursor of those that follow is null after the last. */
export interface BillsRead {
  readonly bills: readonly Bill[];
  readonly cursor: string | null;
}

/** Reads the next bills that a filter finds: the first ones where nothing has been read. @source R10.3 */
export const readNextBills = async (filter: BillFilter, read?: BillsRead): Promise<BillsRead> => {
  const part = read?.cursor === undefined || read.cursor === null ? { page: 1 } : { cursor: read.cursor };
  const { items, nextCursor } = await call('bill.page', { ...inputOf(filter), ...part, pageSize: rowsAtOnce });
  return { bills: [...(read?.bills ?? []), ...items], cursor: nextCursor };
};

/** Refreshes everything that shows bills. */
export const refreshBills = (): Promise<void> => invalidate(['bill'], ['feedback'], ['home']);

/** Refreshes after a step of a bill succeeded or was refused. */
const refresh = { onSettled: () => void refreshBills() };

/** The operations that decide on bills with the amounts that were seen. */
export type Decision = 'confirm' | 'approve' | 'sendBack';
export type SeenBills = CallInput<'bill.batchConfirm'>['bills'];
export type Outcome = CallReply<'bill.batchConfirm'>['results'][number];

/** What a decision sends; only sending back takes a reason. */
interface DecisionInput {
  readonly decision: Decision;
  readonly bills: SeenBills;
  readonly reason: string;
  readonly idempotencyKey: string;
}

/** The operation of each decision, for its error texts. */
export const operationOf: Readonly<Record<Decision, string>> = {
  confirm: 'bill.batchConfirm',
  approve: 'bill.approve',
  sendBack: 'bill.rejectApproval',
};

/** Decides on the bills of one call. The caller refreshes, after its last call. @source R4.9, R10.3 */
export const decide = mutation({
  mutationKey: ['bill', 'decide'],
  mutationFn: async ({ decision, reason, ...input }: DecisionInput): Promise<readonly Outcome[]> => {
    switch (decision) {
      case 'confirm':
        return (await call('bill.batchConfirm', input)).results;
      case 'approve':
        return (await call('bill.approve', input)).results;
      case 'sendBack':
        return (await call('bill.rejectApproval', { ...input, reason })).results;
    }
  },
});

/** Sends the voucher of a transfer for one bill or several. @source R10.3 */
export const sendBillVoucher = mutation({
  mutationKey: ['bill', 'uploadVoucher'],
  mutationFn: (input: CallInput<'bill.uploadVoucher'>) => call('bill.uploadVoucher', input),
  ...refresh,
});
