import { expect } from 'vitest';
import { faultsOf } from '../../../apps/server/src/features/bill/confirmation/bill-history.fixture.ts';
import type { MoneyServer } from './money-server.ts';
import { CallBook, type People, type Who } from './people.ts';
import type { Rounds } from './round.ts';
import { billsOf, type LaidStage, ownTenant, type PendingBill } from './stage.ts';

/** Bills that a round takes. */
export const billsToConfirm = 120;
const ofBatch = 20;

const batches = (bills: readonly PendingBill[]): (readonly PendingBill[])[] =>
  Array.from({ length: Math.ceil(bills.length / ofBatch) }, (_, at) => bills.slice(at * ofBatch, (at + 1) * ofBatch));

/** Two people confirm batch by batch, a third of the bills both, in opposite order; then each approves what the other has confirmed. */
const confirmAll = async (book: CallBook, people: People, bills: readonly PendingBill[]): Promise<void> => {
  const third = Math.floor(bills.length / 3);
  const shares: readonly (readonly [Who, readonly PendingBill[]])[] = [
    ['owner', bills.slice(0, 2 * third)],
    ['finance', bills.slice(third).toReversed()],
  ];
  await Promise.all(
    shares.map(async ([who, own]) => {
      for (const batch of batches(own)) await book.make(people, who, 'bill.batchConfirm', { bills: batch });
    }),
  );
  await Promise.all(
    (['owner', 'finance'] as const).map(async (who) => {
      for (const batch of batches(bills)) await book.make(people, who, 'bill.approve', { bills: batch });
    }),
  );
};

/** Each call with what it decided: everything, or it is not there. */
const decidedOf = `
  select c.request_id, (c.after ->> 'changed')::int as changed, count(e.event_id)::int as decided
    from audit_event c left join audit_event e on e.request_id = c.request_id and e.after ? 'status'
    where c.event_id > $1 and c.after ? 'changed' and c.result = 'ok' and c.operation in ('bill.batchConfirm', 'bill.approve')
    group by c.event_id`;
const decisions = `
  select count(*)::int as decided from audit_event where event_id > $1 and event in ('bill.batchConfirm', 'bill.approve') and after ? 'status'`;
const stepsOf = `
  select concat_ws(' ', b.bill_no, s.kind, s.by_name) as taken from bill_step s join bill b using (tenant_id, bill_id) where b.bill_no = any($1)`;
const names: Readonly<Record<Who, string>> = { owner: '王磊', finance: '陈静', desk: '平台运营' };

/** Batches of bills of a laid stage are confirmed; in every second round by two people one after the other. */
export const confirmationRounds =
  (stage: LaidStage): Rounds =>
  async (on, at) => {
    const bills = (await billsOf(on.db, stage)).slice(at * billsToConfirm, (at + 1) * billsToConfirm);
    expect(bills).toHaveLength(billsToConfirm);
    const asksSecond = at % 2 === 1;
    await on.db.rows(`update tenant set second_approver = $1 where tenant_id = (${ownTenant})`, [asksSecond]);
    const book = new CallBook();
    const [mark] = await on.db.rows('select max(event_id) as last from audit_event');
    const expectAtomic = async ({ db }: MoneyServer): Promise<void> => {
      const calls = await db.rows(decidedOf, [mark?.['last']]);
      for (const { request_id: requestId, changed, decided } of calls) expect(decided, String(requestId)).toBe(changed);
      const [sum] = await db.rows(decisions, [mark?.['last']]);
      expect(calls.reduce((all, { changed }) => all + Number(changed), 0)).toBe(sum?.['decided']);
      for (const bill of bills) expect(await faultsOf(db, bill), bill.billNo).toEqual([]);
    };
    return {
      run: ({ people }) => confirmAll(book, people, bills),
      expectAtomic,
      settle: ({ people }) => book.repeat(people),
      async check(now) {
        await expectAtomic(now);
        const taken = new Set(
          (await now.db.rows(stepsOf, [bills.map(({ billNo }) => billNo)])).map(({ taken: words }) => String(words)),
        );
        for (const { who, operationId, payload, reply } of book.calls) {
          expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
          const results = reply?.body.data?.['results'] as { billNo: string; outcome: string }[];
          const named = payload['bills'] as PendingBill[];
          expect(results.map(({ billNo }) => billNo)).toEqual(named.map(({ billNo }) => billNo));
          const kind = operationId === 'bill.approve' ? 'approved' : 'confirmed';
          for (const { billNo, outcome } of results) {
            if (outcome === 'confirmed' || outcome === 'waitingApproval') {
              expect(taken, outcome).toContain(`${billNo} ${kind} ${names[who]}`);
            }
          }
        }
      },
    };
  };
