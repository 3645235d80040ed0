import { setImmediate as turn } from 'node:timers/promises';

/** Lets the event loop serve others between two pieces of work. */
export const breathe = (): Promise<void> => turn();

/** How many rows are written without letting others have their turn: about a millisecond. */
export const rowsAtOnce = 100;
