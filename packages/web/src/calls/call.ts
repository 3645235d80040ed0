import {
  type BegunStart,
  type Call,
  CallError,
  type Client,
  createClient,
  type Door,
  type Shown,
  type SignedStart,
  type StartUpCall,
  type TakeBegun,
} from '@ronghui/client';
import { showError } from '../screen/toasts.ts';
import { noteFailure } from './last-failure.ts';

/** The listeners of an application to its calls. */
export interface CallRules<Start extends SignedStart> {
  readonly startUp: StartUpCall<Start>;
  /** Receives the reply of a start-up call: the first one, or one that renewed an expired key. */
  readonly onStart: (reply: Start) => void;
  /** Receives every other failed call, for the session watcher. */
  readonly onFailure: (error: CallError, door: Door) => void;
  /** Whom the page shows. */
  readonly shown?: ((operationId: string) => Shown | undefined) | undefined;
  /** The start-up call that the document sent already. */
  readonly begun?: Promise<BegunStart> | undefined;
  /** Takes the reply of a read that was sent already. */
  readonly takeBegun?: TakeBegun | undefined;
}

/** The base of the gateway, which is in the document; empty for the page's own origin. @source R7.2 */
export const gatewayBase = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="gateway-base"]')?.content ?? '';

/** Creates an application's client. */
export const makeClient = <Start extends SignedStart>({
  startUp,
  onStart,
  onFailure,
  shown,
  begun,
  takeBegun,
}: CallRules<Start>): Client<Start> =>
  createClient({
    base: gatewayBase(),
    startUp,
    shown,
    begun,
    takeBegun,
    hooks: {
      onStart,
      onFailure: (error, door) => {
        noteFailure(error);
        onFailure(error, door);
        if (error.kind === 'switched') showError(error.operationId, error);
      },
    },
  });

let client: Client<SignedStart> | undefined;
let handleStartFailure: () => void = () => undefined;

/** Sets the client: the application's own at its start, a stub in a test. `onStartFailure` is called when the start-up call fails. */
export const installClient = (
  next: Client<SignedStart> | undefined,
  onStartFailure: () => void = () => undefined,
): void => {
  client = next;
  handleStartFailure = onStartFailure;
};

/** The client, for a door that signs in its own way. */
export const currentClient = (): Client<SignedStart> => {
  if (client === undefined) throw new Error('no client is installed');
  return client;
};

/** Calls an operation; pages reach the server only through this: `call('portal.login', {…})`, typed by the contract. */
export const call: Call = (operationId, input, options) => currentClient().call(operationId, input, options);

/** The server's time. @unit epoch ms */
export const serverNow = (): number => currentClient().serverNow();

/**
 * Makes the start-up call. A failed call does not reject: its error is returned, so that the shell can say that the page must be loaded
 * over HTTPS.
 *
 * @source R4.1
 */
export const startUp = async (): Promise<CallError | undefined> => {
  try {
    await currentClient().start();
    return undefined;
  } catch (error) {
    handleStartFailure();
    if (!(error instanceof CallError)) throw error;
    noteFailure(error);
    return error;
  }
};
