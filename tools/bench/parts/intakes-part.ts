import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { csvOf } from '../imports/lines-file.ts';
import { type IntakeCost, type ServedTree, serveTree } from '../intakes/served-tree.ts';
import { writeCsv } from '../recon/ledger-file.ts';
import { writeLedger } from '../recon/sides.ts';

const part = 'intakes';
const standardRows = 1_000_000;
const rounds = 3;
/** The least of the rounds counts: what else a machine does makes processor time longer, and never shorter. */
const least = (values: readonly number[]): number => Math.min(...values);
/** Of the processor time of an earlier tree. */
const most = 1.03;
const here = join(import.meta.dirname, '../../..');

/** How many rows a file has; `INTAKES_ROWS` makes a smaller trial. */
const rowsOfFile = (): number => Number(process.env['INTAKES_ROWS'] ?? standardRows);

interface Contest {
  readonly what: string;
  readonly run: (tree: ServedTree, round: number) => Promise<IntakeCost>;
}

const contestsOf = async (folder: string, rows: number): Promise<readonly Contest[]> => {
  const copyPath = join(folder, 'ledger.copy');
  const path = join(folder, 'ledger.csv');
  await writeLedger(copyPath, rows, 'usual');
  await writeCsv(copyPath, path);
  const ledger = { rows, copyPath, file: readFileSync(path) };
  return [
    {
      what: `${count(rows)} lines from CSV, from their upload to rows under their policies`,
      run: (tree, round) => tree.importLines(round, csvOf(rows, round)),
    },
    {
      what: `${count(rows)} rows of a merchant’s CSV, from its upload to the counts of its run`,
      run: (tree, round) => tree.reconcile(round, ledger),
    },
  ];
};

const sum = ({ serverSec, databaseSec }: IntakeCost): number => serverSec + databaseSec;
const shown = (costs: readonly IntakeCost[]): string =>
  costs
    .map((cost) => `${fixed(cost.serverSec, 1)} + ${fixed(cost.databaseSec, 1)} (${fixed(cost.wallSec, 1)})`)
    .join(', ');
const figureOf = (costs: readonly IntakeCost[]): string =>
  `${fixed(least(costs.map(sum)), 1)} s of processor, ${fixed(least(costs.map(({ serverSec }) => serverSec)), 1)} of them the server’s`;

const figuresOf = (what: string, ours: readonly IntakeCost[], theirs: readonly IntakeCost[]): Figure[] => {
  const own = noted(part, what, figureOf(ours));
  if (theirs.length === 0) return [own];
  const ratio = least(ours.map(sum)) / least(theirs.map(sum));
  const ofServer = least(ours.map(({ serverSec }) => serverSec)) / least(theirs.map(({ serverSec }) => serverSec));
  const compared = (name: string, value: number): Figure =>
    judged(part, `${name}, the least of ${rounds} in turn`, {
      value: `${fixed(value)}×`,
      goal: `≤ ${fixed(most)}×`,
      isMet: value <= most,
    });
  return [
    own,
    noted(part, 'the earlier tree', figureOf(theirs)),
    compared('against the earlier tree', ratio),
    compared('the server’s own part', ofServer),
  ];
};

/** Both intakes through a running server, in processor time of it and of its database; beside an earlier tree at `INTAKES_BASE`, in turn. */
export const intakesPart: Part = {
  name: part,
  async run({ folder, say }) {
    const [rows, base] = [rowsOfFile(), process.env['INTAKES_BASE']];
    const trees = [await serveTree(here, join(folder, 'intakes'))];
    const figures: Figure[] = [];
    try {
      if (base !== undefined) trees.push(await serveTree(base, join(folder, 'intakes-base')));
      for (const { what, run } of await contestsOf(folder, rows)) {
        const costs = trees.map((): IntakeCost[] => []);
        for (let round = 0; round < rounds; round += 1) {
          for (const [at, tree] of trees.entries()) costs[at]?.push(await run(tree, round));
          say(costs.map((each) => shown(each.slice(-1))).join(' / '));
        }
        const [ours = [], theirs = []] = costs;
        figures.push(...figuresOf(what, ours, theirs));
      }
      return figures;
    } finally {
      for (const tree of trees) await tree.stop();
    }
  },
};
