import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerOf, ReconFixture } from '#features/recon/recon.fixture';
import { runCommand } from './run-command.fixture.ts';

let fixture: ReconFixture;
let runId: string;
beforeAll(async () => {
  fixture = await ReconFixture.open();
  const { stageId, references } = await fixture.bill({ fees: [10_000, 20_000] });
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

const verify = (...args: readonly string[]) => runCommand(fixture.app, 'recon-verify-command.ts', { args });
const runNo = 'run_no = (select run_no from recon_run where run_id = $1)';

describe('R13.4 npm run recon:verify', () => {
  it('R13.4 ends with 0 where closed statements hold, and prints the digest of one that is named', async () => {
    expect(await verify()).toEqual({ code: 0, out: '已核对 1 次对账，全部一致。\n', err: '' });
    const { sha256 } = (await fixture.call('recon.statement', { runId })).body.data;
    expect(await verify(runId)).toEqual({
      code: 0,
      out: `${runId} ${sha256}\n已核对 1 次对账，全部一致。\n`,
      err: '',
    });
  }, 60_000);

  it('R13.4 ends with 1 for an id that no closed run has, and says which', async () => {
    expect(await verify(runId, 'none')).toMatchObject({ code: 1, err: 'none 没有这次已结束的对账\n' });
  }, 60_000);

  it.each<[string, string, readonly [string, string], RegExp]>([
    [
      'an item’s amount',
      `update recon_item set line_fen = $2::bigint where ledger_reference <> 'X-1' and until_step is null and ${runNo}`,
      ['10001', '10000'],
      /^一致：对账单为 /,
    ],
    [
      'a decision',
      `update recon_item set is_accepted = $2::boolean where ledger_reference = 'X-1' and until_step is null and ${runNo}`,
      ['false', 'true'],
      /^仅商户账有：对账单为 /,
    ],
    [
      'the statement',
      "update recon_run set statement = jsonb_set(statement, '{run,rows}', $2::jsonb) where run_id = $1",
      ['7', '2'],
      /^对账单的摘要与内容不符$/,
    ],
    [
      'the statement’s number of differences',
      "update recon_run set statement = jsonb_set(statement, '{run,differencesLeft}', $2::jsonb) where run_id = $1",
      ['0', '1'],
      /^对账单的未处理差异数与各项合计不符$/,
    ],
    [
      'the ledger’s size',
      'update recon_ledger l set size_bytes = size_bytes + $2::int from recon_run r where r.ledger_id = l.ledger_id and r.run_id = $1',
      ['1', '-1'],
      /^商户账文件的摘要或大小与登记的不符$/,
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
    60_000,
  );
});
