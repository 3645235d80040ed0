import { portalStartUp } from '@ronghui/client';
import { installClient, makeClient } from '@ronghui/web/calls/call';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure } from './start-up.ts';

/** Opens the portal's way to the server. A failed start-up hides the document centre and the portal goes on. @source R4.1 */
export const openClient = (): void =>
  installClient(
    makeClient({ startUp: portalStartUp, onStart: applyStartUp, onFailure: watchSession }),
    applyStartUpFailure,
  );
