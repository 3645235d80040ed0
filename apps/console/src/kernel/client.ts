import { opsStartUp, setStaffTexts, staffTexts } from '@ronghui/client';
import { installClient, makeClient } from '@ronghui/web/calls/call';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure } from './start-up.ts';

/** Creates the console's client, and gives staff the words of their own errors. @source R4.1, R11.1 */
export const openClient = (): void => {
  setStaffTexts(staffTexts);
  installClient(
    makeClient({ startUp: opsStartUp, onStart: applyStartUp, onFailure: watchSession }),
    applyStartUpFailure,
  );
};
