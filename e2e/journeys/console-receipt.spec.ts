import { makeBilledCompany, type OwnBill, plainYuan, yuan } from '../billed-company.ts';
import { windowOf } from '../clicks.ts';
import { verifyBills, verifyReceipts } from '../commands.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { newKey } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test.use({ actionTimeout: 30_000 });

test('R15.3 receipts 1.2 1.6 money that nobody is known of is registered, pays two bills in parts, one part is undone, what is left of a bill is written off, and the merchant reads each step', async ({
  page: staff,
  server,
}) => {
  test.setTimeout(600_000);
  const merchant = await windowOf(staff);
  const company = await makeBilledCompany(merchant, server, { bills: 20, lines: 40 });
  const bills = (await company.bills({ direction: 'payable' })).filter(({ amount }) => amount > 2_000).slice(0, 2);
  const [one, two] = bills as [OwnBill, OwnBill];
  await company.call('bill.batchConfirm', {
    bills: bills.map(({ billNo, amount }) => ({ billNo, amount })),
    idempotencyKey: newKey(),
  });
  await enterConsole(staff, server);

  // Registered of nobody, with an hour that is none.
  await staff.goto(`${server.url}/console/#/receipts`);
  await staff.getByRole('button', { name: '登记收款' }).click();
  const dialog = staff.getByRole('dialog', { name: '登记收款' });
  await dialog.getByRole('button', { name: '登记收款' }).click();
  await expect(dialog.getByText('请填写金额')).toBeVisible();
  const received = one.amount + two.amount - 1_000;
  await dialog.getByLabel('金额').fill(plainYuan(received));
  await dialog.getByLabel('到账时间').fill('9:3');
  await dialog.getByLabel('银行流水号').fill('SK-JOURNEY-1');
  await dialog.getByLabel('付款人').fill('某某贸易有限公司');
  await dialog.getByRole('button', { name: '登记收款' }).click();
  await expect(dialog.getByText('请按 24 小时制填写时间，如 09:30')).toBeVisible();
  await expectNoFindings(staff);
  await dialog.getByLabel('到账时间').fill('09:30');
  await dialog.getByRole('button', { name: '登记收款' }).click();
  await expect(dialog).toBeHidden();

  // The same transfer again is refused with the receipt that it is.
  await staff.getByRole('button', { name: '登记收款' }).click();
  await dialog.getByLabel('金额').fill(plainYuan(received));
  await dialog.getByLabel('银行流水号').fill('SK-JOURNEY-1');
  await dialog.getByRole('button', { name: '登记收款' }).click();
  await expect(dialog.getByText(/已登记为收款，没有重复登记/).first()).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();

  // It is applied: the first bill whole, the second but for ten yuan.
  await staff
    .getByRole('row', { name: /SK-JOURNEY-1/ })
    .getByRole('link')
    .first()
    .click();
  const drawer = staff.getByRole('dialog', { name: '收款' });
  await drawer.getByRole('combobox', { name: '商户' }).selectOption(company.tenantId);
  await drawer.getByLabel(`认到 ${one.billNo} 的金额`).fill(plainYuan(one.amount));
  await drawer.getByLabel(`认到 ${two.billNo} 的金额`).fill(plainYuan(two.amount + 1));
  await expect(drawer.getByText(/请减少金额/)).toBeVisible();
  await drawer.getByLabel(`认到 ${two.billNo} 的金额`).fill(plainYuan(two.amount - 1_000));
  await expect(drawer.getByText(/余下预收 ¥0\.00/)).toBeVisible();
  await expectNoFindingsAtWidths(staff);
  await drawer.getByRole('button', { name: `认款 ${yuan(received)}` }).click();
  await expect(drawer.getByRole('region', { name: '认款' }).getByRole('row')).toHaveCount(3);

  // One part is undone: what it paid is the merchant's unapplied money, until it is applied again.
  await drawer
    .getByRole('row', { name: new RegExp(one.billNo) })
    .getByRole('button', { name: '撤销认款' })
    .click();
  const undo = staff.getByRole('dialog', { name: '撤销认款？' });
  await undo.getByLabel('撤销的原因').fill('认错了账单');
  await expectNoFindings(staff);
  await undo.getByRole('button', { name: '撤销认款' }).click();
  await expect(drawer.getByRole('cell', { name: '已撤销' })).toBeVisible();
  await company.openIn(merchant.context());
  await merchant.goto(`${server.url}/#/merchant/userCenter/bill`);
  await merchant.reload();
  const note = merchant.getByRole('note').filter({ hasText: 'SK-JOURNEY-1' });
  await expect(note).toContainText(yuan(one.amount));
  await expectNoFindings(merchant);
  await drawer.getByLabel(`认到 ${one.billNo} 的金额`).fill(plainYuan(one.amount));
  await drawer.getByRole('button', { name: `认款 ${yuan(one.amount)}` }).click();
  await expect(drawer.getByRole('region', { name: '认款' }).getByRole('row')).toHaveCount(4);

  // The ten yuan are given up.
  await staff.goto(`${server.url}/console/#/settlement?queue=all&open=${two.billNo}`);
  const settlement = staff.getByRole('dialog').first();
  await settlement.getByRole('button', { name: '核销差额' }).click();
  const writeOff = staff.getByRole('dialog', { name: '核销差额？' });
  await expect(writeOff).toContainText('¥10.00');
  await writeOff.getByLabel('原因').fill('银行扣了手续费');
  await expectNoFindings(staff);
  await writeOff.getByRole('button', { name: '核销差额' }).click();
  await expect(settlement.getByRole('button', { name: '撤销核销' })).toBeVisible();
  await expectNoFindingsAtWidths(staff);

  await merchant.goto(`${server.url}/#/merchant/userCenter/bill?open=${two.billNo}`);
  await merchant.reload();
  const own = merchant.getByRole('dialog', { name: '账单详情' });
  await expect(own.getByText(/核销/).first()).toBeVisible();
  await expectNoFindings(merchant);
  expect(await verifyBills({ DATA_DIR: server.dataDir }, one.billNo, two.billNo)).toContain('全部一致');
  expect(await verifyReceipts({ DATA_DIR: server.dataDir })).toContain('全部一致');
  await merchant.context().close();
});
