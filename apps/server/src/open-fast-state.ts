import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { openPostgresFastState } from '#adapters/fast-state/postgres-fast-state';
import type { FastState } from '#kernel/ports';
import type { AppOptions } from './app-options.ts';

const stateOf = async ({ config, database, clock, log }: AppOptions): Promise<FastState> => {
  const { sharedState, redisUrl } = config;
  // Its client is many modules, which no other installation loads.
  if (redisUrl !== null)
    return (await import('#adapters/fast-state/redis-fast-state')).openRedisFastState(redisUrl, clock, log);
  return sharedState === 'postgres' ? openPostgresFastState(database, clock) : createMemoryFastState(clock);
};

/** Opens the shared state of the configuration, and says in the log which one it is. @source running 1.2 */
export const openFastState = async (options: AppOptions): Promise<FastState> => {
  const {
    log,
    config: { sharedState: kind },
  } = options;
  const state = await stateOf(options);
  log.info({ event: 'sharedState', kind });
  return state;
};
