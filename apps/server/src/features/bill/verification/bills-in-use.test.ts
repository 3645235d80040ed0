import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { PaymentDesk } from '../settlement/reverse-payment.fixture.ts';
import { verifyBillsInUse } from './verification.ts';

let app: TestApp;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await PaymentDesk.open(app, await makeMerchant(app));
});
afterAll(() => app.close());

describe('R10.3 bills are verified while the database is in use', () => {
  it('R10.3 a bill that takes steps meanwhile differs at no moment', async () => {
    const bill = await desk.confirmed();
    let isTakingSteps = true;
    const steps = async () => {
      for (let time = 0; time < 4; time += 1) {
        await desk.pay(bill, bill.amount, `U-${time}`);
        await desk.reverse(bill, `U-${time}`, { reason: '登记错账单' });
      }
      isTakingSteps = false;
    };
    const verified: (readonly string[])[] = [];
    const verifying = async () => {
      while (isTakingSteps)
        for await (const { differences } of verifyBillsInUse(app.database, [bill.billNo])) verified.push(differences);
    };
    await Promise.all([steps(), verifying(), verifying()]);
    expect(verified.length).toBeGreaterThan(4);
    expect(verified.flat()).toEqual([]);
  });
});
