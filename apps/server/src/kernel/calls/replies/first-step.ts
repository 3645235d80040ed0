import type { StepRecord } from '@ronghui/contract';
import type { IncomingCall } from '#kernel/calls/call';
import type { CallContext } from '#kernel/calls/call-context';
import type { Db } from '#kernel/database/db';
import { Refusal } from '#kernel/refusal';

/** A step that was taken before: by whom, when (ISO 8601), and which. */
export interface FirstStep {
  readonly by: string;
  readonly at: string;
  readonly what: string;
}

/** Which step came second, with which record of the trail, and who reads it: a tenant, or staff for null. */
interface SecondStep {
  readonly operation: string;
  readonly object: string;
  readonly tenantId: string | null;
  /** Only what the same operation did before counts: the record is the tenant, with which many things are done. */
  readonly isAlone: boolean;
}

/** Finds who took the newest step with a record, in the names that the reader may see; undefined where nobody is known. */
export type FindFirstStep = (db: Db, asked: SecondStep) => Promise<FirstStep | undefined>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const fieldOf = (payload: unknown, path: string): string => {
  const value = path.split('.').reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), payload);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const objectOf = (record: StepRecord, payload: unknown, tenantId: string | null): string => {
  if ('name' in record) return record.name;
  if ('tenant' in record) return tenantId ?? '';
  return record.fields
    .map((path) => fieldOf(payload, path))
    .filter((part) => part !== '')
    .join(':');
};

/**
 * Adds to the refusal of a step that came second who was first; any other error stays as it is, and so does the refusal where the trail cannot be
 * read.
 *
 * @source R4.12, decision 0158
 */
export const withFirstStep = async (
  error: unknown,
  call: IncomingCall,
  {
    payload,
    context,
    find,
  }: { readonly payload: unknown; readonly context: CallContext; readonly find: FindFirstStep },
): Promise<unknown> => {
  if (!(error instanceof Refusal) || error.record === undefined) return error;
  const { id, spec } = call.operation;
  const tenantId = spec.who === 'merchant' ? context.tenantId : null;
  const object = objectOf(error.record, payload, tenantId);
  if (object === '' || (spec.who === 'merchant' && tenantId === null)) return error;
  try {
    const asked = { operation: id, object, tenantId, isAlone: 'tenant' in error.record };
    const last = await find(context.db, asked);
    return last === undefined ? error : new Refusal(error.code, { ...error.data, last }, error.retryAfterSec);
  } catch {
    return error;
  }
};
