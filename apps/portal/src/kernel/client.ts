import { type BegunStart, portalStartUp } from '@ronghui/client';
import { installClient, makeClient } from '@ronghui/web/calls/call';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure } from './start-up.ts';

/** The start-up call that the document's inline line sends on a page of the merchant area. */
const begunStartUp = (): Promise<BegunStart> | undefined =>
  // Only that line writes it.
  (document as Document & { readonly startUp?: Promise<BegunStart> }).startUp;

/** Creates the portal's client. A failed start-up call hides the document centre; the rest of the portal keeps working. @source R4.1 */
export const openClient = (): void =>
  installClient(
    makeClient({ startUp: portalStartUp, onStart: applyStartUp, onFailure: watchSession, begun: begunStartUp() }),
    applyStartUpFailure,
  );
