import { opsStartUp } from '@ronghui/client';
import { installClient, makeClient } from '@ronghui/web/calls/call';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure } from './start-up.ts';

/** Creates the console's client. @source R4.1 */
export const openClient = (): void =>
  installClient(
    makeClient({ startUp: opsStartUp, onStart: applyStartUp, onFailure: watchSession }),
    applyStartUpFailure,
  );
