import { CallError, errorText } from '@ronghui/client';

/** What a page must know of a query. */
interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** When the data was answered. @unit epoch ms */
  readonly dataUpdatedAt?: number;
  readonly isFetching?: boolean;
}

/** Data that could not be refreshed. */
interface Stale {
  /** Why the refresh failed. */
  readonly message: string;
  /** When the data was answered; an ISO instant. */
  readonly since: string | undefined;
  /** Another try is on its way. */
  readonly busy: boolean;
}

/** The five states of a page (ui's `PageState`), made of a query. */
export type QueryStatus<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'empty' }
  | { readonly status: 'forbidden' }
  | { readonly status: 'failed'; readonly message: string; readonly traceId: string | undefined }
  | { readonly status: 'ready'; readonly data: Data; readonly stale?: Stale };

const staleOf = (operationId: string, { error, dataUpdatedAt = 0, isFetching = false }: Asked<unknown>): Stale => ({
  message: errorText(operationId, error),
  since: dataUpdatedAt === 0 ? undefined : new Date(dataUpdatedAt).toISOString(),
  busy: isFetching,
});

/**
 * The state of a page that shows one query. Data that is there stays in sight when fetching it anew has failed, and is marked as stale.
 *
 * @source R2.9, R8.3
 */
export const queryStatus = <Data>(
  operationId: string,
  asked: Asked<Data>,
  isEmpty: (data: Data) => boolean = () => false,
): QueryStatus<Data> => {
  const { data, error } = asked;
  const hasFailed = error !== null && error !== undefined;
  if (data !== undefined) {
    if (isEmpty(data)) return { status: 'empty' };
    return { status: 'ready', data, ...(hasFailed && { stale: staleOf(operationId, asked) }) };
  }
  if (!hasFailed) return { status: 'loading' };
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 403 && known.errCode === 'RHSY403') return { status: 'forbidden' };
  return { status: 'failed', message: errorText(operationId, error), traceId: known?.traceId };
};

/** The state of published content, of which an older answer is as good: a refresh that failed is not worth a word. @source R2.9 */
export const contentStatus = <Data>(
  operationId: string,
  { data, error }: Asked<Data>,
  isEmpty?: (data: Data) => boolean,
): QueryStatus<Data> => queryStatus(operationId, { data, error: data === undefined ? error : null }, isEmpty);

/** The state of published content whose address names it: `empty` when there is none of that name. @source R2.4, R2.9 */
export const detailStatus = <Data>(operationId: string, asked: Asked<Data>): QueryStatus<Data> =>
  asked.error instanceof CallError && [404, 422].includes(asked.error.status)
    ? { status: 'empty' }
    : contentStatus(operationId, asked);
