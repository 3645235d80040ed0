import { CallError, errorText } from '@ronghui/client';

/** The fields of a query that a page needs. */
interface QueryResult<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** When the server answered the data. @unit epoch ms */
  readonly dataUpdatedAt?: number;
  readonly isFetching?: boolean;
}

/** Data that could not be refreshed. */
interface Stale {
  /** Why the refresh failed. */
  readonly message: string;
  /** When the server answered the data; an ISO instant. */
  readonly since: string | undefined;
  /** Whether a retry is running. */
  readonly busy: boolean;
}

/** The five states of a page (ui's `PageState`), derived from a query. */
export type QueryStatus<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'empty' }
  | { readonly status: 'forbidden' }
  | { readonly status: 'failed'; readonly message: string; readonly traceId: string | undefined }
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
  isEmpty: (data: Data) => boolean = () => false,
): QueryStatus<Data> => {
  const { data, error } = result;
  const hasFailed = error !== null && error !== undefined;
  if (data !== undefined) {
    if (isEmpty(data)) return { status: 'empty' };
    return { status: 'ready', data, ...(hasFailed && { stale: staleOf(operationId, result) }) };
  }
  if (!hasFailed) return { status: 'loading' };
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 403 && known.errCode === 'RHSY403') return { status: 'forbidden' };
  return { status: 'failed', message: errorText(operationId, error), traceId: known?.traceId };
};

/** The state of published content, where an older answer is good enough: a failed refresh is not shown. @source R2.9 */
export const contentStatus = <Data>(
  operationId: string,
  { data, error }: QueryResult<Data>,
  isEmpty?: (data: Data) => boolean,
): QueryStatus<Data> => queryStatus(operationId, { data, error: data === undefined ? error : null }, isEmpty);

/** The state of published content whose address names it: `empty` when it does not exist. @source R2.4, R2.9 */
export const detailStatus = <Data>(operationId: string, result: QueryResult<Data>): QueryStatus<Data> =>
  result.error instanceof CallError && [404, 422].includes(result.error.status)
    ? { status: 'empty' }
    : contentStatus(operationId, result);
