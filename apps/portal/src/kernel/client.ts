import { type BegunStart, portalStartUp, type TakeBegun } from '@ronghui/client';
import { installClient, makeClient } from '@ronghui/web/calls/call';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure, shownIn } from './start-up.ts';

/** What the document of a page of the merchant area has sent before the scripts are there: its inline line the start-up call, `first-reads.ts` reads. */
interface Begun {
  readonly startUp?: Promise<BegunStart>;
  readonly takeBegun?: TakeBegun;
}
// Only those two write it.
const begun = (): Begun => document as Document & Begun;

/** Creates the portal's client. A failed start-up call hides the document centre; the rest of the portal keeps working. @source R4.1 */
export const openClient = (): void =>
  installClient(
    makeClient({
      startUp: portalStartUp,
      onStart: applyStartUp,
      onFailure: watchSession,
      shown: shownIn,
      begun: begun().startUp,
      takeBegun: (...read) => begun().takeBegun?.(...read),
    }),
    applyStartUpFailure,
  );
