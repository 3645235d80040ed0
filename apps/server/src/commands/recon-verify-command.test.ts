import { createHash } from 'node:crypto';
import type { Output } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import { ledgerOf, ReconFixture } from '#features/recon/recon.fixture';
import { statementDigest } from '#features/recon/runs/statement';
import { enterStaff } from '#features/staff/staff.fixture';
import { printVerifiedRuns } from './recon-verify.ts';
import { runCommand, runHere } from './run-command.fixture.ts';

type Statement = Output<'recon.statement'>;

let fixture: ReconFixture;
let runId: string;
let billNo: string;
beforeAll(async () => {
  fixture = await ReconFixture.open();
  const bill = await fixture.bill({ fees: [10_000, 20_000] });
  const { stageId, references } = bill;
  billNo = bill.billNo;
  const [reference = ''] = references;
  const file = ledgerOf([
    [reference, 10_000],
    ['X-1', 5_000],
  ]);
  const run = await fixture.run(file, stageId);
  const items = await fixture.rows(run.runId);
  await fixture.step('accept', run.runId, { itemNos: [items[1].itemNo], isAccepted: true });
  await fixture.step('close', run.runId);
  // Runs that stay open are not looked at.
  await fixture.run(ledgerOf([['X-2', 1]]), stageId);
  ({ runId } = run);
});
afterAll(() => fixture.close());

const verify = (...runIds: readonly string[]) =>
  runHere((print) => printVerifiedRuns(fixture.app.database, runIds, print));
/** The same as a process of its own. */
const verifyAlone = (...args: readonly string[]) => runCommand(fixture.app, 'recon-verify-command.ts', { args });
const runNo = 'run_no = (select run_no from recon_run where run_id = $1)';

describe('R13.4 npm run recon:verify', () => {
  it('R13.4 ends with 0 where closed statements hold, and prints the digest of one that is named', async () => {
    expect(await verify()).toEqual({ code: 0, out: '已核对 1 次对账，全部一致。\n', err: '' });
    const { sha256 } = (await fixture.call('recon.statement', { runId })).body.data;
    for (const run of [verify, verifyAlone])
      expect(await run(runId)).toEqual({
        code: 0,
        out: `${runId} ${sha256}\n已核对 1 次对账，全部一致。\n`,
        err: '',
      });
  });

  it('R13.4 ends with 1 for an id that no closed run has, and says which', async () => {
    for (const run of [verify, verifyAlone])
      expect(await run(runId, 'none')).toMatchObject({ code: 1, err: 'none 没有这次已结束的对账\n' });
  });

  it.each<[string, string, readonly [string, string], RegExp]>([
    [
      'an item’s amount',
      `update recon_item set line_fen = $2::bigint where ledger_reference <> 'X-1' and until_step is null and ${runNo}`,
      ['10001', '10000'],
      /^一致：对账结果单为 /,
    ],
    [
      'a decision',
      `update recon_item set is_accepted = $2::boolean where ledger_reference = 'X-1' and until_step is null and ${runNo}`,
      ['false', 'true'],
      /^仅商户账有：对账结果单为 /,
    ],
    [
      'the statement',
      "update recon_run set statement = jsonb_set(statement, '{run,rows}', $2::jsonb) where run_id = $1",
      ['7', '2'],
      /^对账结果单的摘要与内容不符$/,
    ],
    [
      'the ledger’s size',
      'update recon_ledger l set size_bytes = size_bytes + $2::int from recon_run r where r.ledger_id = l.ledger_id and r.run_id = $1',
      ['1', '-1'],
      /^商户账文件的名称、摘要或大小与登记的不符$/,
    ],
    [
      'the ledger’s digest',
      'update recon_ledger l set sha256 = reverse(l.sha256) from recon_run r where r.ledger_id = l.ledger_id and r.run_id = $1 and $2::text is not null',
      ['', ''],
      /^商户账文件的名称、摘要或大小与登记的不符$/,
    ],
    [
      'the ledger’s name',
      'update recon_ledger l set name = $2 from recon_run r where r.ledger_id = l.ledger_id and r.run_id = $1',
      ['另一份.csv', '商户账.csv'],
      /^商户账文件的名称、摘要或大小与登记的不符$/,
    ],
    [
      'a day of an item',
      `update recon_item set ledger_on = $2::date where ledger_reference = 'X-1' and until_step is null and ${runNo}`,
      ['2026-10-16', '2026-10-15'],
      /^各项两边的行（编号、日期、金额等）与对账结果单不符$/,
    ],
    [
      'an item’s rule',
      `update recon_item set rule = $2::smallint where ledger_reference <> 'X-1' and until_step is null and ${runNo}`,
      ['2', '0'],
      /^各项的分类、依据或手工步骤与对账结果单不符$/,
    ],
    [
      'a note',
      `update recon_item set note = nullif($2::text, '') where ledger_reference = 'X-1' and until_step is null and ${runNo}`,
      ['与机构核对过', ''],
      /^各项的备注、认可或差异反馈与对账结果单不符$/,
    ],
    [
      'a stored total',
      'update recon_total set ledger_fen = ledger_fen + $2::bigint where kind = 0 and run_id = $1',
      ['1', '-1'],
      /^登记的各类合计与对账结果单不符$/,
    ],
    [
      'a bill’s lines',
      `update bill set lines_sha256 = reverse(lines_sha256) from recon_run r
        where bill.tenant_id = r.tenant_id and bill.stage_id = r.stage_id and r.run_id = $1 and $2::text is not null`,
      ['', ''],
      /^账单 \S+ 的明细或金额与对账结果单不符$/,
    ],
  ])(
    'R13.4 ends with 1 and names the run where %s was changed by hand',
    async (_what, change, [other, own], sentence) => {
      await fixture.app.rows(change, [runId, other]);
      const { code, out, err } = await verify();
      await fixture.app.rows(change, [runId, own]);
      expect([code, out]).toEqual([1, '已核对 1 次对账，1 次有差异。\n']);
      const [line = '', ...more] = err.trimEnd().split('\n');
      expect(more).toEqual([]);
      expect(line.slice(0, runId.length + 1)).toBe(`${runId} `);
      expect(line.slice(runId.length + 1)).toMatch(sentence);
      expect(await verify()).toMatchObject({ code: 0 });
    },
  );

  /** What stands in the statement is changed, and changed back. */
  const changed = async (change: (statement: Statement) => Statement) => {
    const [row = {}] = await fixture.app.rows('select statement, statement_sha256 from recon_run where run_id = $1', [
      runId,
    ]);
    const store = (statement: unknown, sha256: unknown) =>
      fixture.app.rows('update recon_run set statement = $2::jsonb, statement_sha256 = $3 where run_id = $1', [
        runId,
        JSON.stringify(statement),
        sha256,
      ]);
    const statement = change(row['statement'] as Statement);
    await store(statement, statement.sha256);
    const { code, err } = await verify();
    await store(row['statement'], row['statement_sha256']);
    return {
      code,
      lines: err
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(runId.length + 1)),
    };
  };
  const signed = (statement: Statement): Statement => ({ ...statement, sha256: statementDigest(statement) });

  it('R13.4 names a kind that was changed with both kinds that it concerns', async () => {
    const change = `update recon_item set kind = $2::smallint where ledger_reference <> 'X-1' and until_step is null and ${runNo}`;
    await fixture.app.rows(change, [runId, '1']);
    const { err } = await verify();
    await fixture.app.rows(change, [runId, '0']);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining(' 一致：对账结果单为 1 项'),
      expect.stringContaining(' 容差内一致：对账结果单为 0 项'),
    ]);
  });

  it('R13.4 a list of bills that was changed is not what the digest covers, and is named', async () => {
    const without = (statement: Statement): Statement => ({ ...statement, bills: [] });
    expect(await changed(without)).toEqual({
      code: 1,
      lines: ['对账结果单的摘要与内容不符', `账单 ${billNo} 不在对账结果单里`],
    });
  });

  it('R13.4 a number of differences that was changed is named beside the digest', async () => {
    const other = (statement: Statement): Statement => ({
      ...statement,
      run: { ...statement.run, differencesLeft: 0 },
    });
    expect(await changed(other)).toEqual({
      code: 1,
      lines: ['对账结果单的摘要与内容不符', '对账结果单的未处理差异数与各项合计不符'],
    });
  });

  it('R13.4 a statement that was digested anew is not what the audit trail has of its closing', async () => {
    const other = (statement: Statement) => signed({ ...statement, run: { ...statement.run, closedBy: '另一个人' } });
    expect(await changed(other)).toEqual({ code: 1, lines: ['对账结果单的摘要与审计记录里结束时的不符'] });
  });

  it('R13.4 an answer that began before the closing and came after it is later, whatever its time says', async () => {
    const claim = { billNo, claimedAmount: 29_000, reason: '多计' };
    const { feedbackNo } = (await fixture.write('bill.varianceFeedback', claim)).body.data;
    const [feedback = {}] = await fixture.app.rows('select version from feedback where feedback_no = $1', [feedbackNo]);
    const finance = await enterStaff(fixture.app, 'recon-verify', { roles: ['finance'] });
    const answer = { feedbackNo, action: 'accept', reason: '属实', version: feedback['version'] };
    const answered = await finance.call('feedback.handle', { ...answer, idempotencyKey: newKey() });
    expect(answered.status, answered.text).toBe(200);
    expect(await verify()).toMatchObject({ code: 0 });
    const move = `update recon_run r set closed_at = s.at + $2::float8 * interval '1 ms' from bill_step s
      where r.run_id = $1 and s.tenant_id = r.tenant_id and s.kind = 'adjusted'`;
    for (const ms of [0, 5]) {
      await fixture.app.rows(move, [runId, ms]);
      expect(await verify()).toMatchObject({ code: 0 });
    }
    // A run of before keeps no numbers: there the time tells.
    await fixture.app.rows('update recon_run set closed_steps = null where run_id = $1', [runId]);
    expect(await verify()).toMatchObject({ code: 1, err: `${runId} 账单 ${billNo} 的明细或金额与对账结果单不符\n` });
    await fixture.app.rows(move, [runId, -1]);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('R13.4 a statement of before, whose digest covers totals alone, holds by the form that it had', async () => {
    const before = ({ version: _, bills: __, items: ___, ...statement }: Statement) => {
      const { run, tenantName, linesSha256 } = statement;
      const { settings, totals = [] } = run;
      const text = [
        tenantName,
        run.runId,
        `${run.stageId} ${run.direction} ${run.side}`,
        `${run.sha256} ${run.size} ${run.rows}`,
        linesSha256,
        `${settings.amountTolerance} ${settings.amountRate} ${settings.dayTolerance}`,
        ...totals.map(
          (each) =>
            `${each.kind} ${each.items} ${each.ledgerCount} ${each.ledgerAmount} ${each.lineCount} ${each.lineAmount} ${each.accepted} ${each.sent}`,
        ),
        `${run.closedBy} ${run.closedAt}`,
      ].join('\n');
      return { ...statement, sha256: createHash('sha256').update(text).digest('hex') };
    };
    const [{ statement } = {}] = await fixture.app.rows('select statement from recon_run where run_id = $1', [runId]);
    await fixture.app.rows(
      `insert into audit_event (event, operation, result, tenant_id, object, after)
        values ('recon.close', 'recon.close', 'ok', $1, $2, $3::jsonb)`,
      [fixture.owner.tenantId, runId, JSON.stringify({ sha256: before(statement as Statement).sha256 })],
    );
    expect(await changed(before)).toEqual({ code: 0, lines: [''] });
    const other = (changedOne: Statement) => ({ ...before(changedOne), tenantName: '另一家' });
    expect(await changed(other)).toMatchObject({ code: 1, lines: ['对账结果单的摘要与内容不符'] });
  });
});
