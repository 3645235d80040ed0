import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { contentJobs } from '../content.jobs.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let accountant: ContentEditor;
let colleague: ContentEditor;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  accountant = await ContentEditor.enter(app, 'accountant', ['content', 'finance']);
  colleague = await ContentEditor.enter(app, 'colleague', ['content', 'finance']);
});
afterAll(() => app.close());

const needsProof = { status: 403, body: { errCode: 'RHAC003' } };
const site = () => accountant.published('site');
const moved = async (accountNo: string) => ({
  ...(await site()),
  payee: { name: '融惠科技', bank: '示例银行', accountNo },
});
const inAnHour = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString();
const runJob = async (): Promise<void> => {
  const { database, ports } = app;
  for (const { run } of contentJobs) await run({ database, ports, log: ports.log });
};
const lastAudit = async (event: string) =>
  (
    await app.rows(
      'select actor_id, before, after from audit_event where event = $1 and result = $2 order by event_id desc limit 1',
      [event, 'ok'],
    )
  )[0];

describe('R6.3 the account that merchants pay to is published only with a fresh proof', () => {
  it('R6.3 R11.3 of the session that publishes it, used once; without one nothing is published', async () => {
    const before = await site();
    const body = await moved('1111');
    expect((await accountant.save(body)).status).toBe(200);
    expect(await accountant.write('publish', 'site')).toMatchObject(needsProof);
    expect(await accountant.write('publish', 'site', { stepTicket: 'no-such-proof' })).toMatchObject(needsProof);
    // A colleague's proof is none of this session's.
    expect(await accountant.write('publish', 'site', { stepTicket: await colleague.proof() })).toMatchObject(
      needsProof,
    );
    expect(await site()).toEqual(before);
    const stepTicket = await accountant.proof();
    expect((await accountant.write('publish', 'site', { stepTicket })).status).toBe(200);
    expect(await site()).toEqual(body);
    await accountant.save(await moved('2222'));
    expect(await accountant.write('publish', 'site', { stepTicket })).toMatchObject(needsProof);
    expect(await site()).toEqual(body);
    expect(await lastAudit('ops.content.publish')).toMatchObject({
      before: { changes: { 收款账号: expect.any(String) } },
      after: { proved: true, changes: { 收款账号: '1111' } },
    });
    await accountant.write('discard', 'site');
  });

  it('R6.3 a proof is valid for five minutes', async () => {
    await accountant.save(await moved('3333'));
    const stepTicket = await accountant.proof();
    await app.clock.advance({ minutes: 6 });
    expect(await accountant.write('publish', 'site', { stepTicket })).toMatchObject(needsProof);
    await accountant.write('discard', 'site');
  });

  it('R6.3 is not asked for where the account stays as it is', async () => {
    const before = await site();
    await accountant.save({ ...before, icp: '浙ICP备00000002号' });
    expect((await accountant.write('publish', 'site')).status).toBe(200);
    expect((await lastAudit('ops.content.publish'))?.['after']).not.toHaveProperty('proved');
  });

  it('R6.3 a roll back that moves it needs one too', async () => {
    const former = await site();
    await accountant.put(await moved('4444'));
    const { items } = (await accountant.browser.call('ops.content.versions', { record: 'site' })).body.data;
    const back = { number: items[1].number };
    expect(await accountant.write('rollBack', 'site', back)).toMatchObject(needsProof);
    const stepTicket = await accountant.proof();
    expect((await accountant.write('rollBack', 'site', { ...back, stepTicket })).status).toBe(200);
    expect(await site()).toEqual(former);
    expect(await lastAudit('ops.content.rollBack')).toMatchObject({ after: { proved: true } });
  });
});

describe('R11.7 a refused try to move the account', () => {
  const refusals = () =>
    app.rows(
      `select event, result, actor_kind, actor_id, object, before, after from audit_event
       where operation like 'ops.content.%' and result <> 'ok' order by event_id`,
    );
  const staffIdOf = async (account: string) =>
    (await app.rows('select staff_id from staff where account = $1', [account]))[0]?.['staff_id'];
  const [from, to] = ['1202023009900012', '571900123410101'];

  it('R6.3 R11.7 is in the trail once with who, what and why, however often it is repeated with its key, and with no number in full', async () => {
    await accountant.put(await moved(from));
    await accountant.save(await moved(to));
    const { version } = await accountant.detail('site');
    const before = (await refusals()).length;
    const payload = { record: 'site', version, idempotencyKey: newKey() };
    for (const _ of [1, 2, 3])
      expect(await accountant.browser.call('ops.content.publish', payload)).toMatchObject(needsProof);
    const [one, ...others] = (await refusals()).slice(before);
    expect(others).toEqual([]);
    expect(one).toEqual({
      event: 'ops.content.publish',
      result: 'RHAC003',
      actor_kind: 'staff',
      actor_id: await staffIdOf('accountant'),
      object: 'site',
      before: { payee: { name: '融惠科技', bank: '示例银行', accountNo: '************0012' } },
      after: { payee: { name: '融惠科技', bank: '示例银行', accountNo: '***********0101' } },
    });
    // Another try is another line.
    expect(await accountant.write('publish', 'site', { stepTicket: 'no-such-proof' })).toMatchObject(needsProof);
    expect(await accountant.write('publish', 'site', { at: inAnHour() })).toMatchObject(needsProof);
    expect((await refusals()).length).toBe(before + 3);
    expect(JSON.stringify((await refusals()).slice(before))).not.toMatch(new RegExp(`${from}|${to}`));
    await accountant.write('discard', 'site');
  });

  it('R11.7 by a roll back, and by who has no key for bills, is in the trail too', async () => {
    const editor = await ContentEditor.enter(app, 'editor');
    await accountant.put(await moved('4321'));
    await accountant.put(await moved('8765'));
    const { items } = (await accountant.browser.call('ops.content.versions', { record: 'site' })).body.data;
    const before = (await refusals()).length;
    const back = { number: items[1].number };
    expect(await accountant.write('rollBack', 'site', back)).toMatchObject(needsProof);
    expect((await editor.write('rollBack', 'site', back)).body.errCode).toBe('RHST004');
    expect((await refusals()).slice(before)).toMatchObject([
      { event: 'ops.content.rollBack', result: 'RHAC003', actor_id: await staffIdOf('accountant'), object: 'site' },
      { event: 'ops.content.rollBack', result: 'RHST004', actor_id: await staffIdOf('editor'), object: 'site' },
    ]);
  });

  it('R11.7 what is published later with a proof says nothing of the tries before it', async () => {
    await accountant.save(await moved('2468'));
    expect(await accountant.write('publish', 'site')).toMatchObject(needsProof);
    const at = inAnHour();
    expect((await accountant.write('publish', 'site', { at, stepTicket: await accountant.proof() })).status).toBe(200);
    expect(await lastAudit('ops.content.publish')).toMatchObject({
      before: null,
      after: { publishAt: at, proved: true },
    });
    await accountant.write('discard', 'site');
  });
});

describe('R11.3 a moment for another account', () => {
  it('R6.3 is set with a fresh proof, and comes without one', async () => {
    const body = await moved('5555');
    await accountant.save(body);
    const at = inAnHour();
    expect(await accountant.write('publish', 'site', { at })).toMatchObject(needsProof);
    const stepTicket = await accountant.proof();
    expect((await accountant.write('publish', 'site', { at, stepTicket })).status).toBe(200);
    await app.clock.advance({ minutes: 61 });
    await runJob();
    expect(await site()).toEqual(body);
    expect(await accountant.detail('site')).toMatchObject({ publishAt: null, failure: '' });
  });

  it('R6.3 a draft that was changed since is not published by the former proof', async () => {
    const before = await site();
    await accountant.save(await moved('6666'));
    await accountant.write('publish', 'site', { at: inAnHour(), stepTicket: await accountant.proof() });
    await colleague.save(await moved('7777'));
    expect(await app.rows(`select proved_payee from content_record where record = 'site'`)).toEqual([
      { proved_payee: null },
    ]);
    await app.clock.advance({ minutes: 61 });
    await runJob();
    expect(await site()).toEqual(before);
    await accountant.write('discard', 'site');
  });

  it.each([
    ['was set before proofs were asked for', 'update content_record set proved_payee = null where record = $1'],
    [
      'was proved for another account',
      `update content_record set proved_payee = proved_payee || '{"accountNo":"1"}' where record = $1`,
    ],
    [
      'was proved by somebody who is not there any more',
      `update content_record set proved_payee = proved_payee || '{"staffId":"gone"}' where record = $1`,
    ],
  ])('R6.3 one that %s publishes nothing, and the record says why', async (_how, change) => {
    const before = await site();
    await accountant.save(await moved('8888'));
    await accountant.write('publish', 'site', { at: inAnHour(), stepTicket: await accountant.proof() });
    await app.rows(change, ['site']);
    await app.clock.advance({ minutes: 61 });
    await runJob();
    expect(await site()).toEqual(before);
    const after = await accountant.detail('site');
    expect(after).toMatchObject({ publishAt: null, draft: { body: { payee: { accountNo: '8888' } } } });
    expect(after.failure).toContain('收款账户有改动');
    await accountant.write('discard', 'site');
  });

  it('R6.3 of two publications at once with one proof one is done', async () => {
    await accountant.save(await moved('9999'));
    const stepTicket = await accountant.proof();
    const { version } = await accountant.detail('site');
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => accountant.write('publish', 'site', { version, stepTicket })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await site()).payee.accountNo).toBe('9999');
  });
});
