import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { openPostgresFastState } from '#adapters/fast-state/postgres-fast-state';
import type { FastState } from '#kernel/ports';
import type { AppOptions } from './app-options.ts';

/** Opens the shared state of the configuration, and says in the log which one it is. @source running 1.2 */
export const openFastState = async ({ config, database, clock, log }: AppOptions): Promise<FastState> => {
  const { sharedState: kind } = config;
  const state = kind === 'postgres' ? await openPostgresFastState(database, clock) : createMemoryFastState(clock);
  log.info({ event: 'sharedState', kind });
  return state;
};
