import type { CallError } from '@ronghui/client';

let traceId: string | undefined;

/** Remembers the trace id of a failed call, for the error boundary. @source R8.4 */
export const noteFailure = (error: CallError): void => {
  traceId = error.traceId ?? traceId;
};

/** The trace id of the last failed call with one. */
export const lastTraceId = (): string | undefined => traceId;
