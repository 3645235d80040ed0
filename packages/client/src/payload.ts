import { sealedPaths } from '@ronghui/contract/wire';
import { isRecord } from './call-error.ts';
import type { Keys } from './key-ring.ts';
import { seal } from './sealing.ts';
import { makeNonce, sha256OfFile } from './signing.ts';

/** An idempotency key for one intention of the user; every retry carries the same key. @source R4.12, contract 2 */
export const makeIdempotencyKey = (): string => makeNonce();

/** The payload with an idempotency key, where the operation is among those that take one and the caller passed none. */
export const withIdempotencyKey = (idempotent: readonly string[], operationId: string, input: unknown): unknown =>
  idempotent.includes(operationId) && isRecord(input) && input['idempotencyKey'] === undefined
    ? { ...input, idempotencyKey: makeIdempotencyKey() }
    : input;

/** Whether a payload has a key, so that it may be sent twice and is done once. */
export const hasIdempotencyKey = (input: unknown): boolean => isRecord(input) && input['idempotencyKey'] !== undefined;

/** The payload of an upload with the fields that the server checks the file against. @source contract 1 */
export const withFileFacts = async (input: unknown, file: File | undefined): Promise<unknown> =>
  file === undefined
    ? input
    : { ...(isRecord(input) ? input : {}), name: file.name, size: file.size, sha256: await sha256OfFile(file) };

/** The payload with one field encrypted; unchanged if the field is absent. */
const withSealed = async (
  payload: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  sealText: (field: string, text: string) => Promise<string>,
): Promise<Record<string, unknown>> => {
  const value = payload[name];
  if (typeof value === 'string') return { ...payload, [name]: await sealText(name, value) };
  return isRecord(value) && rest.length > 0 ? { ...payload, [name]: await withSealed(value, rest, sealText) } : payload;
};

/** The payload as it is sent: sealed fields encrypted with these keys, and the public key's id added. */
export const sealedPayload = async (operationId: string, input: unknown, keys: Keys): Promise<unknown> => {
  if (!isRecord(input)) return input;
  const sealText = (field: string, text: string) =>
    seal(keys.publicKey, { operationId, field, keyId: keys.keyId }, text);
  let sealed = input;
  for (const path of sealedPaths) sealed = await withSealed(sealed, path.split('.'), sealText);
  return sealed === input ? input : { ...sealed, kid: keys.kid };
};

/** The body of a call: a form, or for an upload a multipart form whose last part is the file. @source contract 1 */
export const bodyOf = (fields: Readonly<Record<string, string>>, file: File | undefined): string | FormData => {
  if (file === undefined) return new URLSearchParams(fields).toString();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
};
