import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deaths } from '../deaths.ts';
import { expectFiles } from '../merchant-checks.ts';
import { billsToConfirm, confirmationRounds } from './confirmation.ts';
import { exportRounds } from './exports.ts';
import { billsToDispute, feedbackRounds } from './feedback.ts';
import { billStage, generationRounds } from './generation.ts';
import { importRounds } from './imports.ts';
import { type MoneyServer, startMoney } from './money-server.ts';
import { CallBook, ServerGone } from './people.ts';
import { reconRounds } from './recon.ts';
import type { Rounds } from './round.ts';
import { addRules, type LaidStage, layStage } from './stage.ts';

/** Three rounds of each operation; `RONGHUI_LONG=1` runs the twenty that the requirements name. */
const rounds = process.env['RONGHUI_LONG'] === '1' ? 20 : 3;
const seed = Number(process.env['RONGHUI_SEED'] ?? randomInt(2 ** 31));
process.stdout.write(`kills in the middle of money: seed ${seed}\n`);

/** Fractions below 1, the same for a seed (mulberry32). */
const randomOf = (start: number) => {
  let state = start;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-money-'));
let on: MoneyServer;
let issued: LaidStage;
let listed: LaidStage;
let compared: LaidStage;

beforeAll(async () => {
  on = await startMoney(dataDir);
  await addRules(on);
  // The rounds, and one before them that is not killed.
  const wanted = (rounds + 1) * (billsToConfirm + billsToDispute);
  const size = { tenants: 1, orgs: 12, projects: Math.ceil(wanted / 36), linesOfBill: 2 };
  issued = await layStage(on, '断点待确认', size);
  await billStage(new CallBook(), on.people, issued);
  listed = await layStage(on, '断点导出', { tenants: 1, orgs: 10, projects: 10, linesOfBill: 30 });
  compared = await layStage(on, '断点对账', { tenants: 1, orgs: 2, projects: 2, linesOfBill: 800 });
  await billStage(new CallBook(), on.people, compared);
}, 120_000);
afterAll(async () => {
  await on.close();
  await on.server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

const operations: Readonly<Record<string, () => Rounds>> = {
  'generating and issuing': () => generationRounds,
  'confirming in batches': () => confirmationRounds(issued),
  'disputing with files': () => feedbackRounds(issued, (rounds + 1) * billsToConfirm),
  'importing lines': () => importRounds,
  exporting: () => exportRounds(listed),
  'reconciling (R13.4)': () => reconRounds(compared),
};

/** How long a round takes that nobody kills; null for one whose server died under it. @unit ms */
const timed = async (run: () => Promise<void>): Promise<number | null> => {
  const startedMs = performance.now();
  try {
    await run();
    return performance.now() - startedMs;
  } catch (error) {
    if (error instanceof ServerGone) return null;
    throw error;
  }
};

/** Runs a round that nobody kills; returns how long it took. @unit ms */
const rehearse = async (roundsOf: Rounds): Promise<number> => {
  const round = await roundsOf(on, 0);
  const tookMs = await timed(() => round.run(on));
  if (tookMs === null) throw new Error('the server died by itself');
  await round.settle(on);
  await round.check(on);
  return tookMs;
};

describe.each(Object.entries(operations))('R14.6 kill -9 in the middle of %s', (name, operation) => {
  it(`R14.6 is all or nothing, goes on by itself or has clearly failed, and doubles nothing, ${rounds} times`, {
    timeout: 60_000 + rounds * 60_000,
  }, async () => {
    const random = randomOf(seed + name.length);
    const roundsOf = operation();
    let totalMs = await rehearse(roundsOf);
    const kinds = Object.entries(deaths);
    const turn = Math.floor(random() * kinds.length);
    let interrupted = 0;
    for (let at = 1; at <= rounds; at += 1) {
      const round = await roundsOf(on, at);
      const running = timed(() => round.run(on));
      // One after the other over the time that it takes, each at a random moment of its share.
      await wait(((at - 1 + random()) / rounds) * 0.9 * totalMs);
      const [what, die] = kinds[(at + turn) % kinds.length] ?? [];
      if (die === undefined) throw new Error('there are deaths');
      await die(on.server);
      const tookMs = await running;
      if (tookMs === null) interrupted += 1;
      // Warm, it takes less.
      else totalMs = Math.min(totalMs, tookMs);
      await on.close();
      on = await startMoney(dataDir, on.desk);
      try {
        await round.expectAtomic(on);
        await round.settle(on);
        await round.check(on);
      } catch (error) {
        process.stdout.write(`${name}: round ${at}, kill of ${what}, seed ${seed}\n`);
        throw error;
      }
    }
    process.stdout.write(`${name}: ${interrupted} of ${rounds} kills met it under way, of ${Math.round(totalMs)} ms\n`);
    // Kills that come too late prove nothing.
    expect(interrupted).toBeGreaterThanOrEqual(rounds / 2);
  });
});

describe('R14.6 after all of them', () => {
  it('R14.6 no file is lost, and none is left over once the sweep has run', { timeout: 60_000 }, async () => {
    await expectFiles(on.server);
  });
});
