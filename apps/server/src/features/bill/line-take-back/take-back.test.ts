import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { newKey } from '#features/order/order.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { addOrg, addProject, addStage } from '../line.fixture.ts';
import {
  enterImports,
  fileHead,
  fileRow,
  type GivenRow,
  type ImportStaff,
} from '../line-import/line-import.fixture.ts';
import { noneWrong, wrongTotals } from '../line-totals.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
let billing: BillingStaff;
let party: Pick<GivenRow, 'tenant' | 'project' | 'org'>;
beforeAll(async () => {
  app = await testApp();
  desk = await enterImports(app);
  const merchant = await makeMerchant(app);
  await certifyTenant(app, merchant);
  party = { tenant: merchant.tenantId, project: await addProject(app, merchant), org: await addOrg(app) };
  billing = await enterBilling(app);
  await billing.rule({ productId: 'loan' });
});
afterAll(() => app.close());

let files = 0;
const fileOf = (...loanNos: readonly string[]): string =>
  [fileHead, ...loanNos.map((loanNo) => fileRow({ ...party, loanNo })), `# ${(files += 1)}`].join('\n');
const linesOf = async (stageId: string): Promise<readonly unknown[]> =>
  (await app.rows('select loan_no from bill_line where stage_id = $1 order by 1', [stageId])).map(
    ({ loan_no }) => loan_no,
  );
const ask = async (importId: string, given: Readonly<Record<string, unknown>> = {}) => {
  const { version } = await desk.get(importId);
  const payload = { importId, version, reason: '选错账期', idempotencyKey: newKey(), ...given };
  return desk.browser.call('ops.lineImport.takeBack', payload);
};
const takeBack = async (importId: string) => {
  const reply = await ask(importId);
  if (reply.status !== 200) throw new Error(reply.text);
  await app.app.sentJobs.drain();
  return desk.get(importId);
};
const eventsOf = (importId: string) =>
  app.rows(
    `select event, actor_kind, before, after from audit_event where object = $1 and event like 'ops.lineImport.take%' order by event_id`,
    [importId],
  );

describe('R11.6 an import is taken back', () => {
  it('R11.6 its lines go, those of others stay; who, when and why are kept, with counts and sums in the trail', async () => {
    const stageId = await addStage(app);
    const other = await desk.run(stageId, fileOf('KEPT-1'));
    const { importId } = await desk.run(stageId, fileOf('GONE-1', 'GONE-2'));
    expect(await desk.get(importId)).toMatchObject({ status: 'done', canTakeBack: true });
    expect(await ask(importId)).toMatchObject({
      status: 200,
      body: { data: { status: 'takingBack', canTakeBack: false } },
    });
    await app.app.sentJobs.drain();
    expect(await desk.get(importId)).toMatchObject({
      status: 'takenBack',
      rows: 2,
      canTakeBack: false,
      takenBack: { by: 'import-finance', reason: '选错账期', at: expect.any(String) },
    });
    expect(await linesOf(stageId)).toEqual(['KEPT-1']);
    expect(await desk.get(other.importId)).toMatchObject({ status: 'done', canTakeBack: true });
    expect(await eventsOf(importId)).toMatchObject([
      { event: 'ops.lineImport.takeBack', after: { stageId, rows: 2, reason: '选错账期' } },
      {
        event: 'ops.lineImport.takenBack',
        actor_kind: 'staff',
        before: { stageId, rows: 2, sums: [{ unit: '元', rows: 2, amount: 10_000_000, quantity: null }], drafts: 0 },
        after: { rows: 0, drafts: 0, reason: '选错账期' },
      },
    ]);
  });

  it('R11.6 the same file is imported again, without a question, and billed', async () => {
    const stageId = await addStage(app);
    const file = fileOf('AGAIN-1', 'AGAIN-2');
    const { importId } = await desk.run(stageId, file);
    await takeBack(importId);
    const reply = await desk.upload(stageId, file);
    expect(reply.body.data.earlier).toEqual([]);
    expect(await desk.run(stageId, file)).toMatchObject({ status: 'done', rows: 2 });
    await billing.generate(stageId);
    expect(await billing.bills({ stageId })).toMatchObject([{ status: 'draft', lineCount: 2 }]);
    // It was imported: what is left of its file does not bring the lines back.
    expect(await desk.start(importId)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
  });

  it('R11.6 drafts that were drawn up with its lines go too, and nothing is issued until they are drawn up again', async () => {
    const stageId = await addStage(app);
    await desk.run(stageId, fileOf('STAY-1'));
    const { importId } = await desk.run(stageId, fileOf('WRONG-1'));
    await billing.generate(stageId);
    const drafts = await billing.bills({ stageId, status: 'draft' });
    expect(drafts).toMatchObject([{ lineCount: 2 }]);
    await takeBack(importId);
    expect(await billing.bills({ stageId })).toEqual([]);
    expect(await app.rows('select from line_fee where stage_id = $1', [stageId])).toEqual([]);
    const issue = await billing.write('ops.bill.issue', { stageId, count: 1 });
    expect(issue).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    await billing.generate(stageId);
    expect(await billing.bills({ stageId })).toMatchObject([{ lineCount: 1, amount: 60_000 }]);
    await billing.issue(stageId);
    const [trail] = (await eventsOf(importId)).slice(-1);
    expect(trail).toMatchObject({ before: { drafts: 1 } });
  });

  it('R11.6 once its stage is issued it stays, also where that was between the question and the run', async () => {
    const stageId = await addStage(app);
    const { importId } = await desk.run(stageId, fileOf('BILLED-1'));
    const { importId: late } = await desk.run(stageId, fileOf('BILLED-2'));
    await billing.generate(stageId);
    // The run waits until the stage is issued.
    expect(await ask(late)).toMatchObject({ status: 200 });
    await app.rows("update stage set status = 'issued', issued_at = app_now() where stage_id = $1", [stageId]);
    await app.app.sentJobs.drain();
    expect(await desk.get(late)).toMatchObject({
      status: 'done',
      canTakeBack: false,
      takeBackFailure: '账期已出账，没有撤回；有误的明细，请在以后的账期导入更正明细。',
    });
    expect(await ask(importId)).toMatchObject({
      status: 409,
      body: { errCode: 'RHBI007', errMsg: '账期已出账，明细不能再撤回；有误的，请在以后的账期导入更正明细' },
    });
    expect(await desk.get(importId)).toMatchObject({ status: 'done', canTakeBack: false });
    expect(await linesOf(stageId)).toEqual(['BILLED-1', 'BILLED-2']);
    expect(await billing.bills({ stageId, status: 'draft' })).toHaveLength(1);
  });

  it('R11.6 what has no lines, or lines without a mark, is refused; so are another version and no reason', async () => {
    const stageId = await addStage(app);
    const { importId: waiting } = (await desk.upload(stageId, fileOf('U-1'))).body.data;
    expect(await ask(waiting)).toMatchObject({ status: 409, body: { errCode: 'RHBI006' } });
    const { importId } = await desk.run(stageId, fileOf('U-2'));
    expect(await ask(importId, { version: 77 })).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    const unsaid = { status: 422, body: { data: { fields: [{ path: 'reason', message: '请填写撤回的原因' }] } } };
    expect(await ask(importId, { reason: ' ' })).toMatchObject(unsaid);
    // As a node of the version before imports.
    await app.rows('update line_import set import_no = null where import_id = $1', [importId]);
    expect(await desk.get(importId)).toMatchObject({ status: 'done', canTakeBack: false });
    expect(await ask(importId)).toMatchObject({ status: 409, body: { errCode: 'RHBI008' } });
    expect(await linesOf(stageId)).toEqual(['U-2']);
  });

  it('R11.6 all or nothing: where its lines are not as many as were imported, none goes', async () => {
    const stageId = await addStage(app);
    const { importId } = await desk.run(stageId, fileOf('PART-1', 'PART-2'));
    await billing.generate(stageId);
    await app.rows("delete from bill_line where stage_id = $1 and loan_no = 'PART-1'", [stageId]);
    expect(await takeBack(importId)).toMatchObject({
      status: 'done',
      takeBackFailure: '这次导入记录了 2 行，账期里现有 1 行，没有撤回。',
    });
    expect(await linesOf(stageId)).toEqual(['PART-2']);
    expect(await billing.bills({ stageId, status: 'draft' })).toHaveLength(1);
  });
});

describe('R4.12 an import is taken back at once', () => {
  it('R4.12 of 10 that take it back together, and again later, one has an effect and all see it', async () => {
    const stageId = await addStage(app);
    const { importId } = await desk.run(stageId, fileOf('ONCE-1', 'ONCE-2'));
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(importId)));
    for (const { status, text } of replies) expect(status, text).toBe(200);
    await app.app.sentJobs.drain();
    const repeated = await ask(importId);
    const { version } = await desk.get(importId);
    const other = { importId, version, reason: '另一个原因', idempotencyKey: newKey() };
    expect(await desk.browser.call('ops.lineImport.takeBack', other)).toMatchObject({ status: 409 });
    expect(repeated).toMatchObject({ status: 200, body: { data: { status: 'takenBack' } } });
    await app.app.sentJobs.drain();
    expect((await eventsOf(importId)).filter(({ event }) => event === 'ops.lineImport.takenBack')).toHaveLength(1);
    expect(await linesOf(stageId)).toEqual([]);
  });

  it('R14.6 a run that died after its end has nothing left to do', async () => {
    const stageId = await addStage(app);
    const file = fileOf('DIED-1');
    const { importId } = await desk.run(stageId, file);
    await takeBack(importId);
    await desk.run(stageId, file);
    await app.rows(
      "update sent_job set status = 'queued', ended_at = null where job_id = (select take_back_job_id from line_import where import_id = $1)",
      [importId],
    );
    await app.app.sentJobs.drain();
    expect(await linesOf(stageId)).toEqual(['DIED-1']);
    expect(await desk.get(importId)).toMatchObject({ status: 'takenBack' });
  });

  it('R4.12 against an issue of its stage: either its lines are billed, or they are gone and nothing is', async () => {
    for (let round = 0; round < 4; round += 1) {
      const stageId = await addStage(app);
      const { importId } = await desk.run(stageId, fileOf(`RACE-${round}`));
      await billing.generate(stageId);
      const [draft] = await billing.bills({ stageId, status: 'draft' });
      const replies = await Promise.all([
        ask(importId),
        billing.write('ops.bill.issue', { stageId, count: 1, payableAmount: draft?.amount }),
      ]);
      for (const { status, text } of replies) expect(status, text).toBe(200);
      await app.app.sentJobs.drain();
      const { status, takeBackFailure } = await desk.get(importId);
      const bills = await billing.bills({ stageId });
      const lines = await linesOf(stageId);
      if (status === 'takenBack') expect([bills, lines]).toEqual([[], []]);
      else {
        expect(takeBackFailure).toMatch(/^账期已出账/);
        expect(bills).toMatchObject([{ status: 'pending', lineCount: 1 }]);
        expect(lines).toEqual([`RACE-${round}`]);
      }
    }
  });

  it('R4.12 against a generation of its stage: no draft has a line that is gone', async () => {
    for (let round = 0; round < 4; round += 1) {
      const stageId = await addStage(app);
      await desk.run(stageId, fileOf(`G-KEPT-${round}`));
      const { importId } = await desk.run(stageId, fileOf(`G-GONE-${round}`));
      const replies = await Promise.all([ask(importId), billing.write('ops.bill.generate', { stageId })]);
      for (const { status, text } of replies) expect(status, text).toBe(200);
      await app.app.sentJobs.drain();
      expect(await desk.get(importId)).toMatchObject({ status: 'takenBack' });
      const lost = await app.rows(
        `select from line_fee f where f.stage_id = $1 and not exists (
          select from bill_line l where l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id)`,
        [stageId],
      );
      expect(lost).toEqual([]);
      for (const bill of await billing.bills({ stageId })) expect(bill).toMatchObject({ lineCount: 1 });
    }
  });
});

it('R10.5 after all these imports and take-backs, cut ones among them, the kept totals are what the lines come to', async () => {
  expect(await wrongTotals(app)).toEqual(noneWrong);
});
