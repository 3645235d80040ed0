import { CallError, errorText } from '@ronghui/client';

/** The fields of a query that a page needs. */
interface QueryResult<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
}

/** The five states of a page (ui's `PageState`), derived from a query. */
export type QueryStatus<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'empty' }
  | { readonly status: 'forbidden' }
  | { readonly status: 'failed'; readonly message: string; readonly traceId: string | undefined }
  | { readonly status: 'ready'; readonly data: Data };

/**
 * The state of a page that shows one query. Data stays visible when fetching it again failed.
 *
 * @source R2.9, R8.3
 */
export const queryStatus = <Data>(
  operationId: string,
  { data, error }: QueryResult<Data>,
  isEmpty: (data: Data) => boolean = () => false,
): QueryStatus<Data> => {
  if (data !== undefined) return isEmpty(data) ? { status: 'empty' } : { status: 'ready', data };
  if (error === null || error === undefined) return { status: 'loading' };
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 403 && known.errCode === 'RHSY403') return { status: 'forbidden' };
  return { status: 'failed', message: errorText(operationId, error), traceId: known?.traceId };
};

/** The state of a page whose address names one item: `empty` when it does not exist. @source R2.4, R2.9 */
export const detailStatus = <Data>(operationId: string, query: QueryResult<Data>): QueryStatus<Data> =>
  query.error instanceof CallError && [404, 422].includes(query.error.status)
    ? { status: 'empty' }
    : queryStatus(operationId, query);
