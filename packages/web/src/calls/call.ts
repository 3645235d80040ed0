import {
  type Call,
  CallError,
  type Client,
  createClient,
  type Door,
  type SignedStart,
  type StartUpCall,
} from '@ronghui/client';
import { showError } from '../screen/toasts.ts';
import { noteFailure } from './last-failure.ts';

/** What an application does about its calls. */
export interface CallRules<Start extends SignedStart> {
  readonly startUp: StartUpCall<Start>;
  /** Takes the reply of a start-up call: the first one, or one that renewed an expired key. */
  readonly onStart: (reply: Start) => void;
  /** Told of every other failed call: the session watcher. */
  readonly onFailure: (error: CallError, door: Door) => void;
}

/** Makes an application's client; the base of the gateway stands in its document. @source R7.2 */
export const makeClient = <Start extends SignedStart>({
  startUp,
  onStart,
  onFailure,
}: CallRules<Start>): Client<Start> =>
  createClient({
    base: document.querySelector<HTMLMetaElement>('meta[name="gateway-base"]')?.content ?? '',
    startUp,
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
let whenStartFails: () => void = () => undefined;

/** Puts a client in place: the application's own at its start, a test's in a test. `onStartFailure` is told when its start-up call fails. */
export const installClient = (
  next: Client<SignedStart> | undefined,
  onStartFailure: () => void = () => undefined,
): void => {
  client = next;
  whenStartFails = onStartFailure;
};

const theClient = (): Client<SignedStart> => {
  if (client === undefined) throw new Error('no client is installed');
  return client;
};

/** A page's one way to the server: `call('portal.login', {…})`, typed by the contract. */
export const call: Call = (operationId, input, options) => theClient().call(operationId, input, options);

/** The server's time. @unit epoch ms */
export const serverNow = (): number => theClient().serverNow();

/**
 * The start-up call. The application goes on when it fails; the error is returned, so that the shell can say that the page must be
 * loaded over HTTPS.
 *
 * @source R4.1
 */
export const startUp = async (): Promise<CallError | undefined> => {
  try {
    await theClient().start();
    return undefined;
  } catch (error) {
    whenStartFails();
    if (!(error instanceof CallError)) throw error;
    noteFailure(error);
    return error;
  }
};
