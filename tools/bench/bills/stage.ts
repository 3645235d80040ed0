import { drawUpDrafts } from '../../../apps/server/src/features/bill/generation/generation.ts';
import { issuePart } from '../../../apps/server/src/features/bill/issue/issue.ts';
import { fillStage } from '../../../apps/server/src/features/bill/scale/scale.ts';
import { verifyBills } from '../../../apps/server/src/features/bill/verification/verification.ts';
import { allowMinutes } from '../../../apps/server/src/kernel/database/db.ts';
import { createClock } from '../../../apps/server/src/kernel/setup/clock.ts';
import { createIds } from '../../../apps/server/src/kernel/setup/ids.ts';
import { publishedCalendar } from '../../../packages/domain/src/calendar.ts';
import { count, type Figure, fixed, judged, noted } from '../figures.ts';
import { median } from '../statistics.ts';
import type { Scaled } from './scale.ts';

/** A stage of a million lines in bills of fifty. */
const size = { tenants: 200, lines: 5000, bills: 100 } as const;
const [lines, bills] = [size.tenants * size.lines, size.tenants * size.bills];
/** The month of a stage after those that are laid. */
const month = 24;
const rounds = 3;
const goals = { generation: 2, verificationMs: 10 };
const verified = 300;
const maxMinutes = 30;

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
};

const clock = createClock();
const ports = { clock, ids: createIds(clock), calendar: publishedCalendar };

/** Adds the stage with its lines. */
const addStage = ({ database }: Scaled): Promise<string> => {
  const tenantIds = Array.from({ length: size.tenants }, (_, at) => `scale-stage-${at + 1}`);
  return fillStage({ database, ports }, month, [{ tenantIds, lines: size.lines, bills: size.bills }]);
};

const generate = ({ database }: Scaled, stageId: string): Promise<boolean> =>
  database.transact('service', async (tx) => {
    allowMinutes(tx, maxMinutes);
    return drawUpDrafts(tx, stageId, async () => undefined);
  });

/** The memory of a generation, for what it is compared with. */
const largeWrite = "set work_mem = '256MB'";

/** The same fees by a bare statement into a table with the same indexes, and the aggregate over them. */
const writeBareFees = async ({ owner }: Scaled, stageId: string): Promise<number> => {
  await owner.query('create table bare_fee (like line_fee including all)');
  const took = await secondsOf(async () => {
    await owner.query('insert into bare_fee select * from line_fee where stage_id = $1', [stageId]);
    await owner.query('select tenant_id, bill_id, count(*), sum(fee_fen) from bare_fee group by 1, 2');
  });
  await owner.query('drop table bare_fee');
  return took;
};

/** Removes the drafts of the stage, so that the next generation writes into empty tables. */
const clear = async ({ owner }: Scaled, stageId: string): Promise<void> => {
  const { rows } = await owner.query<{ readonly part: string }>(
    'select distinct tableoid::regclass::text as part from line_fee where stage_id = $1',
    [stageId],
  );
  for (const { part } of rows) await owner.query(`truncate ${part}`);
  await owner.query('delete from bill where stage_id = $1', [stageId]);
  await owner.query('vacuum (analyze) bill, bill_rule');
};

const generationFigures = async (part: string, scaled: Scaled, stageId: string): Promise<Figure[]> => {
  await scaled.owner.query(largeWrite);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await clear(scaled, stageId);
    await scaled.owner.query('checkpoint');
    ours.push(await secondsOf(() => generate(scaled, stageId)));
    await scaled.owner.query('checkpoint');
    bare.push(await writeBareFees(scaled, stageId));
  }
  const ratio = median(ours.map((took, at) => took / (bare[at] ?? Number.NaN)));
  return [
    noted(
      part,
      `generation of a stage of ${count(lines)} lines, a fee for each and ${count(bills)} bills`,
      `${fixed(median(ours), 1)} s`,
    ),
    noted(part, 'bare insert … select of the same fees, and the aggregate over them', `${fixed(median(bare), 1)} s`),
    judged(part, `generation against the bare insert, median of ${rounds} in turn`, {
      value: `${fixed(ratio)}×`,
      goal: `≤ ${goals.generation}×`,
      isMet: ratio <= goals.generation,
    }),
  ];
};

/** The same bills and steps by bare statements into tables with the same indexes. */
const writeBareBills = async ({ owner }: Scaled, stageId: string): Promise<number> => {
  const tables = ['bill', 'bill_step'] as const;
  for (const table of tables) await owner.query(`create table bare_${table} (like ${table} including all)`);
  // Columns that the table generates cannot be written.
  const { rows } = await owner.query<{ readonly names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = 'bill'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const names = rows[0]?.names ?? '';
  const took = await secondsOf(async () => {
    await owner.query(`insert into bare_bill (${names}) select ${names} from bill where stage_id = $1`, [stageId]);
    await owner.query(
      'insert into bare_bill_step select s.* from bill_step s join bill b using (tenant_id, bill_id) where b.stage_id = $1',
      [stageId],
    );
  });
  for (const table of tables) await owner.query(`drop table bare_${table}`);
  return took;
};

const issueFigures = async (part: string, scaled: Scaled, stageId: string): Promise<Figure[]> => {
  const took = await secondsOf(() =>
    scaled.database.transact('service', async (tx) => {
      allowMinutes(tx, maxMinutes);
      await issuePart(tx, ports, { part: { stageId }, count: bills, staffId: 'bench' });
    }),
  );
  const bare = await writeBareBills(scaled, stageId);
  return [
    noted(
      part,
      `issue of the ${count(bills)} bills of this stage, with the digest of their lines`,
      `${fixed(took, 1)} s`,
    ),
    noted(part, 'bare insert … select of the same bills and their steps', `${fixed(bare, 1)} s`),
  ];
};

const verificationFigure = async (part: string, { database, owner }: Scaled, stageId: string): Promise<Figure> => {
  const { rows } = await owner.query<{ readonly bill_no: string }>(
    'select bill_no from bill where stage_id = $1 order by bill_no limit $2',
    [stageId, verified],
  );
  const billNos = rows.map(({ bill_no }) => bill_no);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const took = await secondsOf(async () => {
      for await (const { billNo, differences } of verifyBills(database.reading('service'), billNos)) {
        if (differences.length > 0) throw new Error(`${billNo}: ${differences.join('; ')}`);
      }
    });
    if (round > 0) times.push((took * 1000) / billNos.length);
  }
  return judged(part, `a bill of ${size.lines / size.bills} lines reckoned again (\`npm run bills:verify\`)`, {
    value: `${fixed(median(times), 1)} ms`,
    goal: `≤ ${goals.verificationMs} ms`,
    isMet: median(times) <= goals.verificationMs,
  });
};

/** Generation, issue and verification of a stage of a million lines (R4.9, R10.3). */
export const stageFigures = async (part: string, scaled: Scaled, say: (text: string) => void): Promise<Figure[]> => {
  say(`a stage of ${count(lines)} lines`);
  const stageId = await addStage(scaled);
  await scaled.owner.query('vacuum (analyze) bill_line');
  say('generation');
  const generation = await generationFigures(part, scaled, stageId);
  say('issue');
  const issue = await issueFigures(part, scaled, stageId);
  await scaled.owner.query('vacuum (analyze) line_fee, bill, bill_step, bill_rule');
  say('verification');
  return [...generation, ...issue, await verificationFigure(part, scaled, stageId)];
};
