import { join } from 'node:path';
import { startServer } from '../../driver/server-process.ts';
import { type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { median } from '../statistics.ts';

const part = 'start';
const colds = 3;
const warms = 5;
const warmGoalMs = 3000;

const seconds = (ms: number): string => `${fixed(ms / 1000)} s`;

/** The time from the spawn of the server to the log line that it listens: with a new data folder, and with a used one. */
export const startPart: Part = {
  name: part,
  async run({ folder, say }): Promise<Figure[]> {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let at = 0; at < colds; at += 1) {
      say(`fresh folder ${at + 1} of ${colds}`);
      const server = await startServer({ dataDir: join(folder, `start-${at}`) });
      cold.push(server.listeningMs);
      await server.stop();
    }
    for (let at = 0; at < warms; at += 1) {
      const server = await startServer({ dataDir: join(folder, 'start-0') });
      warm.push(server.listeningMs);
      await server.stop();
    }
    const warmMs = median(warm);
    return [
      noted(
        part,
        'cold: fresh data folder, built tree (cluster, migrations, content, accounts)',
        seconds(median(cold)),
      ),
      judged(part, 'warm: the second start', {
        value: seconds(warmMs),
        goal: `≤ ${warmGoalMs / 1000} s`,
        isMet: warmMs <= warmGoalMs,
      }),
    ];
  },
};
