import { errorText } from '@ronghui/client';
import { type ContentStatus, contentStatus, isMissing, type QueryOutcome } from './content-status.ts';

/** The fields of a query that its state depends on, and how old its data is. */
interface QueryResult<Data> extends QueryOutcome<Data> {
  /** When the server answered the data. @unit epoch ms */
  readonly dataUpdatedAt?: number;
  readonly isFetching?: boolean;
}

/** Data that could not be refreshed. */
export interface Stale {
  /** Why the refresh failed. */
  readonly message: string;
  /** When the server answered the data; an ISO instant. */
  readonly since: string | undefined;
  /** Whether a retry is running. */
  readonly busy: boolean;
}

/** The states of a page whose data changes (ui's `PageState` and list page), derived from a query. */
export type QueryStatus<Data> =
  | Exclude<ContentStatus<Data>, { readonly status: 'ready' }>
  | { readonly status: 'ready'; readonly data: Data; readonly stale?: Stale };

const staleOf = (
  operationId: string,
  { error, dataUpdatedAt = 0, isFetching = false }: QueryResult<unknown>,
): Stale => ({
  message: errorText(operationId, error),
  since: dataUpdatedAt === 0 ? undefined : new Date(dataUpdatedAt).toISOString(),
  busy: isFetching,
});

/**
 * The state of a page that shows one query. Data stays visible when fetching it again failed, and is marked as stale.
 *
 * @source R2.9, R8.3
 */
export const queryStatus = <Data>(
  operationId: string,
  result: QueryResult<Data>,
  isEmpty?: (data: Data) => boolean,
): QueryStatus<Data> => {
  const state = contentStatus(operationId, result, isEmpty);
  const hasFailed = result.error !== null && result.error !== undefined;
  return state.status === 'ready' && hasFailed ? { ...state, stale: staleOf(operationId, result) } : state;
};

/** The state of a record whose address names it: `empty` when there is none with that number. @source R2.9 */
export const recordStatus = <Data>(operationId: string, result: QueryResult<Data>): QueryStatus<Data> =>
  isMissing(result.error) ? { status: 'empty' } : queryStatus(operationId, result);
