import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from '#kernel/testing/test-app';

/** Waits until the application's clock shows more than a moment. */
export const untilPast = async (app: TestApp, moment: Date): Promise<void> => {
  for (;;) {
    const leftMs = moment.getTime() - app.clock.now().getTime();
    if (leftMs < 0) return;
    await wait(leftMs + 1);
  }
};
