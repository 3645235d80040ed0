import { type BilledCompany, makeBilledCompany, type OwnBill, plainYuan, yuan } from '../billed-company.ts';
import { windowOf } from '../clicks.ts';
import { verifyBills, verifyReceipts } from '../commands.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { textIn } from '../signed-calls.ts';
import { newKey } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test.use({ actionTimeout: 30_000 });

const day = '2026-11-03';

/** A bank's file of a day: the payment of a bill with its code as a person types it, money of nobody known, and a charge. */
const statementOf = ({ amount }: OwnBill, code: string, payer: string, serial: string): Buffer => {
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase();
  const lines = [
    { time: '09:12:00', fen: amount, payer, remark: `货款 ${typed}` },
    { time: '10:30:00', fen: 88_800, payer: '何处贸易有限公司', remark: '往来款' },
    { time: '17:00:00', fen: -1_500, payer: '', remark: '手续费' },
  ];
  let balance = 1_000_000;
  const rows = lines.map(({ time, fen, payer: name, remark }, at) => {
    balance += fen;
    const [income, expense] = fen > 0 ? [plainYuan(fen), ''] : ['', plainYuan(-fen)];
    return [day, time, income, expense, plainYuan(balance), `${serial}${at}`, name, remark].join(',');
  });
  return Buffer.from(['交易日期,交易时间,收入,支出,余额,流水号,对方户名,附言', ...rows].join('\n'));
};

/** The first bill that is to be paid, confirmed, with its code and its merchant's name. */
const confirmedBill = async (company: BilledCompany) => {
  const [bill] = (await company.bills({ direction: 'payable' })).filter(({ amount }) => amount > 2_000);
  if (bill === undefined) throw new Error('no bill is to be paid');
  const { billNo, amount } = bill;
  await company.call('bill.batchConfirm', { bills: [{ billNo, amount }], idempotencyKey: newKey() });
  const code = textIn(await company.call('bill.detail', { billNo }), 'paymentCode');
  return { bill, code, name: textIn(await company.call('tenant.get'), 'name') };
};

test('receipts 2.1 2.2 2.4 staff import a bank’s statement, apply what is exact by one press, and the bill is settled; the same file again adds nothing', async ({
  page: staff,
  server,
}) => {
  test.setTimeout(240_000);
  const merchant = await windowOf(staff);
  const company = await makeBilledCompany(merchant, server, { bills: 20, lines: 40 });
  const { bill, code, name } = await confirmedBill(company);
  const serial = `JN${code}`;
  const file = { name: '流水.csv', mimeType: 'text/csv', buffer: statementOf(bill, code, name, serial) };
  await enterConsole(staff, server);
  await staff.goto(`${server.url}/console/#/receipts`);

  await staff.getByRole('button', { name: '导入银行流水' }).click();
  const drawer = staff.getByRole('dialog', { name: '导入银行流水' });
  await drawer.locator('input[type="file"]').setInputFiles(file);
  await expect(drawer.getByText('从早到晚，余额连续')).toBeVisible();
  await expect(drawer.getByText(`1\u00a0笔，¥15.00`)).toBeVisible();
  await expectNoFindingsAtWidths(staff);
  await drawer.getByRole('button', { name: /^导入\s3\s行$/ }).click();
  await expect(staff.getByText(/已导入\s3\s行：新收款\s2\s笔/)).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(staff.getByRole('row', { name: new RegExp(`${serial}1`) })).toContainText('何处贸易有限公司');

  await staff.getByRole('button', { name: '一键认款' }).click();
  const exact = staff.getByRole('dialog', { name: '一键认款' });
  await expect(exact.getByRole('row', { name: new RegExp(bill.billNo) })).toContainText(yuan(bill.amount));
  await expect(exact.getByText('何处贸易有限公司')).toBeHidden();
  await expectNoFindings(staff);
  await exact.getByRole('button', { name: /^认款\s/ }).click();
  await expect(staff.getByText(/已认款\s\d+\s笔/)).toBeVisible();
  const settled = await company.bills({ status: 'settled' });
  expect(settled.map(({ billNo }) => billNo)).toContain(bill.billNo);

  await staff.getByRole('button', { name: '导入银行流水' }).click();
  await drawer.locator('input[type="file"]').setInputFiles(file);
  await expect(drawer.getByRole('button', { name: '没有未导入过的行' })).toBeDisabled();
  expect(await verifyBills({ DATA_DIR: server.dataDir }, bill.billNo)).toContain('全部一致');
  expect(await verifyReceipts({ DATA_DIR: server.dataDir })).toContain('全部一致');
  await merchant.context().close();
});
