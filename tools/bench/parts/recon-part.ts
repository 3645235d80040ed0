import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { makeTemplate, openTestServer, urlOf } from '../../../apps/server/src/kernel/testing/test-server.ts';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { matchBare } from '../recon/bare.ts';
import { matchOnce } from '../recon/matched.ts';
import { matchingOf } from '../recon/plot.ts';
import { addSides, writeLedger } from '../recon/sides.ts';
import { throughServer } from '../recon/through-server.ts';
import { highestDuring, residentMb } from '../resident-memory.ts';
import { median } from '../statistics.ts';

const part = 'recon';
const standardRows = '10000,100000,1000000,3000000';
/** Of a run through the server: more than the limit of a ledger is no merchant’s. */
const mostOfAMerchant = 1_000_000;
const goals = { ratio: 2, growthMb: 200 };
/** Of few rows the time is that of the statements themselves. */
const judgedFrom = 1_000_000;
const rounds = 3;

/** How many rows both sides have; `RECON_ROWS=10000,3000000` chooses others. */
const sizes = (): readonly number[] => (process.env['RECON_ROWS'] ?? standardRows).split(',').map(Number);

/** A ledger and as many lines, from COPY to items with their indexes, against a bare join of the same (R13.5). */
export const reconPart: Part = {
  name: part,
  async run({ folder, say }) {
    const server = await openTestServer();
    const url = urlOf(server.adminUrl, await makeTemplate(server.adminUrl));
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const database = openDatabase({ url, poolSize: 4, onError: (error) => say(error.message) });
    const figures: Figure[] = [];
    try {
      for (const rows of sizes()) {
        say(`${count(rows)} rows on both sides`);
        const path = join(folder, `ledger-${rows}.copy`);
        await writeLedger(path, rows, 'usual');
        const sides = await addSides(owner, String(rows), rows, path);
        const [ours, bare, growth]: [number[], number[], number[]] = [[], [], []];
        for (let round = 0; round < rounds; round += 1) {
          await owner.query('checkpoint');
          const restMb = residentMb(process.pid);
          const [seconds, highestMb] = await highestDuring(process.pid, () => matchOnce(database, owner, sides));
          growth.push(highestMb - restMb);
          ours.push(seconds);
          await owner.query('checkpoint');
          bare.push(await matchBare(url, sides));
          say(`  ${fixed(seconds)} s, bare ${fixed(bare.at(-1) ?? Number.NaN)} s, ${fixed(highestMb - restMb, 0)} MB`);
        }
        await writeLedger(path, rows, 'noReferences');
        const without = await matchOnce(database, owner, sides);
        const ratio = median(ours.map((took, at) => took / (bare[at] ?? Number.NaN)));
        const size = `${count(rows)} × ${count(rows)} rows`;
        const against = `${size}: matching against the bare join, median of ${rounds} in turn`;
        figures.push(
          noted(part, matchingOf(size), `${fixed(median(ours))} s`),
          noted(
            part,
            `${size}: bare COPY, full outer join by reference into a table, the same indexes`,
            `${fixed(median(bare))} s`,
          ),
          ...(rows < judgedFrom
            ? [noted(part, against, `${fixed(ratio)}×`)]
            : [
                judged(part, against, {
                  value: `${fixed(ratio)}×`,
                  goal: `≤ ${goals.ratio}×`,
                  isMet: ratio <= goals.ratio,
                }),
              ]),
          noted(part, `${size}: a ledger without references, by amount and day`, `${fixed(without)} s`),
          judged(part, `${size}: growth of the process’s memory meanwhile, highest`, {
            value: `${fixed(Math.max(...growth), 0)} MB`,
            goal: `≤ ${goals.growthMb} MB`,
            isMet: Math.max(...growth) <= goals.growthMb,
          }),
        );
      }
      const possible = sizes().filter((rows) => rows <= mostOfAMerchant);
      return [...figures, ...(await throughServer(part, { folder, rows: Math.max(...possible), say }))];
    } finally {
      await database.close();
      await owner.end();
      await server.stop();
    }
  },
};
