import { CallError, errorText } from '@ronghui/client';

/** What a page must know of a query. */
interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
}

/** The five states of a page (ui's `PageState`), made of a query. */
export type QueryStatus<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'empty' }
  | { readonly status: 'forbidden' }
  | { readonly status: 'failed'; readonly message: string; readonly traceId: string | undefined }
  | { readonly status: 'ready'; readonly data: Data };

/**
 * The state of a page that shows one query. Data that is there stays in sight when fetching it anew has failed.
 *
 * @source R2.9, R8.3
 */
export const queryStatus = <Data>(
  operationId: string,
  { data, error }: Asked<Data>,
  isEmpty: (data: Data) => boolean = () => false,
): QueryStatus<Data> => {
  if (data !== undefined) return isEmpty(data) ? { status: 'empty' } : { status: 'ready', data };
  if (error === null || error === undefined) return { status: 'loading' };
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 403 && known.errCode === 'RHSY403') return { status: 'forbidden' };
  return { status: 'failed', message: errorText(operationId, error), traceId: known?.traceId };
};

/** The state of a page whose address names one thing: `empty` when there is none of that name. @source R2.4, R2.9 */
export const detailStatus = <Data>(operationId: string, asked: Asked<Data>): QueryStatus<Data> =>
  asked.error instanceof CallError && [404, 422].includes(asked.error.status)
    ? { status: 'empty' }
    : queryStatus(operationId, asked);
