import { expect } from 'vitest';
import { verifyBills } from '../../../apps/server/src/features/bill/verification/verification.ts';
import { openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { databaseUrl } from '../../driver/server-process.ts';
import type { WireData } from '../../driver/visitor.ts';
import { until } from '../rows.ts';
import { jobsEnded, type MoneyServer } from './money-server.ts';
import { CallBook, type People, readAs } from './people.ts';
import type { Rounds } from './round.ts';
import { type LaidStage, layStage } from './stage.ts';

type Part = 'generation' | 'issue';

const stateOf = async ({ desk }: People, { stageId }: LaidStage, part: Part): Promise<string | undefined> => {
  const found = (await readAs(desk, 'ops.bill.generation', { stageId }))[part] as WireData | null;
  return found === null ? undefined : String(found['status']);
};
const ended = (people: People, stage: LaidStage, part: Part): Promise<string | undefined> =>
  until(
    () => stateOf(people, stage, part),
    (status) => status !== 'queued' && status !== 'running',
  );

/** Draws up a stage and issues it, as the desk does. */
export const billStage = async (book: CallBook, people: People, stage: LaidStage): Promise<void> => {
  const { stageId, bills: count } = stage;
  await book.make(people, 'desk', 'ops.bill.generate', { stageId });
  expect(await ended(people, stage, 'generation')).toBe('done');
  const { status } = await book.make(people, 'desk', 'ops.bill.issue', { stageId, count });
  expect(status).toBe(200);
  expect(await ended(people, stage, 'issue')).toBe('done');
};

const countsOf = `
  select (select count(*)::int from bill where stage_id = $1 and status = 'draft') as drafts,
    (select count(*)::int from bill where stage_id = $1 and status <> 'draft') as issued,
    (select count(distinct bill_no)::int from bill where stage_id = $1) as numbers,
    (select count(*)::int from line_fee where stage_id = $1) as fees,
    (select count(*)::int from line_fee f join bill b using (tenant_id, bill_id) where f.stage_id = $1 and b.stage_id = $1) as billed,
    (select count(*)::int from bill_rule r join bill b using (tenant_id, bill_id) where b.stage_id = $1) as shares,
    (select coalesce(sum(fee_fen), 0)::text from line_fee where stage_id = $1) as fee_sum,
    (select coalesce(sum(lines_fen), 0)::text from bill where stage_id = $1) as bill_sum,
    (select count(*)::int from bill_step s join bill b using (tenant_id, bill_id) where b.stage_id = $1 and s.kind = 'issued') as steps,
    (select count(*)::int from audit_event where event = 'ops.bill.issued' and object = $1) as announced,
    (select count(*)::int from notice where title = $2) as notices,
    (select count(*)::int from member m where m.tenant_id in (select tenant_id from bill_line where stage_id = $1)) as members,
    (select status from stage where stage_id = $1) as stage`;

/** Counts of a stage at one moment. */
const countStage = async ({ db }: MoneyServer, { stageId, name }: LaidStage) =>
  (await db.rows(countsOf, [stageId, `${name}账单已出账`]))[0] ?? {};

/** No bill of half a generation, and no half of an issue: everything of a stage is there or nothing. */
const expectAtomic = async (on: MoneyServer, stage: LaidStage): Promise<void> => {
  const found = await countStage(on, stage);
  const { drafts, issued } = found;
  const words = JSON.stringify(found);
  expect([0, stage.bills], words).toContain(drafts);
  expect([0, stage.bills], words).toContain(issued);
  const [isDrawn, isIssued] = [Number(drafts) + Number(issued) > 0, Number(issued) > 0];
  expect(Number(drafts) === 0 || Number(issued) === 0, words).toBe(true);
  const lines = isDrawn ? stage.lines : 0;
  expect(found).toMatchObject({
    fees: lines,
    billed: lines,
    shares: isDrawn ? stage.bills : 0,
    bill_sum: found['fee_sum'],
    numbers: isIssued ? stage.bills : 0,
    steps: isIssued ? stage.bills : 0,
    announced: isIssued ? stage.tenants : 0,
    notices: isIssued ? found['members'] : 0,
    stage: isIssued ? 'issued' : 'open',
  });
};

/** The domain reckons the bills of a stage again from their lines, rules and steps. */
const expectReckoned = async ({ server: { dataDir }, db }: MoneyServer, { stageId }: LaidStage): Promise<void> => {
  const numbers = (await db.rows('select bill_no from bill where stage_id = $1', [stageId])).map((row) =>
    String(row['bill_no']),
  );
  const database = openDatabase({ url: databaseUrl(dataDir), poolSize: 2, onError: () => undefined });
  try {
    for await (const { billNo, differences } of verifyBills(database.reading('service'), numbers)) {
      expect(differences, billNo).toEqual([]);
    }
  } finally {
    await database.close();
  }
};

/** A stage of two tenants is drawn up and issued. */
export const generationRounds: Rounds = async (on, at) => {
  const size = { tenants: 2, orgs: 10, projects: 5, linesOfBill: 40 };
  const stage = await layStage(on, `断点账期 ${at}`, size);
  const book = new CallBook();
  const { stageId } = stage;
  const { issue, generate } = { issue: 'ops.bill.issue', generate: 'ops.bill.generate' };
  return {
    run: ({ people }) => billStage(book, people, stage),
    expectAtomic: (now) => expectAtomic(now, stage),
    async settle(now) {
      await jobsEnded(now);
      await book.repeat(now.people);
      await jobsEnded(now);
      // A call that was not made before the death is made now.
      if (book.of(issue).some(({ reply }) => reply?.status === 200)) return;
      if ((await stateOf(now.people, stage, 'generation')) === undefined)
        await book.make(now.people, 'desk', generate, { stageId });
      await jobsEnded(now);
      await book.make(now.people, 'desk', issue, { stageId, count: stage.bills });
      await jobsEnded(now);
    },
    async check(now) {
      expect(await countStage(now, stage)).toMatchObject({ issued: stage.bills, drafts: 0 });
      await expectAtomic(now, stage);
      await expectReckoned(now, stage);
      const jobs = await now.db.rows(
        "select name, status, count(*)::int as count from sent_job where payload ->> 'stageId' = $1 group by 1, 2 order by 1",
        [stageId],
      );
      expect(jobs).toEqual([
        { name: 'bill.generate', status: 'done', count: 1 },
        { name: 'bill.issue', status: 'done', count: 1 },
      ]);
      const calls = await now.db.rows(
        "select operation, count(*)::int as count from audit_event where object = $1 and result = 'ok' and operation = any($2) group by 1",
        [stageId, [issue, generate]],
      );
      expect(calls.toSorted((one, other) => (String(one['operation']) < String(other['operation']) ? -1 : 1))).toEqual([
        { operation: generate, count: 1 },
        { operation: issue, count: 1 },
      ]);
    },
  };
};
