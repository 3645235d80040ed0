import type { Client } from './client.ts';
import { makeNonce, signatureOf } from './signing.ts';

/**
 * The `sign` of a call to the chat gateway: key, time, nonce and code in one text. `data` is its JSON text as it is sent.
 *
 * @source contract 6
 */
export const chatSignature = async (
  client: Pick<Client, 'keys' | 'serverNow'>,
  operationId: string,
  data: string,
): Promise<string> => {
  const { keyId, signKey } = await client.keys();
  const timestamp = String(Math.round(client.serverNow()));
  const nonce = makeNonce();
  const mac = await signatureOf(signKey, { signedFor: operationId, timestamp, nonce, data });
  return [keyId, timestamp, nonce, mac].join('.');
};
