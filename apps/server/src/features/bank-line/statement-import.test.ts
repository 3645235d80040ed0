import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import {
  applyMoney,
  moneyOf,
  moneyToday,
  receiptNoOf,
  registerMoney,
  seenReceipt,
} from '#features/receipt/receipt.fixture';
import { verifyReceipts } from '#features/receipt/verification/verification';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addPayee, type GivenLine, StatementDesk, statementOf } from './bank-line.fixture.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
let statements: StatementDesk;
beforeAll(async () => {
  app = await testApp({ limits: { ledgerMegabytes: 1 } });
  await addPayee(app);
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
  statements = new StatementDesk(desk.staff);
});
afterAll(() => app.close());

const countOf = async (table: 'bank_line' | 'bank_statement' | 'receipt') =>
  Number((await app.rows(`select count(*)::int as count from ${table}`))[0]?.['count']);
const listed = async (direction?: 'in' | 'out') =>
  (
    await desk.staff.browser.call('ops.bankLine.list', {
      ownAccount: statements.ownAccount,
      ...(direction && { direction }),
    })
  ).body.data.items;
const refusedBy = (row: number, text: RegExp) => ({
  status: 422,
  body: { errCode: 'RHRC002', data: { refused: [{ row, reason: expect.stringMatching(text) }], refusedRows: 1 } },
});

const first: readonly GivenLine[] = [
  { serial: 'a1', amount: 500, name: '云栖商贸有限公司', account: '6222 0001', remark: 'k7m2-9pxh' },
  { serial: 'a2', amount: -80, name: '王小明', account: '6222999', remark: '十一月工资' },
  { amount: 12.5, name: '某公司', time: '11:00:00' },
  { amount: 12.5, name: '某公司', time: '11:00:00' },
];

describe('receipts 2.1 a statement of an account', () => {
  it('receipts 2.1 is looked at first: what would be taken in, and nothing is', async () => {
    const { status, body } = await statements.preview(statementOf(first));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      file: {
        order: 'forward',
        openingAmount: 100_000,
        closingAmount: 144_500,
        lines: 4,
        inCount: 3,
        inAmount: 52_500,
        outCount: 1,
        outAmount: 8000,
        added: 4,
        known: 0,
        confirmed: 0,
        receipts: 3,
      },
      refused: [],
    });
    expect(body.data.rows[0].values).toContainEqual({ field: 'serial', text: 'a1' });
    expect(await countOf('bank_line')).toBe(0);
    expect(await countOf('receipt')).toBe(0);
  });

  it('receipts 2.1 is imported whole: what came in is a receipt of nobody, what went out keeps its counterparty sealed', async () => {
    const done = await statements.imported(statementOf(first));
    expect(done).toMatchObject({ added: 4, receipts: 3 });
    expect(done.statementNo).toMatch(/^LS20261103/);
    expect(await seenReceipt(desk, await receiptNoOf(app, 'A1'))).toMatchObject({
      source: 'bank',
      isConfirmed: true,
      receivedOn: '2026-11-03',
      receivedTime: '10:00',
      amount: 50_000,
      unappliedAmount: 50_000,
      payerName: '云栖商贸有限公司',
      payerBank: '示例银行',
      remark: 'k7m2-9pxh',
      ownAccount: statements.ownAccount,
    });
    const [out] = await listed('out');
    expect(out).toEqual({
      isOpen: true,
      lineNo: expect.any(Number),
      bookedOn: '2026-11-03',
      bookedTime: '10:00',
      amount: -8000,
      balanceAmount: 142_000,
      serial: 'A2',
    });
    const stored = await app.rows('select l::text as text from bank_line l');
    expect(JSON.stringify(stored)).not.toMatch(/王小明|工资|6222999/);
    const revealed = await desk.staff.browser.call('ops.bankLine.reveal', { lineNo: out.lineNo });
    expect(revealed.body.data).toEqual({
      counterparty: '王小明',
      counterpartyAccount: '6222999',
      counterpartyBank: '示例银行',
      remark: '十一月工资',
    });
    const looked = await app.rows(
      "select object from audit_event where event = 'ops.bankLine.reveal' and result = 'ok'",
    );
    expect(looked).toEqual([{ object: String(out.lineNo) }]);
    expect(await desk.staff.browser.call('ops.bankLine.reveal', { lineNo: 999_999 })).toMatchObject({ status: 404 });
  });

  it('receipts 2.2 a file that is imported again adds nothing, and one that overlaps adds what is new', async () => {
    const before = [await countOf('bank_line'), await countOf('receipt'), await countOf('bank_statement')];
    expect(await statements.imported(statementOf(first))).toMatchObject({ added: 0, known: 4 });
    expect([await countOf('bank_line'), await countOf('receipt'), await countOf('bank_statement')]).toEqual(before);
    const more = [...first, { amount: 12.5, name: '某公司', time: '11:00:00' }, { serial: 'a3', amount: 7 }];
    expect(await statements.imported(statementOf(more, 1000, 'backward'))).toMatchObject({
      order: 'backward',
      added: 2,
      known: 4,
      receipts: 2,
    });
    const page = await desk.staff.browser.call('ops.bankLine.statements', { ownAccount: statements.ownAccount });
    expect(page.body.data.items).toMatchObject([
      { lines: 6, added: 2, order: 'backward' },
      { lines: 4, added: 4 },
    ]);
    const { body } = await desk.staff.browser.call('ops.bankLine.accounts', {});
    expect(body.data.items).toEqual([{ ownAccount: statements.ownAccount, isPayee: true, lastOn: '2026-11-03' }]);
  });

  it('receipts 2.2 a known serial with other content is refused with its row, and nothing is taken in', async () => {
    const before = await countOf('bank_line');
    const file = statementOf([
      { serial: 'b1', amount: 1 },
      { serial: 'A1', amount: 501, name: '云栖' },
    ]);
    expect(await statements.import(file)).toMatchObject(refusedBy(3, /内容不同.*500\.00/));
    expect(await countOf('bank_line')).toBe(before);
  });

  it('receipts 2.1 a chain that breaks is refused with its row; one that was filtered is a part', async () => {
    const rows = statementOf([
      { serial: 'c1', amount: 10 },
      { serial: 'c2', amount: -3 },
      { serial: 'c3', amount: 5 },
    ]).split('\n');
    const file = rows
      .filter((_, at) => at !== 2)
      .concat(['2026-11-04 09:00:00,c4,,1.00,9999.00,,,,'])
      .join('\n');
    expect(await statements.import(file)).toMatchObject({
      body: { errCode: 'RHRC002', data: { refused: [{ row: 3 }] } },
    });
    const { order, openingAmount: opening } = await statements.imported(file, { isFiltered: true });
    expect([order, opening]).toEqual(['partial', undefined]);
  });

  it('receipts 2.1 rows that cannot be read are named, and left out only as many as were seen', async () => {
    const file = `${statementOf([{ serial: 'd1', amount: 1 }])}\n2026-11-04 09:00:00,d2,很多,,1.00,,,,`;
    expect(await statements.import(file)).toMatchObject(refusedBy(3, /收入金额/));
    const choices = { takeIn: [], leaveOutFaulty: 1 };
    expect(await statements.imported(file, { choices })).toMatchObject({ added: 1, order: 'partial' });
  });

  it('receipts 2.1 the next file of the account is read as the last was', async () => {
    const file = '日期,号,金额,谁\n2026-11-05,E1,3.00,甲公司\n2026-11-05,E2,-1.00,乙公司';
    const columns = [
      ['occurredOn', 0],
      ['serial', 1],
      ['amount', 2],
      ['counterparty', 3],
    ].map(([field, column]) => ({
      field,
      column,
      name: file.split('\n')[0]?.split(',')[Number(column)],
    }));
    const mapping = { columns, sign: 'asIs', dayOrder: 'ymd', unit: 'yuan' };
    expect(await statements.imported(file, { mapping })).toMatchObject({ added: 2, order: 'partial' });
    const { body } = await statements.preview(file.replace('E1', 'E3'));
    expect(body.data).toMatchObject({
      recalledFrom: '流水.csv',
      mapping: { columns: expect.arrayContaining(columns) },
    });
    expect(body.data.file).toMatchObject({ added: 1, known: 1 });
  });

  it('receipts 2.1 another account than ours, a file without lines and one without columns are refused', async () => {
    const file = statementOf([{ amount: 1 }]);
    const fault = { status: 422, body: { data: { fields: [{ path: 'ownAccount' }] } } };
    expect(await statements.preview(file, { ownAccount: '123456' })).toMatchObject(fault);
    expect((await statements.preview('甲,乙\n丙,丁')).body.data).toMatchObject({
      fault: { field: 'occurredOn' },
      refusedRows: 0,
    });
    expect(await statements.import(statementOf([{ amount: 1, day: '2099-01-01' }]))).toMatchObject(
      refusedBy(2, /晚于今天/),
    );
    expect(await statements.preview('一张图', {}, '图.png')).toMatchObject({ status: 422 });
    expect(
      await desk.staff.browser.call('ops.bankLine.list', { ownAccount: '1', from: '2026-11-02', to: '2026-11-01' }),
    ).toMatchObject({ status: 422 });
  });

  it('receipts 2.1 a file that is announced as too large is a 413, and while the store of files does not work it is a 503', async () => {
    const file = Buffer.from(statementOf([{ day: '2026-11-07', serial: 'store-1', amount: 1 }]));
    const { mapping } = (await statements.preview(file)).body.data;
    const asked = { ownAccount: statements.ownAccount, mapping };
    const upload = (id: string, more: object = {}) =>
      desk.staff.browser.upload(id, '流水.csv', file, { ...asked, ...more });
    for (const id of ['ops.bankLine.preview', 'ops.bankLine.import']) {
      const tooLarge = await upload(id, { size: app.ports.limits.ledgerMegabytes * 2 ** 20 + 1 });
      expect(tooLarge, id).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
      const marked = await app.ports.files.mark();
      await app.ports.files.setMark('another-store');
      expect(await upload(id), id).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
      await app.ports.files.setMark(marked ?? '');
    }
  });

  it.each([
    'B02-工行企业.csv',
    'B04-建行企业.csv',
    'B05-招行借记.csv',
    'B07-平安企业.csv',
    'B09-交行借记.csv',
    'B20-民生企业.csv',
  ])('receipts 2.1 %s is read without help', async (name) => {
    const file = await readFile(new URL(`../../kernel/testing/ledgers/${name}`, import.meta.url));
    const { status, body } = await statements.preview(file, {}, name);
    expect(status).toBe(200);
    expect(body.data.file.lines).toBe(2);
    expect(body.data.mapping.columns.map(({ field }: { field: string }) => field)).toContain('balance');
  });
});

describe('receipts 1.3 money comes in once', () => {
  it('receipts 1.3 a line confirms the receipt that staff registered of its serial and amount, and adds nothing', async () => {
    const receiptNo = await registerMoney(desk, { tenantId: own.tenantId, amount: 6100, serial: 'h-1' });
    const done = await statements.imported(statementOf([{ serial: 'H-1', amount: 61, name: '云栖商贸有限公司' }]));
    expect(done).toMatchObject({ added: 1, confirmed: 1, receipts: 0 });
    const seen = await seenReceipt(desk, receiptNo);
    expect(seen).toMatchObject({
      source: 'hand',
      isConfirmed: true,
      payerName: '云栖商贸有限公司',
      unappliedAmount: 6100,
    });
    const takeBack = await desk.staff.write('ops.receipt.takeBack', {
      receiptNo,
      version: seen.version,
      reason: '没有到账',
    });
    expect(takeBack).toMatchObject({ status: 409 });
  });

  it('receipts 1.3 a payment that staff typed is confirmed, and grows no more', async () => {
    const [bill, other] = [await desk.confirmed(), await desk.confirmed()];
    await desk.pay(bill, 7200, 'H-2');
    expect(await statements.imported(statementOf([{ serial: 'h-2', amount: 72 }]))).toMatchObject({ confirmed: 1 });
    expect(await desk.pay(other, 100, 'H-2')).toBe('registered');
    expect(await moneyOf(app, own.tenantId, 'H-2')).toEqual([[7200, 7200, 0, 0]]);
  });

  it('receipts 1.3 one of another amount is refused with its number', async () => {
    const receiptNo = await registerMoney(desk, { amount: 100, serial: 'h-3' });
    const file = statementOf([{ serial: 'h-3', amount: 2 }]);
    expect(await statements.import(file)).toMatchObject(refusedBy(2, new RegExp(receiptNo)));
  });

  it('receipts 1.3 a file that is read by other columns than before is refused, and adds nothing', async () => {
    const file = statementOf([{ day: '2026-11-05', serial: 'k-1', amount: 41.5, remark: '货款' }], 77_000);
    await statements.imported(file);
    const before = await countOf('receipt');
    const { mapping } = (await statements.preview(file)).body.data;
    const columns = mapping.columns.filter(({ field }: { field: string }) => field !== 'serial');
    const otherwise = await statements.import(file, { mapping: { ...mapping, columns } });
    expect(otherwise).toMatchObject(refusedBy(2, /按别的列导入过/));
    expect(await countOf('receipt')).toBe(before);
  });

  it('receipts 1.3 a payment that is typed or registered after the line, with the day of the slip, is its receipt', async () => {
    const bill = await desk.confirmed();
    await statements.imported(statementOf([{ day: '2026-11-05', serial: 'k-2', amount: 43.5 }], 78_000));
    expect(await desk.pay(bill, 4350, 'k-2')).toBe('registered');
    const registered = await desk.staff.write(
      'ops.receipt.register',
      moneyToday(desk, { amount: 4350, serial: 'k-2' }),
    );
    expect(registered).toMatchObject({ status: 409, body: { errCode: 'RHRC001' } });
  });

  it('receipts 2.2 a serial that a bank gives again the next day is another line, beside the stored one', async () => {
    const first = { day: '2026-11-05', serial: 'k-3', amount: 45.5 };
    await statements.imported(statementOf([first], 79_000));
    const file = statementOf([first, { ...first, day: '2026-11-06' }], 79_000);
    expect(await statements.imported(file)).toMatchObject({ added: 1, receipts: 1, confirmed: 0 });
  });

  it('receipts 1.3 a receipt of which a part never came is confirmed by what came', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await registerMoney(desk, { amount: 10_000, serial: 'k-4' });
    await applyMoney(desk, receiptNo, [bill, 6000]);
    const { version } = await seenReceipt(desk, receiptNo);
    await desk.staff.write('ops.receipt.takeBack', { receiptNo, version, reason: '多登记了' });
    const file = statementOf([{ day: '2026-11-05', serial: 'k-4', amount: 60 }], 80_000);
    expect(await statements.imported(file)).toMatchObject({ confirmed: 1, receipts: 0 });
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });

  it('receipts 1.3 of two that import one file at once each line is one receipt', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({ serial: at % 2 === 0 ? `r-${at}` : '', amount: at + 1 }));
    const before = await countOf('receipt');
    const replies = await Promise.all([statements.import(statementOf(lines)), statements.import(statementOf(lines))]);
    expect(replies.map(({ body }) => body.data.added).toSorted((one, other) => one - other)).toEqual([0, 30]);
    expect(await countOf('receipt')).toBe(before + 30);
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });

  it('receipts 1.1 a receipt that is not what its line says is named by receipts:verify', async () => {
    const verify = () => verifyReceipts(app.database.reading('service'), []);
    expect(await verify()).toMatchObject({ faults: [] });
    const receiptNo = await receiptNoOf(app, 'A1');
    await app.rows('update receipt set stated_fen = stated_fen + 1 where receipt_no = $1', [receiptNo]);
    expect((await verify()).faults).toEqual([{ receipt_no: receiptNo, fault: '与银行流水的那一行不符' }]);
    await app.rows('update receipt set stated_fen = stated_fen - 1 where receipt_no = $1', [receiptNo]);
  });
});
