import { join } from 'node:path';
import { startServer } from '../driver/server-process.ts';
import { type Figure, fixed, judged, noted, type Part } from './figures.ts';
import { median } from './statistics.ts';

const part = 'start';
const warmRounds = 5;
/** @unit s @source R14.1 */
const goalSec = 3;

const startAndStop = async (dataDir: string): Promise<number> => {
  const server = await startServer({ dataDir });
  await server.stop();
  return server.listeningMs / 1000;
};

/** From the spawn of Node to the line that says it listens, on a built tree: a folder's first start, and those that follow. */
export const startPart: Part = {
  name: part,
  async run({ folder }): Promise<Figure[]> {
    const dataDir = join(folder, 'start');
    const cold = await startAndStop(dataDir);
    const warm: number[] = [];
    for (let round = 0; round < warmRounds; round += 1) warm.push(await startAndStop(dataDir));
    const middle = median(warm);
    return [
      noted(part, 'first start of a data folder: cluster, migrations, demonstration content', `${fixed(cold)} s`),
      judged(part, `start of an existing folder, median of ${warmRounds}`, {
        value: `${fixed(middle)} s`,
        goal: `≤ ${goalSec} s`,
        isMet: middle <= goalSec,
      }),
    ];
  },
};
