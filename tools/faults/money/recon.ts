import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { reconKinds } from '../../../packages/domain/src/recon.ts';
import type { WireData } from '../../driver/visitor.ts';
import { until } from '../rows.ts';
import { jobsEnded, type MoneyServer } from './money-server.ts';
import { answered, CallBook, type People, readAs } from './people.ts';
import type { Rounds } from './round.ts';
import { type LaidStage, ownTenant } from './stage.ts';

const { start, again } = { start: 'recon.start', again: 'recon.again' };

const feesOf = `
  select l.loan_no as reference, to_char(l.occurred_on, 'YYYY-MM-DD') as day, f.fee_fen::int as fee
    from line_fee f join bill b using (tenant_id, bill_id) join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id
    where f.stage_id = $1 and l.stage_id = $1 and b.direction = 'payable' and f.tenant_id = (${ownTenant}) order by 1`;

/** A merchant's ledger, and what stands on both sides. @unit fen */
interface Ledger {
  readonly bytes: Buffer;
  readonly sides: Readonly<Record<'rows' | 'ledger' | 'lines' | 'fees', number>>;
}

/** A ledger of a stage that differs from its lines in every way: rows left out, with other amounts, without their reference, twice, and of its own. */
const ledgerOf = async ({ db }: MoneyServer, { stageId }: LaidStage): Promise<Ledger> => {
  const lines = (await db.rows(feesOf, [stageId])).map(
    (line) => ({ ...line, fee: Number(line['fee']) }) as WireData & { fee: number },
  );
  const rows = lines.flatMap(({ reference, day, fee }, at) => {
    const row = { reference, day, fee };
    switch (at % 40) {
      case 0:
        return [];
      case 1:
        return [{ ...row, fee: fee + 100 }];
      case 2:
        return [{ ...row, reference: `OWN-${at}` }];
      case 3:
        return [row, row];
      case 4:
        return [row, { ...row, reference: `ALONE-${at}`, fee: 9_000_000 + at }];
      default:
        return [row];
    }
  });
  const sum = (of: readonly { readonly fee: number }[]) => of.reduce((total, { fee }) => total + fee, 0);
  const texts = rows.map(
    ({ reference, day, fee }) => `${String(reference)},${String(day)},${(fee / 100).toFixed(2)},断点机构`,
  );
  return {
    bytes: Buffer.from(['业务编号,日期,金额,对方', ...texts].join('\n')),
    sides: { rows: rows.length, ledger: sum(rows), lines: lines.length, fees: sum(lines) },
  };
};

const runsOf = `
  select r.run_id, r.run_no::int as run_no, r.matched_at is not null as matched,
      (select count(*)::int from pg_class c where c.relkind = 'r' and c.relname in ('recon_item_' || r.run_no, 'recon_part_' || r.run_no)) as tables,
      (select count(*)::int from recon_total t where t.run_id = r.run_id) as kinds,
      (select count(*)::int from notice n where n.place = 'recon' and n.place_id = r.run_id and n.title = '对账已完成') as notices
    from recon_run r join recon_ledger l using (tenant_id, ledger_id) where r.stage_id = $1 and l.name = $2 order by r.created_at, r.run_id`;

/** What a run came to: the rows of both sides, each once, and a digest of its items. */
const resultOf = `
  with item as (select * from recon_item where run_no = $1), part as (select * from recon_part where run_no = $1),
    side_a as (select row_no from item where ledger_count = 1
      union all select p.row_no from part p join item i using (item_no) where p.row_no is not null and i.ledger_count > 1),
    side_b as (select line_id from item where line_count = 1
      union all select p.line_id from part p join item i using (item_no) where p.line_id is not null and i.line_count > 1)
  select (select count(*)::int from side_a) as rows, (select count(distinct row_no)::int from side_a) as different_rows,
    (select count(*)::int from side_b) as lines, (select count(distinct line_id)::int from side_b) as different_lines,
    (select sum(ledger_fen)::float8 from item) as ledger, (select sum(line_fen)::float8 from item) as fees,
    (select md5(string_agg(concat_ws('|', item_no, kind, rule, row_no, line_id, ledger_count, line_count, ledger_fen, line_fen), ' ' order by item_no))
      from item) as digest`;

const staging = `
  select relname from pg_class where relpersistence = 't' and relkind in ('r', 'v')
    union all select relname from pg_class c where relkind = 'r' and relname ~ '^recon_(item|part)_\\d+$' and not relispartition`;

/** A merchant uploads a ledger of a stage and has it matched; each run comes to what the first, which nobody disturbed, came to. */
export const reconRounds = (stage: LaidStage): Rounds => {
  let undisturbed: WireData | undefined;
  return async (on, at) => {
    const { stageId } = stage;
    const name = `断点商户账 ${at}.csv`;
    const { bytes, sides } = await ledgerOf(on, stage);
    const book = new CallBook();
    const startedRun = () => book.of(start, again).at(-1)?.reply?.body.data?.['runId'];
    const stateOf = async ({ owner }: People) => readAs(owner, 'recon.get', { runId: startedRun() });
    const begin = async (people: People): Promise<void> => {
      const uploaded = await answered(() => people.owner.upload('recon.upload', name, bytes));
      const ledgerId = uploaded.body.data?.['ledgerId'];
      const { mapping } = await readAs(people.owner, 'recon.preview', { ledgerId });
      const run = { ledgerId, stageId, side: 'fee', direction: 'payable', mapping };
      expect((await book.make(people, 'owner', start, run)).status).toBe(200);
    };
    const expectAtomic = async ({ db }: MoneyServer): Promise<readonly WireData[]> => {
      const runs = await db.rows(runsOf, [stageId, name]);
      for (const run of runs) {
        const isMatched = run['matched'] === true;
        const whole = {
          tables: isMatched ? 2 : 0,
          kinds: isMatched ? reconKinds.length : 0,
          notices: isMatched ? 1 : 0,
        };
        expect(run).toMatchObject(whole);
      }
      return runs;
    };
    return {
      async run({ people }) {
        await begin(people);
        const status = async () => String((await stateOf(people))['status']);
        expect(await until(status, (found) => found !== 'queued' && found !== 'running')).toBe('done');
      },
      async expectAtomic(now) {
        await expectAtomic(now);
      },
      async settle(now) {
        await jobsEnded(now);
        await book.repeat(now.people);
        await jobsEnded(now);
        // Calls that were not made before the death are made now.
        if (startedRun() === undefined) await begin(now.people);
        await jobsEnded(now);
        const { status, failure } = await stateOf(now.people);
        if (status !== 'failed') return;
        expect(failure).not.toBe('');
        await book.make(now.people, 'owner', again, { runId: startedRun() });
        await jobsEnded(now);
      },
      async check(now) {
        const runs = await expectAtomic(now);
        const matched = runs.filter((run) => run['matched'] === true);
        expect(matched.map((run) => run['run_id'])).toEqual([startedRun()]);
        const [result = {}] = await now.db.rows(resultOf, [matched[0]?.['run_no']]);
        expect(result).toMatchObject({ ...sides, different_rows: sides.rows, different_lines: sides.lines });
        const { status, totals, rows, isOutdated } = await stateOf(now.people);
        expect({ status, rows, isOutdated }).toEqual({ status: 'done', rows: sides.rows, isOutdated: false });
        const came: WireData = { totals, digest: result['digest'] };
        undisturbed ??= came;
        expect(came).toEqual(undisturbed);
        const sumOf = (field: string) => (totals as WireData[]).reduce((sum, total) => sum + Number(total[field]), 0);
        expect([sumOf('ledgerCount'), sumOf('ledgerAmount')]).toEqual([sides.rows, sides.ledger]);
        expect([sumOf('lineCount'), sumOf('lineAmount')]).toEqual([sides.lines, sides.fees]);
        const { items } = await readAs(now.people.owner, 'recon.page', { stageId, pageSize: 100 });
        const shown = (items as WireData[]).filter((run) => run['name'] === name);
        expect(shown).toHaveLength(runs.length);
        for (const run of shown) {
          expect(run).toMatchObject({ sha256: hash('sha256', bytes), isFileKept: true });
          // One that was not matched says why.
          const isLast = run['runId'] === startedRun();
          expect([run['status'], run['failure'] === '']).toEqual(isLast ? ['done', true] : ['failed', false]);
        }
        expect(await now.db.rows(staging)).toEqual([]);
      },
    };
  };
};
