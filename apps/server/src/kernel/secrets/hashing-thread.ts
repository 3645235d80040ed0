import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { putThreadBehind } from '#kernel/priorities';
import type { HashAnswer, HashCost, HashTask } from '#kernel/secrets/hashing';

const cost: HashCost = workerData;

const carryOut = ({ id, stored, text }: HashTask): HashAnswer => {
  try {
    return { id, value: stored === null ? hashSync(text, cost) : verifySync(stored, text) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

putThreadBehind();
parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(carryOut(task)));
