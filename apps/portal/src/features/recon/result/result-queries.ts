import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { isUnderWay } from '@ronghui/domain/job';
import { call } from '@ronghui/web/calls/call';
import { saveFile } from '@ronghui/web/files/save-file';
import { useListPage } from '@ronghui/web/queries/list-page';
import { pollOf } from '@ronghui/web/queries/live-job';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate, queryClient } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ItemFilter, viewFields, viewOf } from './item-filter.ts';

/** A run, an item of its result, and what is asked about them. */
export type Run = CallReply<'recon.get'>;
export type Item = CallReply<'recon.rows'>['items'][number];
export type KindTotal = NonNullable<Run['totals']>[number];
export type Claims = CallReply<'recon.claims'>;
export type Change = CallReply<'recon.changes'>['changes'][number];
/** An item of the run before whose steps by hand do not all hold on. */
export type CarriedItem = NonNullable<CallReply<'recon.changes'>['carried']>['items'][number];
export type Statement = CallReply<'recon.statement'>;

/** A query whose record may not exist: `empty` then. */
interface Found<Data> {
  readonly state: QueryStatus<Data>;
  readonly query: UseQueryResult<Data>;
}

/** A run as it is now: polled until it has ended. `empty` when the tenant has none with that number. @source R13.4 */
export const useRun = (runId: string): Found<Run> => {
  const query = useQuery({
    queryKey: ['recon', 'run', runId],
    queryFn: ({ signal }) => call('recon.get', { runId }, { signal }),
    refetchInterval: ({ state }) => pollOf(state.data, state.error),
  });
  const isRunning = query.data === undefined ? undefined : isUnderWay(query.data);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && isRunning === false) void invalidate(['recon', 'page'], ['recon', 'year'], ['notice']);
    wasRunning.current = isRunning === true;
  }, [isRunning]);
  return { query, state: recordStatus('recon.get', query) };
};

/** The items of a result for its list. @source R13.3 */
export const useItems = (runId: string) =>
  useListPage({
    operation: 'recon.rows',
    queryKey: ['recon', 'rows', runId],
    filters: viewFields,
    ask: (filter, { signal, ...part }) => {
      const { sort, ...items } = viewOf(filter);
      return call('recon.rows', { runId, ...items, ...(sort !== undefined && { sort }), ...part }, { signal });
    },
  });
/** How many items are asked for by their numbers at once. @source contract 4 */
const itemsAtOnce = 100;

/** The items of some numbers that still stand; undefined until they are answered. */
export const useItemsByNo = (runId: string, itemNos: readonly number[]): readonly Item[] | undefined =>
  useQuery({
    queryKey: ['recon', 'rows', runId, 'by number', itemNos],
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      for (let from = 0; from < itemNos.length; from += itemsAtOnce) {
        const part = itemNos.slice(from, from + itemsAtOnce);
        items.push(...(await call('recon.rows', { runId, itemNos: part, pageSize: itemsAtOnce }, { signal })).items);
      }
      return items;
    },
    enabled: itemNos.length > 0,
    placeholderData: (former) => former,
  }).data;

/** The most open differences that a statement lists. */
export const statedItems = 100;

/** The first differences of a run that nobody decided on, for its statement. @source R13.3 */
export const useOpenItems = (runId: string, enabled: boolean): QueryStatus<readonly Item[]> => {
  const query = useQuery({
    queryKey: ['recon', 'rows', runId, 'open'],
    queryFn: async ({ signal }) =>
      (await call('recon.rows', { runId, state: 'open', pageSize: statedItems }, { signal })).items,
    enabled,
  });
  return queryStatus('recon.rows', query);
};
export type ItemList = ReturnType<typeof useItems>;

/** Items that may belong to one, each with the reason. */
export const useSuggestions = (runId: string, itemNo: number, enabled: boolean) =>
  useQuery({
    queryKey: ['recon', 'suggest', runId, itemNo],
    queryFn: ({ signal }) => call('recon.suggest', { runId, itemNo }, { signal }),
    enabled,
  });

/** What items become as feedback. `billNo`: the bill of rows that the merchant alone has. */
export const useClaims = (runId: string, itemNos: readonly number[], billNo: string) =>
  useQuery({
    queryKey: ['recon', 'claims', runId, itemNos, billNo],
    queryFn: ({ signal }) =>
      call('recon.claims', { runId, itemNos: [...itemNos], ...(billNo !== '' && { billNo }) }, { signal }),
    // Amounts that are agreed to are read at that moment.
    staleTime: 0,
    gcTime: 0,
  });

/** The bills of a stage on which feedback can be given. */
export const usePendingBills = ({ stageId, direction }: Pick<Run, 'stageId' | 'direction'>) =>
  useQuery({
    queryKey: ['bill', 'page', 'of recon', stageId, direction],
    queryFn: ({ signal }) =>
      call('bill.page', { stageId, direction, status: 'pending', page: 1, pageSize: 100 }, { signal }),
  });

/** What changed since the run before. @source R13.4 */
export const useChanges = (runId: string) =>
  useQuery({
    queryKey: ['recon', 'changes', runId],
    queryFn: ({ signal }) => call('recon.changes', { runId }, { signal }),
  });

/** The statement of a closed run; `empty` when there is no such run, `isOpen` when it was not closed. */
export const useStatement = (runId: string): Found<Statement> & { readonly isOpen: boolean } => {
  const query = useQuery({
    queryKey: ['recon', 'statement', runId],
    queryFn: ({ signal }) => call('recon.statement', { runId }, { signal }),
  });
  const isOpen = query.error instanceof CallError && query.error.errCode === 'RHRE007';
  const state = isOpen ? { status: 'empty' as const } : recordStatus('recon.statement', query);
  return { query, state, isOpen };
};

const show = (run: Run): void => {
  queryClient.setQueryData(['recon', 'run', run.runId], run);
};

/** After a step was taken, or refused because something is not as it was shown: everything but the run. */
const refreshResult = (): void =>
  void invalidate(
    ['recon', 'rows'],
    ['recon', 'suggest'],
    ['recon', 'page'],
    ['recon', 'year'],
    ['recon', 'statement'],
  );

/** Items of a run, by number or by what a filter finds. */
export type Chosen = { readonly itemNos: readonly number[] } | { readonly filter: ItemFilter };

/** A reply holds the run; a refusal means that the shown one may not be the present one. */
const orFetchRun = async <Reply>(sent: Promise<Reply>): Promise<Reply> => {
  try {
    return await sent;
  } catch (error) {
    void invalidate(['recon', 'run']);
    throw error;
  }
};

const step = <Input>(name: string, send: (input: Input) => Promise<Run>) =>
  mutation({
    mutationKey: ['recon', name],
    mutationFn: (input: Input) => orFetchRun(send(input)),
    onSuccess: show,
    onSettled: refreshResult,
  });

/** Steps by hand: each answers with the run as it is then. @source R13.3 */
export const matchItems = step('match', (input: CallInput<'recon.match'>) => call('recon.match', input));
export const unmatchItems = step('unmatch', (input: CallInput<'recon.unmatch'>) => call('recon.unmatch', input));
export const acceptItems = step('accept', (input: CallInput<'recon.accept'>) => call('recon.accept', input));
export const noteItems = step('note', (input: CallInput<'recon.note'>) => call('recon.note', input));
export const undoStep = step('undo', (input: CallInput<'recon.undo'>) => call('recon.undo', input));
export const closeRun = step('close', (input: CallInput<'recon.close'>) => call('recon.close', input));
export const cancelRun = step('cancel', (input: CallInput<'recon.cancel'>) => call('recon.cancel', input));

/** What would go with a ledger. */
export type Removal = CallReply<'recon.removal'>;
export const useRemoval = (ledgerId: string) =>
  useQuery({
    queryKey: ['recon', 'removal', ledgerId],
    queryFn: ({ signal }) => call('recon.removal', { ledgerId }, { signal }),
    // What is agreed to is read at that moment.
    staleTime: 0,
    gcTime: 0,
  });

/** Deletes a ledger with its runs. @source R13.4 */
export const removeLedger = mutation({
  mutationKey: ['recon', 'removeLedger'],
  mutationFn: (input: CallInput<'recon.removeLedger'>) => call('recon.removeLedger', input),
  onSettled: () => void invalidate(['recon']),
});

/** Begins another run of the same file; answers with that one. */
export const runAgain = step('again', (input: CallInput<'recon.again'>) => call('recon.again', input));

/** Gives feedback on the claims that were shown. */
export const sendFeedback = mutation({
  mutationKey: ['recon', 'toFeedback'],
  mutationFn: (input: CallInput<'recon.toFeedback'>) => orFetchRun(call('recon.toFeedback', input)),
  onSuccess: ({ run }) => show(run),
  onSettled: () => {
    refreshResult();
    void invalidate(['feedback'], ['bill'], ['home']);
  },
});

/** Saves the rows of the ledger that could not be read. */
export const saveReport = async (runId: string): Promise<void> => saveFile(await call('recon.report', { runId }));
