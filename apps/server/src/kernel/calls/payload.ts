import type { Admission } from '#kernel/calls/admission/admission';
import type { IncomingCall } from '#kernel/calls/call';
import { writtenKeys } from '#kernel/calls/envelope/repeated-keys';
import { normaliseSealed, openSealed, type SealContext, sealedFault, unreadable } from '#kernel/calls/envelope/sealed';
import { envelopeRefusal } from '#kernel/calls/envelope/signature';
import type { SealedField } from '#kernel/calls/envelope/validation';
import { Refusal, type WrongField, wrongFields } from '#kernel/calls/refusal';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import type { CryptoKeys } from '#kernel/secrets/crypto-keys';
import type { MovableClock } from '#kernel/setup/clock';

/** Dependencies of the step. */
export interface PayloadDeps {
  readonly cryptoKeys: CryptoKeys;
  /** Limits concurrent decryption of sealed fields. */
  readonly unsealing: Admission;
  readonly clock: MovableClock;
}

type Payload = Record<string, unknown>;

const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxDepth = 8;
/** Of an operation that does not say how many it may have. */
const maxKeys = 500;

/**
 * How many keys a payload has in total; null where it is deeper, or has more of them, than any operation allows. Iterates level by level,
 * without recursion.
 */
const countKeys = (payload: Payload, most: number): number | null => {
  let level: object[] = [payload];
  let keys = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return null;
    const next: object[] = [];
    for (const holder of level) {
      const values: unknown[] = Array.isArray(holder) ? holder : Object.values(holder);
      if (!Array.isArray(holder)) keys += values.length;
      if (keys > most) return null;
      for (const value of values) if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
  return keys;
};

const parse = (data: string | null, most = maxKeys): Payload => {
  let value: unknown;
  try {
    value = JSON.parse(data ?? '');
  } catch {
    throw new Refusal('RHSY400');
  }
  if (!isPayload(value)) throw wrongFields([{ path: 'data', message: '应为对象' }]);
  const keys = countKeys(value, most);
  if (keys === null) throw wrongFields([{ path: 'data', message: '层级过深或字段过多' }]);
  if (writtenKeys(data ?? '') !== keys) throw wrongFields([{ path: 'data', message: '字段重复' }]);
  return value;
};

/** The object that contains a field, if the payload has it. */
const holderOf = (payload: Payload, path: readonly string[]): Payload | null => {
  let holder: unknown = payload;
  for (const step of path.slice(0, -1)) holder = isPayload(holder) ? holder[step] : undefined;
  return isPayload(holder) && typeof holder[path.at(-1) ?? ''] === 'string' ? holder : null;
};

/** The error of a decrypted value, unless its handler reports it. */
const faultOf = ({ kind, malformed }: SealedField, value: string): string | null => {
  const isHandlers = malformed === 'wrongPair' || (malformed !== 'refused' && value === '');
  return isHandlers ? null : sealedFault(kind, value);
};

const openField = async (
  call: IncomingCall,
  open: (sealContext: SealContext, ciphertext: string) => Promise<string>,
  entry: { readonly field: SealedField; readonly holder: Payload; readonly keyId: string },
): Promise<WrongField | null> => {
  const { field, holder, keyId } = entry;
  const name = field.path.at(-1) ?? '';
  const ciphertext = String(holder[name]);
  const sealContext = { operationId: call.operation.id, field: name, keyId };
  const opened = ciphertext === '' ? '' : await open(sealContext, ciphertext);
  const value = opened === unreadable ? unreadable : normaliseSealed(field.kind, opened);
  holder[name] = value;
  const message = faultOf(field, value);
  return message === null ? null : { path: field.path.join('.'), message };
};

/**
 * Parses, validates, decrypts and normalises the payload for the handler. A failed decryption looks like a wrong value;
 * an unknown `kid` looks like an expired signing key, so that the client fetches a new one.
 *
 * @source contract 3, R5.5
 */
export const openPayload = async (call: IncomingCall, session: LiveSession, deps: PayloadDeps): Promise<Payload> => {
  const { rules, spec } = call.operation;
  const payload = parse(call.envelope.data, spec.fieldsAtMost);
  rules.check(payload);
  if (rules.sealed.length === 0) return payload;
  const present = rules.sealed.flatMap((field) => {
    const holder = holderOf(payload, field.path);
    return holder === null ? [] : [{ field, holder, keyId: session.keyId }];
  });
  if (present.length === 0) return payload;
  const kid = payload['kid'];
  const key = typeof kid === 'string' ? await deps.cryptoKeys.find(kid) : null;
  if (key === null) {
    if (kid === undefined) throw wrongFields([{ path: 'kid', message: '此项必填' }]);
    throw envelopeRefusal('KEY_EXPIRED', deps.clock);
  }
  const open = (sealContext: SealContext, text: string) =>
    deps.unsealing.work(() => openSealed(key, sealContext, text));
  const wrong = await Promise.all(present.map((entry) => openField(call, open, entry)));
  const named = wrong.filter((field) => field !== null);
  if (named.length > 0) throw wrongFields(named);
  return payload;
};
