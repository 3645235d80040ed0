import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { fillStage } from '../../../apps/server/src/features/bill/scale/scale.ts';
import { openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { createClock } from '../../../apps/server/src/kernel/setup/clock.ts';
import { createIds } from '../../../apps/server/src/kernel/setup/ids.ts';
import { publishedCalendar } from '../../../packages/domain/src/calendar.ts';
import { databaseUrl, startServer } from '../../driver/server-process.ts';
import { Visitor, type WireData, type WireReply } from '../../driver/visitor.ts';
import { enterPeople, readyAdmin } from '../../faults/money/people.ts';
import { enterTenant } from '../bills/merchant.ts';
import { count, type Figure, fixed, judged, judgedAtMost, noted, type Part } from '../figures.ts';
import { median, quantile } from '../statistics.ts';

const part = 'shares';
/** Lines of the tenant that asks too much; the other one has a thousand. */
const lines = Number(process.env['SHARES_LINES'] ?? 1_000_000);
const [busyId, quietId] = ['shares-busy', 'shares-quiet'];
const [seconds, sumsAtOnce, trialsAtOnce] = [10, 12, 14];
/** Somebody else than the owner of both tenants: every login ends the oldest of one's sessions. */
const colleague = { mobile: '13800000011', pwd: 'Demo-Finance-1' };
const goals = { sumMs: 50, slower: 3 } as const;

/** How long each call took, and its status. */
interface Timed {
  readonly ms: readonly number[];
  readonly statuses: readonly number[];
  readonly withoutWait: number;
}

/** Asks again and again, one call after another, for some seconds; after a refusal it waits for the seconds of Retry-After. */
const askFor = async (forSeconds: number, ask: () => Promise<WireReply>): Promise<Timed> => {
  const [ms, statuses]: [number[], number[]] = [[], []];
  let withoutWait = 0;
  const endMs = performance.now() + forSeconds * 1000;
  while (performance.now() < endMs) {
    const startedMs = performance.now();
    const { status, headers } = await ask();
    ms.push(performance.now() - startedMs);
    statuses.push(status);
    const wait = Number(headers['retry-after']);
    if (status === 429 || status === 503) {
      if (Number.isNaN(wait)) withoutWait += 1;
      else await pause(Math.max(0, Math.min(wait * 1000, endMs - performance.now())));
    }
  }
  return { ms, statuses, withoutWait };
};
const p95 = ({ ms }: Timed): number => quantile(ms, 0.95);
const sharesOf = (all: readonly Timed[]): string => {
  const statuses = all.flatMap((one) => one.statuses);
  return [...Map.groupBy(statuses, String)].map(([status, same]) => `${count(same.length)} × ${status}`).join(', ');
};

/** What somebody else's calls are beside a flood, against what they are alone. */
const beside = (what: string, [idle, flooded]: readonly [Timed, Timed], flood: readonly Timed[]): readonly Figure[] => {
  const failed = flooded.statuses.filter((status) => status !== 200).length;
  const blunt = [flooded, ...flood].reduce((sum, { withoutWait }) => sum + withoutWait, 0);
  return [
    noted(part, `${what}: p95 alone`, `${fixed(p95(idle), 1)} ms`),
    noted(part, `${what}: p95 beside`, `${fixed(p95(flooded), 1)} ms`),
    judgedAtMost(part, `${what}: beside against alone`, [p95(flooded) / p95(idle), goals.slower, '×']),
    judged(part, `${what}: refused meanwhile`, { value: count(failed), goal: '0', isMet: failed === 0 }),
    judged(part, `${what}: answers of both that shed without Retry-After`, {
      value: count(blunt),
      goal: '0',
      isMet: blunt === 0,
    }),
    noted(part, `${what}: what the flood was answered`, sharesOf(flood)),
  ];
};

const atOnce = <Value>(size: number, run: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: size }, (_, at) => run(at)));

/** A rule whose trial reckons the stage's lines twice. */
const trialOf = (stageId: string): WireData => ({
  productId: 'scale-p0',
  orgId: null,
  tenantId: busyId,
  holdsFrom: '2026-01-01',
  stageId,
  terms: {
    unit: null,
    direction: 'payable',
    scheme: { kind: 'rate', rate: 15_000 },
    lineMinimumAmount: null,
    lineCapAmount: null,
    billMinimumAmount: null,
    billCapAmount: null,
    taxRate: 60_000,
  },
});

/** One tenant, or one member of staff, asks as much as it can; another tenant and people who log in have their work meanwhile. */
export const sharesPart: Part = {
  name: part,
  async run({ folder, say }) {
    const dataDir = join(folder, part);
    const server = await startServer({ dataDir });
    const url = databaseUrl(dataDir);
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const database = openDatabase({ url, poolSize: 2, onError: (error) => say(error.message) });
    const clock = createClock();
    const ports = { clock, ids: createIds(clock), calendar: publishedCalendar };
    try {
      say(`${count(lines)} lines`);
      const stageId = await fillStage({ database, ports }, 0, [
        { tenantIds: [busyId], lines, bills: 100 },
        { tenantIds: [quietId], lines: 1000, bills: 10 },
      ]);
      // A rule is for a product of the catalogue.
      await owner.query(
        `insert into product (pid, category_id, position, name, tagline, cover_url, cover_alt, tags, has_trial, blocks, agreement_ids, doc_slugs, related_pids)
          select 'scale-p0', category_id, 1000, 'scale-p0', '', '', '', '[]', false, '[]', '{}', '{}', '{}' from category order by position limit 1`,
      );
      await owner.query('vacuum (analyze) bill_line, line_total');
      const [quiet, ...busy] = [
        await enterTenant({ server, owner }, quietId),
        ...(await atOnce(3, () => enterTenant({ server, owner }, busyId))),
      ];
      const { desk } = await enterPeople(server.url, await readyAdmin(server));
      const list = () => quiet.call('loanConsult.page', {});
      const logInOnce = async (): Promise<WireReply> => {
        const visitor = await new Visitor(server.url).start();
        try {
          return await visitor.call('portal.login', colleague);
        } finally {
          visitor.close();
        }
      };
      const sum = (at: number) =>
        busy[at % busy.length]?.call('loanConsult.sum', {}) ?? Promise.reject(new Error('nobody'));
      say('alone');
      const sums = await askFor(seconds / 2, () => sum(0));
      const [listIdle, loginIdle] = [await askFor(seconds, list), await askFor(seconds / 2, logInOnce)];
      say('beside sums');
      const [listed, ...flood] = await Promise.all([
        askFor(seconds, list),
        ...Array.from({ length: sumsAtOnce }, (_, at) => askFor(seconds, () => sum(at))),
      ]);
      say('beside trials of a rule');
      const [logged, ...trials] = await Promise.all([
        askFor(seconds, logInOnce),
        ...Array.from({ length: trialsAtOnce }, () =>
          askFor(seconds, () => desk.call('ops.feeRule.trial', trialOf(stageId))),
        ),
      ]);
      for (const visitor of [quiet, ...busy, desk]) visitor.close();
      return [
        judgedAtMost(part, `loanConsult.sum over ${count(lines)} lines, median`, [median(sums.ms), goals.sumMs, ' ms']),
        ...beside(`another tenant’s list beside ${sumsAtOnce} sums at once`, [listIdle, listed], flood),
        ...beside(`logins beside ${trialsAtOnce} trials of a rule at once`, [loginIdle, logged], trials),
      ];
    } finally {
      await database.close();
      await owner.end();
      await server.stop();
    }
  },
};
