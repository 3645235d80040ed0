import { type Call, CallError, type Client, createClient, makeIdempotencyKey } from '@ronghui/client';
import { noteFailure } from './last-failure.ts';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure } from './start-up.ts';
import { showError } from './toasts.ts';

export { CallError, makeIdempotencyKey };

let client: Client | undefined;

const openClient = (): Client =>
  createClient({
    base: document.querySelector<HTMLMetaElement>('meta[name="gateway-base"]')?.content ?? '',
    hooks: {
      onStart: applyStartUp,
      onFailure: (error, door) => {
        noteFailure(error);
        watchSession(error, door);
        if (error.kind === 'switched') showError(error.operationId, error);
      },
    },
  });

const theClient = (): Client => {
  client ??= openClient();
  return client;
};

/** Puts another client in place of the portal's own: a test's. */
export const installClient = (next: Client | undefined): void => {
  client = next;
};

/** The portal's one way to the server: `call('portal.login', {…})`, typed by the contract. */
export const call: Call = (operationId, input, options) => theClient().call(operationId, input, options);

/** The server's time. @unit epoch ms */
export const serverNow = (): number => theClient().serverNow();

/**
 * The start-up call. A failure hides the document centre and the portal goes on; the error is returned, so that the shell can say
 * that the page must be loaded over HTTPS.
 *
 * @source R4.1
 */
export const startUp = async (): Promise<CallError | undefined> => {
  try {
    await theClient().start();
    return undefined;
  } catch (error) {
    applyStartUpFailure();
    if (!(error instanceof CallError)) throw error;
    noteFailure(error);
    return error;
  }
};
