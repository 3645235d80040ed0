import { poolFull } from '#kernel/pool-full';
import type { Log } from '#kernel/ports';
import { errorCodeOf, Refusal } from '#kernel/refusal';
import { StateAway } from '#kernel/state-away';

const gone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '3D000',
  // Read-only: a standby, or a primary that has just become one.
  '25006',
  '28000',
  '28P01',
]);
const busy = new Set(['57014', '55P03', '40001', '40P01', '53200', '53100', '25P03', poolFull]);
const goneMessages =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|client has encountered a connection error|connection ended|not queryable|cannot use a pool after calling end/i;

/** Codes of a refused or lost socket to the database, as opposed to a missing file. */
const isMissingSocket = (error: Error): boolean =>
  errorCodeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Whether an error means that the database is unreachable. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof Error &&
  (isMissingSocket(error) || gone.has(errorCodeOf(error) ?? '') || goneMessages.test(error.message));

/** Whether an error means that the database is there and did not get to it in time. */
export const isDatabaseBusy = (error: unknown): boolean => busy.has(errorCodeOf(error) ?? '');

/**
 * Converts a thrown value to a refusal: a refusal stays as it is; an unreachable or overloaded database is a 503;
 * anything else is an internal error, a 500 without details and a log line with the trace id (R8.5, R8.6).
 */
export const refusalOf = (error: unknown, log: Log, facts: { requestId: string; operation?: string }): Refusal => {
  if (error instanceof Refusal) return error;
  if (isDatabaseGone(error)) {
    log.warn({ event: 'databaseGone', ...facts, error });
    return new Refusal('OPSB0002', undefined, 3);
  }
  if (error instanceof StateAway) {
    log.warn({ event: 'stateAway', ...facts });
    return new Refusal('OPSB0003', undefined, 1);
  }
  if (isDatabaseBusy(error)) {
    log.warn({ event: 'databaseBusy', ...facts, error });
    return new Refusal('OPSB0001', undefined, 1);
  }
  log.error({ event: 'fault', ...facts, error });
  return new Refusal('RHSY500');
};
