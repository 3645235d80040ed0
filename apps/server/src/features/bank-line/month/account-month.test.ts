import { dayOf } from '@ronghui/domain/calendar';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { applyMoney, moneyIn, partsNow, receiptNoOf } from '#features/receipt/receipt.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addPayee, StatementDesk, statementOf } from '../bank-line.fixture.ts';
import { addCarriedMonth, MonthDesk, monthBefore } from './account-month.fixture.ts';
import { verifyMonths } from './verification.ts';

let app: TestApp;
let desk: PaymentDesk;
let statements: StatementDesk;
let own: MonthDesk;
let other: MonthDesk;
let otherId: string;
let month: string;
beforeAll(async () => {
  app = await testApp();
  await addPayee(app);
  desk = await PaymentDesk.open(app, await makeMerchant(app, '林经理'));
  statements = new StatementDesk(desk.staff);
  month = monthBefore(desk.today);
  const closer = await enterStaff(app, 'closer', { roles: ['finance'] });
  otherId = String((await app.rows("select staff_id from staff where account = 'closer'"))[0]?.['staff_id']);
  own = new MonthDesk(desk.staff.browser, statements.ownAccount, month);
  other = new MonthDesk(closer, statements.ownAccount, month);
});
afterAll(() => app.close());

type Data = Awaited<ReturnType<MonthDesk['read']>>;
const day = (of: number): string => `${month}-${String(of).padStart(2, '0')}`;
const lineNoOf = async (serial: string): Promise<number> =>
  Number((await app.rows('select line_no from bank_line where serial = $1', [serial]))[0]?.['line_no']);
/** How many months wait at the desk. */
const waiting = async (): Promise<number> => {
  const { items } = (await desk.staff.browser.call('ops.desk.queues', {})).body.data;
  return items.find(({ queue }: Data) => queue === 'accountMonth').count;
};
const partsOf = ({ parts }: Data) =>
  parts.map(({ direction, part, kind, count, amount }: Data) => [direction, part, kind, count, amount]);
const firstFile = () =>
  statementOf([
    { day: day(5), serial: 'A1', amount: 100, name: '云栖商贸' },
    { day: day(10), serial: 'A2', amount: -3.5 },
  ]);
const secondFile = () =>
  statementOf(
    [
      { day: day(15), serial: 'A3', amount: 200 },
      { day: day(20), serial: 'A4', amount: 12.84 },
    ],
    1096.5,
  );

describe('receipts 2.6 the end of a month', () => {
  it('receipts 2.6 a month that no file begins has no balance, and one that is none is refused', async () => {
    expect(await own.read()).toMatchObject({ inCount: 0, parts: [], openLines: 0, isOver: true });
    expect(await own.read()).not.toHaveProperty('openingAmount');
    const wrong = { ownAccount: statements.ownAccount, month: '2026-13' };
    expect(await own.write('closeMonth', { ...wrong, closingAmount: 0 })).toMatchObject({ status: 422 });
    const read = await desk.staff.browser.call('ops.bankLine.month', wrong);
    expect(read).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'month' }] } } });
  });

  it('receipts 2.6 has the bank’s equation, and each line that has nowhere to go', async () => {
    await statements.imported(firstFile());
    await statements.imported(secondFile());
    const read = await own.read();
    expect(read).toMatchObject({
      openingAmount: 100_000,
      inCount: 3,
      inAmount: 31_284,
      outCount: 1,
      outAmount: 350,
      closingAmount: 130_934,
      openLines: 4,
      gaps: [],
      uncoveredLines: 0,
      isOver: true,
      isOwn: true,
    });
    expect((await other.read()).isOwn).toBe(false);
    expect(partsOf(read)).toEqual([
      ['in', 'open', undefined, 3, 31_284],
      ['out', 'open', undefined, 1, 350],
    ]);
    expect((await own.lines({ isOpen: true })).map(({ serial }) => serial)).toEqual(['A4', 'A3', 'A2', 'A1']);
    expect((await other.close(130_934)).body.errCode).toBe('RHRC004');
    const months = await desk.staff.browser.call('ops.bankLine.months', { ownAccount: statements.ownAccount });
    expect(months.body.data.items).toEqual([{ month, isClosed: false }]);
    expect(await waiting()).toBe(1);
  });

  it('receipts 2.6 a line is explained as a fee or interest, which is no receipt then, or is carried forward with a reason and an owner', async () => {
    const [fee, interest, unknown] = [await lineNoOf('A2'), await lineNoOf('A4'), await lineNoOf('A3')];
    expect(await own.write('explain', { lineNo: fee, kind: 'other' })).toMatchObject({ status: 422 });
    expect(await own.write('explain', { lineNo: fee, kind: 'carried', note: '?', ownerId: otherId })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'kind' }] } },
    });
    expect((await own.write('explain', { lineNo: 999_999, kind: 'fee' })).body.errCode).toBe('RHSY404');
    expect((await own.write('explain', { lineNo: fee, kind: 'fee' })).status).toBe(200);
    expect(await own.write('explain', { lineNo: fee, kind: 'tax' })).toMatchObject(
      cameSecond(somebody, '说明一行流水是什么'),
    );
    const receiptNo = await receiptNoOf(app, 'A4');
    expect((await own.write('explain', { lineNo: interest, kind: 'interest', note: '三季度' })).status).toBe(200);
    expect(await moneyIn(desk, receiptNo)).toEqual([0, 0, 0, 0]);
    // Taken back it is money of nobody again.
    expect((await own.write('dropExplanation', { lineNo: interest })).status).toBe(200);
    expect(await moneyIn(desk, receiptNo)).toEqual([1284, 0, 0, 1284]);
    expect((await own.write('dropExplanation', { lineNo: interest })).body.errCode).toBe('RHSY404');
    expect((await own.write('explain', { lineNo: interest, kind: 'interest' })).status).toBe(200);
    const nobody = { lineNo: unknown, kind: 'carried', note: '等商户来认', ownerId: 'nobody' };
    expect(await own.write('explain', nobody)).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'ownerId' }] } },
    });
    expect((await own.write('explain', { ...nobody, ownerId: otherId })).status).toBe(200);
    const { items } = (await desk.staff.browser.call('ops.bankLine.colleagues', {})).body.data;
    expect(items).toContainEqual({ staffId: otherId, name: 'closer' });
    const [carried] = await own.lines({ from: day(15), to: day(15) });
    expect(carried).toMatchObject({ isOpen: false, note: { kind: 'carried', text: '等商户来认', owner: 'closer' } });
  });

  it('receipts 2.6 what is applied is explained by nothing else', async () => {
    const bill = await desk.confirmed({ fees: [6_000] });
    expect((await applyMoney(desk, await receiptNoOf(app, 'A1'), [bill, 6_000])).status).toBe(200);
    const reply = await own.write('explain', { lineNo: await lineNoOf('A1'), kind: 'ownTransfer' });
    expect(reply.body.errCode).toBe('RHSY409');
    expect(partsOf(await own.read())).toEqual([
      ['in', 'applied', undefined, 1, 6_000],
      ['in', 'carried', undefined, 1, 20_000],
      ['in', 'explained', 'interest', 1, 1_284],
      ['in', 'prepaid', undefined, 1, 4_000],
      ['out', 'explained', 'fee', 1, 350],
    ]);
  });

  it('receipts 2.6 is closed by another than who imported, applied or explained, with what the bank states; then nothing of it changes', async () => {
    expect((await own.close(130_934)).body.errCode).toBe('RHRC005');
    const wrong = await other.close(130_900);
    expect(wrong).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'closingAmount' }] } } });
    const before = await other.read();
    const closed = await other.close(130_934);
    expect(closed.status).toBe(200);
    const { sha256 } = closed.body.data;
    const proof = await own.read();
    expect(proof).toMatchObject({ ...before, isOwn: false, closed: { by: 'closer', sha256 } });
    expect((await other.close(130_934)).body.errCode).toBe('RHRC003');
    expect(await waiting()).toBe(0);
    expect((await own.write('explain', { lineNo: await lineNoOf('A1'), kind: 'fee' })).body.errCode).toBe('RHRC003');
    expect((await own.write('dropExplanation', { lineNo: await lineNoOf('A2') })).body.errCode).toBe('RHRC003');
    // A line more is refused, also past the handler; what is there may be sent again.
    const late = statementOf([{ day: day(25), serial: 'A9', amount: 1 }]);
    const refused = await statements.import(late, { isFiltered: true });
    expect(refused).toMatchObject({ status: 422, body: { errCode: 'RHRC002', data: { refusedRows: 1 } } });
    expect(await statements.imported(firstFile())).toMatchObject({ added: 0, known: 2 });
    await expect(
      app.database.pool('service').query(
        `insert into bank_line (statement_no, row_no, own_account, line_digest, booked_on, amount_fen)
          select statement_no, 9, own_account, sha256('late'), $1, 100 from bank_statement limit 1`,
        [day(25)],
      ),
    ).rejects.toMatchObject({ constraint: 'account_month_is_open' });
    // Money that was carried is applied later, and an application is undone: both are of the open month, and the proof stands.
    const bill = await desk.confirmed({ fees: [20_000] });
    expect((await applyMoney(desk, await receiptNoOf(app, 'A3'), [bill, 20_000])).status).toBe(200);
    await desk.reverse(bill, 'A3');
    expect(dayOf(new Date((await desk.seen(bill)).timeline.at(-1).at))).toBe(desk.today);
    expect(await own.read()).toEqual(proof);
    expect(await verifyMonths(app.database.reading('service'))).toEqual({ counted: 1, faults: [] });
  });

  it('receipts 2.6 a proof or a line that was changed past us is named', async () => {
    const owner = new pg.Client({ connectionString: app.url });
    await owner.connect();
    const change = (statement: string) =>
      owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
    const faults = async () => (await verifyMonths(app.database.reading('service'))).faults;
    await change("update bank_line set amount_fen = amount_fen + 1 where serial = 'A1'");
    expect(await faults()).toEqual([{ month: `${statements.ownAccount} ${month}`, fault: '流水与月结时不同' }]);
    await change("update bank_line set amount_fen = amount_fen - 1 where serial = 'A1'");
    await change('update account_month set opening_fen = opening_fen + 1, closing_fen = closing_fen + 1');
    expect(await faults()).toEqual([{ month: `${statements.ownAccount} ${month}`, fault: '月结的合计与指纹不符' }]);
    await change('update account_month set opening_fen = opening_fen - 1, closing_fen = closing_fen - 1');
    await owner.end();
    expect(await faults()).toEqual([]);
  });
});

describe('receipts 2.6 what keeps a month from being closed', () => {
  it('receipts 2.6 lines between two files are missing: the file after them is named', async () => {
    const account = 'gap1';
    await addCarriedMonth(app, { ownAccount: account, month, amount: 10_000 });
    await app.rows(
      `insert into bank_statement (statement_no, own_account, name, sha256, size_bytes, mapping, line_order, opening_fen, closing_fen, first_on, last_on, line_count,
          added_count, in_fen, out_fen, imported_by)
        select 'LS-gap-2', own_account, '下半月.csv', sha256, 1, '{}', 'forward', 10500, 10500, $1, $1, 1, 1, 0, 0, imported_by from bank_statement
          where own_account = 'gap1'`,
      [day(20)],
    );
    const gap = new MonthDesk(await enterStaff(app, 'gap', { roles: ['finance'] }), account, month);
    const { gaps } = await gap.read();
    expect(gaps).toMatchObject([{ name: '下半月.csv', closingAmount: 10_500, reckonedAmount: 10_000 }]);
    expect((await gap.close(10_000)).body.errCode).toBe('RHRC004');
  });

  it('receipts 2.6 a file that was fetched in the middle of a day is no gap where another one goes on', async () => {
    const account = 'noon1';
    await addCarriedMonth(app, { ownAccount: account, month, amount: 10_000 });
    const later = (no: string, on: string, closing: number) =>
      app.rows(
        `insert into bank_statement (statement_no, own_account, name, sha256, size_bytes, mapping, line_order, opening_fen, closing_fen, first_on, last_on, line_count,
            added_count, in_fen, out_fen, imported_by, imported_at)
          select $1, own_account, '晚一点.csv', sha256, 1, '{}', 'forward', 0, $3, first_on, $2, 2, 1, 10000, 0, imported_by, app_now() + interval '1 hour' from bank_statement
            where statement_no = 'LS-noon1'`,
        [no, on, closing],
      );
    const line = (on: string, amount: number) =>
      app.rows(
        `insert into bank_line (statement_no, row_no, own_account, line_digest, booked_on, amount_fen)
          values ('LS-noon1', 3, 'noon1', sha256($1::text::bytea), $1::text::date, $2)`,
        [on, amount],
      );
    const read = async () => (await new MonthDesk(desk.staff.browser, account, month).read()).gaps;
    // The afternoon of the tenth, in a file of that day alone.
    await line(day(10), -3);
    expect(await read()).toHaveLength(1);
    await later('LS-noon-2', day(10), 9_997);
    expect(await read()).toEqual([]);
    await line(day(12), -7);
    await later('LS-noon-3', day(12), 9_990);
    expect(await read()).toEqual([]);
  });

  it('receipts 2.6 an earlier month that is open, and a month that is not over', async () => {
    const account = 'order1';
    await addCarriedMonth(app, { ownAccount: account, month: monthBefore(`${month}-01`), amount: 100 });
    await app.rows(
      `insert into bank_line (statement_no, row_no, own_account, line_digest, booked_on, amount_fen)
        select statement_no, 3, own_account, sha256(b.on_day::text::bytea), b.on_day, -1 from bank_statement, (values ($1::date), ($2::date)) b (on_day)
          where own_account = 'order1'`,
      [day(2), desk.today],
    );
    const finance = await enterStaff(app, 'order', { roles: ['finance'] });
    const asked = new MonthDesk(finance, account, month);
    for (const { lineNo } of await asked.lines()) await own.write('explain', { lineNo, kind: 'fee' });
    expect(await asked.read()).toMatchObject({ openLines: 0, earlierMonth: monthBefore(`${month}-01`) });
    expect((await asked.close(99)).body.errCode).toBe('RHRC004');
    expect((await new MonthDesk(finance, account, monthBefore(`${month}-01`)).close(100)).status).toBe(200);
    expect((await asked.close(99)).status).toBe(200);
    const now = new MonthDesk(finance, account, desk.today.slice(0, 7));
    expect(await now.read()).toMatchObject({ openingAmount: 99, isOver: false });
    expect((await now.close(98)).body.errCode).toBe('RHRC004');
  });
});

describe('R4.12 races of a month’s end', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'R4.12 receipts 2.6 against an application of the same person, round %i: who applied has not closed it',
    async (round) => {
      const account = `race${round}`;
      const receiptNo = await addCarriedMonth(app, { ownAccount: account, month, amount: 5_000 });
      const bill = await desk.confirmed({ fees: [5_000] });
      const payload = await partsNow(desk, receiptNo, [[bill, 5_000]]);
      const mine = new MonthDesk(desk.staff.browser, account, month);
      const steps = [() => mine.close(5_000), () => desk.staff.write('ops.receipt.apply', payload)] as const;
      const [closed, applied] =
        round % 2 === 0
          ? await Promise.all([steps[0](), steps[1]()])
          : (await Promise.all([steps[1](), steps[0]()])).toReversed();
      expect(applied?.status).toBe(200);
      const { parts } = await mine.read();
      if (closed?.status === 200) expect(parts).toMatchObject([{ part: 'carried', amount: 5_000 }]);
      else expect([closed?.body.errCode, parts[0].part]).toEqual(['RHRC005', 'applied']);
    },
  );

  it('R4.12 receipts 2.6 of two who close it at once one does', async () => {
    await addCarriedMonth(app, { ownAccount: 'twice', month, amount: 5_000 });
    const closers = [
      await enterStaff(app, 'twice-1', { roles: ['finance'] }),
      await enterStaff(app, 'twice-2', { roles: ['finance'] }),
    ];
    const replies = await Promise.all(closers.map((each) => new MonthDesk(each, 'twice', month).close(5_000)));
    expect(replies.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  });
});
