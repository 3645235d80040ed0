import { opsStartUp, ownTexts, staffText } from '@ronghui/client';
import { installClient, makeClient } from '@ronghui/web/calls/call';
import { firstStepText } from '@ronghui/web/calls/first-step';
import { watchSession } from './session.ts';
import { applyStartUp, applyStartUpFailure } from './start-up.ts';

/** Creates the console's client, and gives staff the words of their own errors and of who was first. @source R4.1, R11.1, R4.12 */
export const openClient = (): void => {
  ownTexts.find = (operationId, error) => staffText(operationId, error) ?? firstStepText(operationId, error);
  installClient(
    makeClient({ startUp: opsStartUp, onStart: applyStartUp, onFailure: watchSession }),
    applyStartUpFailure,
  );
};
