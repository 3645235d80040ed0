import { CallError, errorText } from '@ronghui/client';

/** The fields of a query that its state depends on. */
export interface QueryOutcome<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
}

/** The five states of a page (ui's `PageState`), derived from a query. */
export type ContentStatus<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'empty' }
  | { readonly status: 'forbidden' }
  | { readonly status: 'failed'; readonly message: string; readonly traceId: string | undefined }
  | { readonly status: 'ready'; readonly data: Data };

/**
 * The state of published content: data stays visible when fetching it again failed, because an older answer is good enough.
 *
 * @source R2.9, R8.3
 */
export const contentStatus = <Data>(
  operationId: string,
  { data, error }: QueryOutcome<Data>,
  isEmpty: (data: Data) => boolean = () => false,
): ContentStatus<Data> => {
  if (data !== undefined) return isEmpty(data) ? { status: 'empty' } : { status: 'ready', data };
  if (error === null || error === undefined) return { status: 'loading' };
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 403 && known.errCode === 'RHSY403') return { status: 'forbidden' };
  return { status: 'failed', message: errorText(operationId, error), traceId: known?.traceId };
};

/** Whether a call was refused because nothing has the number or the form of what its address names. */
export const isMissing = (error: unknown): boolean => error instanceof CallError && [404, 422].includes(error.status);

/** The state of published content whose address names it: `empty` when it does not exist. @source R2.4, R2.9 */
export const detailStatus = <Data>(operationId: string, result: QueryOutcome<Data>): ContentStatus<Data> =>
  isMissing(result.error) ? { status: 'empty' } : contentStatus(operationId, result);
