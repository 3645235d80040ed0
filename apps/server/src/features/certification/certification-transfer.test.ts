import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#kernel/setup/config';
import {
  bankAccountNo,
  type CertificationFixture,
  type Certifier,
  codes,
  openCertificationFixture,
} from './certification.fixture.ts';
import { certificationJobs } from './certification.jobs.ts';

let fixture: CertificationFixture;
let first: Certifier;
beforeAll(async () => {
  fixture = await openCertificationFixture({ env: { CERTIFICATION_TRANSFER: 'on' } });
  ({ first } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.forget());

/** A submission whose transfer is sent and whose amount is awaited. */
const waiting = async (): Promise<{ readonly submissionNo: string; readonly amount: number }> => {
  const submissionNo = String((await first.submit()).body.data.submissionNo);
  expect(await fixture.decide('approve', submissionNo)).toMatchObject({ status: 'pendingTransfer', changed: true });
  await fixture.jobs();
  await fixture.jobs();
  return { submissionNo, amount: await fixture.received(submissionNo) };
};
const statusOf = async () => (await first.get()).body.data;

describe('R4.11 the transfer', () => {
  it('R4.11 is under one yuan, goes out once, and its amount typed back certifies the tenant', async () => {
    const { submissionNo, amount } = await waiting();
    await Promise.all([fixture.jobs(), fixture.jobs()]);
    expect(await fixture.received(submissionNo)).toBe(amount);
    expect(amount).toBeGreaterThanOrEqual(1);
    expect(amount).toBeLessThanOrEqual(99);
    expect(await statusOf()).toMatchObject({ status: 'pendingTransfer', triesLeft: 3, isCertified: false });
    expect((await first.get()).text).not.toContain(bankAccountNo);
    expect((await first.verify(amount)).body.data).toMatchObject({ status: 'passed', isCertified: true });
    expect(await first.verify(amount)).toMatchObject({ status: 409 });
    const [tenant] = await fixture.app.rows('select certification_status as status from tenant where tenant_id = $1', [
      first.tenantId,
    ]);
    expect(tenant).toEqual({ status: 'passed' });
  });

  it('RHCE001 of two with one code the second to type its amount back is refused, and is not certified', async () => {
    const { second } = fixture;
    const { amount } = await waiting();
    const { submissionNo } = (await second.submit({ uscc: first.form['uscc'] })).body.data;
    await fixture.decide('approve', submissionNo);
    await fixture.jobs();
    await fixture.jobs();
    expect((await first.verify(amount)).body.data).toMatchObject({ status: 'passed' });
    const late = await second.verify(await fixture.received(submissionNo));
    expect(late).toMatchObject({ status: 409, body: { errCode: 'RHCE001' } });
    expect((await second.get()).body.data).toMatchObject({
      status: 'pendingTransfer',
      isCertified: false,
      triesLeft: 3,
    });
  });

  it('R4.11 has three tries, also in parallel, and then needs a new submission', async () => {
    const { amount } = await waiting();
    const wrong = amount === 1 ? 2 : amount - 1;
    expect((await first.verify(wrong)).body.data).toMatchObject({ status: 'pendingTransfer', triesLeft: 2 });
    const replies = await Promise.all([1, 2, 3, 4].map(() => first.verify(wrong)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await statusOf()).toMatchObject({ status: 'rejected', reasons: [{ field: 'bankAccountNo' }] });
    expect(await first.verify(amount)).toMatchObject({ status: 409 });
    expect((await first.submit()).body.data).toMatchObject({ status: 'pending', reasons: [] });
  });

  it('R4.11 ends with its deadline: the amount is no longer accepted, and a job sends the form back', async () => {
    const { amount } = await waiting();
    await fixture.pass(4);
    await fixture.jobs();
    expect(await statusOf()).toMatchObject({ status: 'pendingTransfer' });
    await fixture.pass(1);
    expect(await first.verify(amount)).toMatchObject({ status: 409 });
    // Read as ended at its moment: the job only tidies up.
    expect(await statusOf()).toMatchObject({ status: 'rejected', reasons: [{ field: 'bankAccountNo' }] });
    await Promise.all([fixture.jobs(), fixture.jobs()]);
    expect(await statusOf()).toMatchObject({ status: 'rejected', reasons: [{ field: 'bankAccountNo' }] });
    expect(await fixture.app.rows("select 1 from certification_step where event = 'transferOverdue'")).toHaveLength(1);
  });

  it('R4.11 R11.4 a transfer that the bank refuses stands with its failure, and its submission can be sent back', async () => {
    const submissionNo = String((await first.submit()).body.data.submissionNo);
    await fixture.decide('approve', submissionNo);
    const pay = certificationJobs.find(({ name }) => name === 'certification.pay');
    const { database, ports } = fixture.app;
    const refusing = { ...ports, bank: { pay: () => Promise.reject(new Error('no such account')) } };
    await expect(pay?.run({ database, ports: refusing, log: ports.log })).rejects.toThrow('no such account');
    const failed = () =>
      fixture.app.rows('select transfer_failed_at is not null as failed from certification where tenant_id = $1', [
        first.tenantId,
      ]);
    expect(await failed()).toEqual([{ failed: true }]);
    expect(await fixture.decide('reject', submissionNo, { bankAccountNo: '账户不存在' })).toMatchObject({
      status: 'rejected',
      changed: true,
    });
    expect(await failed()).toEqual([{ failed: false }]);
    expect(await statusOf()).toMatchObject({
      status: 'rejected',
      reasons: [{ field: 'bankAccountNo', reason: '账户不存在' }],
    });
    await fixture.jobs();
    expect((await first.submit()).body.data).toMatchObject({ status: 'pending' });
  });

  it('R4.11 a transfer that the bank did not accept is retried under the same reference', async () => {
    const submissionNo = String((await first.submit()).body.data.submissionNo);
    const { database, ports } = fixture.app;
    const away = { ...ports, bank: { pay: () => Promise.reject(new Error('the bank is closed')) } };
    await fixture.decide('approve', submissionNo);
    const pay = certificationJobs.find(({ name }) => name === 'certification.pay');
    await expect(pay?.run({ database, ports: away, log: ports.log })).rejects.toThrow('closed');
    expect(await fixture.received(submissionNo)).toBe(0);
    await fixture.jobs();
    expect(await fixture.received(submissionNo)).toBeGreaterThan(0);
  });

  it('R4.11 its deadline begins when it is sent; before that it is neither answered nor overdue', async () => {
    const submissionNo = String((await first.submit()).body.data.submissionNo);
    const { database, ports } = fixture.app;
    await fixture.decide('approve', submissionNo);
    const notices = () =>
      fixture.app.rows("select text from notice where title = '请完成打款验证' order by created_at");
    const before = await notices();
    await fixture.pass(6);
    const overdue = certificationJobs.find(({ name }) => name === 'certification.overdue');
    await overdue?.run({ database, ports, log: ports.log });
    expect(await statusOf()).toMatchObject({ status: 'pendingTransfer', triesLeft: 3 });
    expect(await statusOf()).not.toHaveProperty('transferBy');
    expect(await first.verify(1)).toMatchObject({ status: 409 });
    await fixture.jobs();
    const { transferBy } = await statusOf();
    const days = (new Date(transferBy).getTime() - fixture.app.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(4.9);
    expect(days).toBeLessThanOrEqual(5);
    expect(await notices()).toHaveLength(before.length + 1);
    const amount = await fixture.received(submissionNo);
    expect((await first.verify(amount)).body.data).toMatchObject({ status: 'passed' });
  });

  it('R4.11 an account that the bank refuses does not stop the other transfers', async () => {
    const { second } = fixture;
    const numbers = [];
    for (const who of [first, second]) {
      const submissionNo = String((await who.submit(who === second ? { uscc: codes[1] } : {})).body.data.submissionNo);
      numbers.push(submissionNo);
    }
    const { database, ports } = fixture.app;
    for (const submissionNo of numbers) await fixture.decide('approve', submissionNo);
    const pay = certificationJobs.find(({ name }) => name === 'certification.pay');
    for (const [refused, paid] of [numbers, numbers.toReversed()]) {
      const picky: typeof ports.bank = {
        pay: (order) =>
          order.reference === refused ? Promise.reject(new Error('no such account')) : ports.bank.pay(order),
      };
      const run = pay?.run({ database, ports: { ...ports, bank: picky }, log: ports.log });
      // The run fails as a whole, after it has tried every transfer.
      await run?.catch((error: unknown) => expect(String(error)).toContain('no such account'));
      expect(await fixture.received(paid ?? '')).toBeGreaterThan(0);
    }
  });

  it('R4.12 an amount of one yuan or more costs no try', async () => {
    await waiting();
    for (const amount of [0, 100, 3700]) expect(await first.verify(amount)).toMatchObject({ status: 422 });
    expect(await statusOf()).toMatchObject({ status: 'pendingTransfer', triesLeft: 3 });
  });

  it('security 4.10 is off where no bank is configured', () => {
    const env = { NODE_ENV: 'production', CERTIFICATION_TRANSFER: 'on', DATA_DIR: '/tmp' };
    expect(() => readConfig(env)).toThrow(/CERTIFICATION_TRANSFER/);
    expect(readConfig({ CERTIFICATION_TRANSFER: 'on' }).certificationTransfer).toBe(true);
    expect(readConfig({}).certificationTransfer).toBe(false);
  });
});
