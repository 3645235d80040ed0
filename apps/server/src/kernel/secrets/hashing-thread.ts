import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { putThreadBehind } from '#kernel/priorities';
import type { HashingSetting, HashReply, NumberedTask } from '#kernel/secrets/hashing-worker';

const { cost, priority }: HashingSetting = workerData;

const carryOut = ({ id, stored, text, begun }: NumberedTask): HashReply => {
  if (Atomics.exchange(begun, 0, 1) !== 0) return { id, answer: null };
  const startedMs = performance.now();
  try {
    const value = stored === null ? hashSync(text, cost) : verifySync(stored, text);
    return { id, answer: { value, ms: performance.now() - startedMs } };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

if (priority === 'behind') putThreadBehind();
parentPort?.on('message', (task: NumberedTask) => parentPort?.postMessage(carryOut(task)));
