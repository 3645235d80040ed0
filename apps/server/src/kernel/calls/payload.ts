import type { Admission } from '#kernel/calls/admission/admission';
import type { IncomingCall } from '#kernel/calls/call';
import { isPayload, type Payload, parsePayload } from '#kernel/calls/envelope/payload-text';
import { normaliseSealed, openSealed, type SealContext, sealedFault, unreadable } from '#kernel/calls/envelope/sealed';
import { envelopeRefusal } from '#kernel/calls/envelope/signature';
import type { SealedField } from '#kernel/calls/envelope/validation';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import { type WrongField, wrongFields } from '#kernel/refusal';
import type { CryptoKeys } from '#kernel/secrets/crypto-keys';
import type { MovableClock } from '#kernel/setup/clock';

/** Dependencies of the step. */
export interface PayloadDeps {
  readonly cryptoKeys: CryptoKeys;
  /** Limits concurrent decryption of sealed fields. */
  readonly unsealing: Admission;
  readonly clock: MovableClock;
}

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
 * Parses, validates, decrypts and normalises the payload for the handler: what is sealed, and names. A failed decryption looks like a wrong value;
 * an unknown `kid` looks like an expired signing key, so that the client fetches a new one.
 *
 * @source contract 3, R5.5
 */
export const openPayload = async (call: IncomingCall, session: LiveSession, deps: PayloadDeps): Promise<Payload> => {
  const { rules } = call.operation;
  const payload = parsePayload(call.envelope.data, rules.fieldsAtMost);
  rules.check(payload);
  rules.tidyNames(payload);
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
