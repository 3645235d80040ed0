import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addBill } from '../bill.fixture.ts';
import { findDigestedBill } from './bill-digest.sql.ts';
import { billDigest } from './bill-digest.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const added = async () => {
  const owner = await makeMerchant(app);
  const bill = await addBill(app, owner, { fees: [1001, 20_000, 0, 7] });
  const found = await findDigestedBill(app.database.reading({ tenantId: owner.tenantId }), owner.tenantId, bill.billNo);
  if (found === undefined) throw new Error('the bill was added');
  return { owner, bill, found };
};

it('R10.3 the digest of a statement changes with every one of its facts', async () => {
  const { found } = await added();
  const digest = billDigest(found);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(billDigest({ ...found })).toBe(digest);
  const others = Object.entries(found).map(([fact, value]) =>
    billDigest({ ...found, [fact]: Array.isArray(value) ? [...value, 1] : `${value}1` }),
  );
  expect(new Set([digest, ...others]).size).toBe(Object.keys(found).length + 1);
});

it('R10.3 the facts of a statement are those of the bill, with every amount that it had', async () => {
  const { owner, bill, found } = await added();
  expect(found).toMatchObject({ tenantId: owner.tenantId, billNo: bill.billNo, lineCount: 4 });
  expect(found).toMatchObject({
    amounts: [21_008],
    amount: 21_008,
    linesSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('R10.3 the facts of a statement are its tenant’s alone', async () => {
  const { bill } = await added();
  const other = await makeMerchant(app);
  const db = app.database.reading({ tenantId: other.tenantId });
  expect(await findDigestedBill(db, other.tenantId, bill.billNo)).toBeUndefined();
});
