import type { Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';
import type { AddedBill } from '../bill.fixture.ts';
import { billJobs } from '../bill.jobs.ts';

/** A bill as a batch names it. */
export const seen = ({ billNo, amount }: Pick<AddedBill, 'billNo' | 'amount'>) => ({ billNo, amount });

/** Confirms, approves or sends back, with a fresh key. */
export const decide = (
  by: Pick<Merchant, 'browser'>,
  operation: 'bill.batchConfirm' | 'bill.approve' | 'bill.rejectApproval',
  bills: readonly Pick<AddedBill, 'billNo' | 'amount'>[],
): Promise<TestReply> =>
  by.browser.call(operation, {
    bills: bills.map(seen),
    idempotencyKey: newKey(),
    ...(operation === 'bill.rejectApproval' && { reason: '金额对不上' }),
  });

/** The outcomes of a reply, which must be a success. */
export const outcomesOf = (reply: TestReply): string[] => {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data.results.map(({ outcome }: { outcome: string }) => outcome);
};

/** One round of the jobs of bills. */
export const runBillJobs = async (app: TestApp): Promise<void> => {
  for (const { run } of billJobs) await run({ database: app.database, ports: app.ports, log: app.ports.log });
};
