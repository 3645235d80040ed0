import { createClock } from '#kernel/setup/clock';
import { describeFastState } from './fast-state.fixture.ts';
import { createMemoryFastState } from './memory-fast-state.ts';

describeFastState('memory', async () => {
  const clock = createClock();
  let state = createMemoryFastState(clock);
  // A process that is lost takes its state along: the next one begins with another.
  const present = {
    get epoch() {
      return state.epoch;
    },
    askEpoch: () => state.askEpoch(),
    clockSlackMs: 0,
    claimNonce: (claim: Parameters<typeof state.claimNonce>[0]) => state.claimNonce(claim),
    countRequest: (...use: Parameters<typeof state.countRequest>) => state.countRequest(...use),
    take: (...use: Parameters<typeof state.take>) => state.take(...use),
    put: (...value: Parameters<typeof state.put>) => state.put(...value),
    takeOnce: (key: string) => state.takeOnce(key),
  };
  return {
    open: async () => present,
    nowMs: () => clock.nowMs(),
    advance: async (ms) => clock.moveTo(clock.offsetMs + ms),
    lose: async () => {
      state = createMemoryFastState(clock);
    },
  };
});
