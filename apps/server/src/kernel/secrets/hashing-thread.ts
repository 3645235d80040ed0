import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { putThreadBehind } from '#kernel/priorities';
import type { HashAnswer, HashingThreadData, HashTask } from '#kernel/secrets/hashing';

const { cost, isBehind }: HashingThreadData = workerData;

const carryOut = ({ id, stored, text, claim }: HashTask): HashAnswer => {
  if (Atomics.compareExchange(claim, 0, 0, 1) !== 0) return { id, isSkipped: true };
  const startedMs = performance.now();
  try {
    const value = stored === null ? hashSync(text, cost) : verifySync(stored, text);
    return { id, value, tookMs: performance.now() - startedMs };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

if (isBehind) putThreadBehind();
parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(carryOut(task)));
