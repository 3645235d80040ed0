import { join } from 'node:path';
import pg from 'pg';
import { countFigures } from '../../../apps/server/src/features/behavior/behavior.jobs.ts';
import { type Database, openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { dayLater, dayOf } from '../../../packages/domain/src/calendar.ts';
import { databaseUrl, type ServerProcess, startServer } from '../../driver/server-process.ts';
import type { Visitor } from '../../driver/visitor.ts';
import { enterPeople, readyAdmin } from '../../faults/money/people.ts';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { median, quantile } from '../statistics.ts';

const part = 'behavior';
const sizes = { few: 3_000, many: Number(process.env['BEHAVIOR_RECORDS'] ?? 3_000_000) };
const [days, pages, rounds] = [30, 150, 200];
const goals = { ratio: 1.2 };

/** Records of the last days, six to a visit on average, over the same pages whatever their number; one step in six leads towards an order. */
const fill = `
  insert into behavior_record (received_at, event_id, page_id, occurred_at, session_id)
    select at, event, case event when 'step.home' then '/portal/home' else '/portal/page/' || n % ${pages} end, at, 'visit-' || n / 6
    from (select n, (array['step.home', 'visit', 'step.product', 'visit', 'step.config', 'step.order'])[1 + n % 6] as event,
      app_now() - interval '${days - 1} days' * (n::float8 / $1::float8) as at from generate_series(1, $1::int) n) r`;

interface Contestant {
  readonly server: ServerProcess;
  readonly desk: Visitor;
  readonly database: Database;
  readonly countedSec: number;
  readonly againSec: number;
  close(): Promise<void>;
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
};

const open = async (dataDir: string, records: number): Promise<Contestant> => {
  const server = await startServer({ dataDir });
  const url = databaseUrl(dataDir);
  const people = await enterPeople(server.url, await readyAdmin(server));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('set statement_timeout = 0');
  await owner.query('delete from behavior_record');
  await owner.query(fill, [records]);
  await owner.query('analyze behavior_record');
  await owner.query('update behavior_counted set counted_at = null');
  await owner.end();
  const database = openDatabase({ url, onError: () => undefined });
  const none = (): void => undefined;
  // The job takes nothing of the ports.
  const run = () =>
    countFigures.run({ database, log: { info: none, warn: none, error: none } } as unknown as Parameters<
      typeof countFigures.run
    >[0]);
  const countedSec = await timed(run);
  const againSec = await timed(run);
  return {
    server,
    desk: people.desk,
    database,
    countedSec,
    againSec,
    async close() {
      for (const visitor of Object.values(people)) visitor.close();
      await database.close();
      await server.stop();
    },
  };
};

const day = (daysAgo: number): string => dayLater(dayOf(new Date()), -daysAgo);

/** What the page asks for: its days with the funnel, then its pages. @unit ms */
const ask = async ({ desk }: Contestant): Promise<number> => {
  const startedMs = performance.now();
  for (const verb of ['figures', 'pages']) {
    const { status } = await desk.call(`ops.behavior.${verb}`, { from: day(days - 1), to: day(0) });
    if (status !== 200) throw new Error(`${verb} gave ${status}`);
  }
  return performance.now() - startedMs;
};

const summaryOf = (times: readonly number[]): string =>
  `p50 ${fixed(median(times))} ms, p95 ${fixed(quantile(times, 0.95))} ms`;

/** What visitors did, among few records and among millions (R11.8). `BEHAVIOR_RECORDS` makes a smaller trial. */
export const behaviorPart: Part = {
  name: part,
  async run({ folder, say }) {
    const contestants: Contestant[] = [];
    try {
      for (const [name, records] of Object.entries(sizes)) {
        say(`${count(records)} records`);
        contestants.push(await open(join(folder, `behavior-${name}`), records));
      }
      const [few, many] = contestants;
      if (few === undefined || many === undefined) throw new Error('two servers were started');
      const [small, large]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const [one, other] = [await ask(few), await ask(many)];
        // The first ones warm up compilers and caches.
        if (round < rounds / 10) continue;
        small.push(one);
        large.push(other);
      }
      const ratio = median(large) / median(small);
      return [
        noted(part, `both calls of the page, ${days} days, ${count(sizes.few)} records`, summaryOf(small)),
        noted(part, `the same, ${count(sizes.many)} records`, summaryOf(large)),
        judged(part, 'p50 of the page among the many against the few', {
          value: `${fixed(ratio)}×`,
          goal: `≤ ${goals.ratio}×`,
          isMet: ratio <= goals.ratio,
        }),
        noted(part, `the first count of ${count(sizes.many)} records, ${days} days`, `${fixed(many.countedSec, 1)} s`),
        noted(part, 'the next count, of what came in meanwhile', `${fixed(many.againSec, 2)} s`),
      ] satisfies Figure[];
    } finally {
      for (const contestant of contestants) await contestant.close();
    }
  },
};
