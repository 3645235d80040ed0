import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../launch/paths.mjs';
import type { Fault, Measured } from './fault.ts';
import { boundsIn, boundsOf, tableIn } from './table.ts';
import { isWriting, keepRow } from './table-writer.ts';

const page = join(root, 'docs/operations.md');

/** A machine that does several things at once may take so many times as long as the table states, and a while for anything. @unit times, seconds */
const slower = 3;
const leastSec = 5;

/** Keeps the row of a fault for the table (`RONGHUI_FAULT_TABLE=write`), or holds what was measured against it. */
export const report = (fault: Fault, measured: Measured): void => {
  const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`);
  const { longestMs, seenMs, servedMs } = measured;
  process.stdout.write(
    `${fault.name}: answers within ${seconds(longestMs)}, seen after ${seconds(seenMs)}, served again after ${seconds(servedMs)}\n`,
  );
  expect(measured.lost, `${fault.name}: acknowledged and lost`).toEqual([]);
  if (isWriting()) return keepRow(fault.name, boundsOf(fault, measured));
  const stated = boundsIn(tableIn(readFileSync(page, 'utf8')), fault.name);
  if (stated === undefined) throw new Error(`${fault.name} has no row with times: npm run test:long -- faults`);
  const times = [
    ['an answer', longestMs, stated.longest],
    ['seen', seenMs, stated.seen],
    ['served again', servedMs, stated.served],
  ] as const;
  for (const [what, ms, bound] of times)
    expect((ms ?? 0) / 1000, `${fault.name}: ${what}`).toBeLessThanOrEqual(slower * Math.max(leastSec, bound ?? 0));
};
