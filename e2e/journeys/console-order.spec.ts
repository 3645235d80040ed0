import { applyBySignedCalls, buyBySignedCalls } from '../applicant.ts';
import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { approveCertification } from '../review.ts';
import { textIn } from '../signed-calls.ts';
import { newKey } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test('R11.5 an order is reviewed, its payment checked against the voucher, sent back and accepted, opened and terminated', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${server.url}/console/`);
  const picture = await drawPicture(page, '银行回单');
  const { session, submissionNo } = await applyBySignedCalls(server, '云栖商贸有限公司', picture);
  await approveCertification(server, submissionNo);
  const orderNo = await buyBySignedCalls(server.url, session);
  const sendVoucher = async (): Promise<void> => {
    const fileIds = [await session.upload('回单.jpg', picture)];
    const paidAt = new Date(Date.now() - 60_000).toISOString();
    const voucher = { orderNo, fileIds, paidAt, payerName: '云栖商贸有限公司', idempotencyKey: newKey() };
    await session.call('order.uploadVoucher', voucher);
  };

  await enterConsole(page, server);
  await page.getByRole('navigation', { name: '运营台' }).getByRole('link', { name: '订单' }).click();
  await expect(page.getByRole('link', { name: orderNo })).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('link', { name: orderNo }).click();
  await expect(page).toHaveURL(new RegExp(`open=${orderNo}`));
  const drawer = page.getByRole('dialog', { name: '订单', exact: true });
  await expect(drawer.getByText('请核对订单，通过或驳回。')).toBeVisible();
  await expectNoFindings(page);
  const take = async (name: string, reason?: string): Promise<void> => {
    await drawer.getByRole('button', { name, exact: true }).click();
    const question = page.getByRole('dialog', { name: `${name} ${orderNo}` });
    if (reason !== undefined) await question.getByLabel(/^原因/).fill(reason);
    await expectNoFindings(page);
    await question.getByRole('button', { name, exact: true }).click();
    await expect(question).toBeHidden();
  };
  await take('审核通过');
  await expect(drawer.getByText('等商户付款并上传凭证。')).toBeVisible();

  await sendVoucher();
  await page.goto(`${server.url}/console/#/orders?queue=voucher&open=${orderNo}`);
  await page.reload();
  await expect(drawer.getByRole('img', { name: '付款凭证' })).toBeVisible();
  await expectNoFindingsAtWidths(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await take('退回凭证', '回单金额与订单不符');
  await expect(drawer.getByText('回单金额与订单不符').first()).toBeVisible();
  await sendVoucher();
  await page.reload();
  await take('款项核对无误');
  await take('开通');
  await expect(drawer.getByText(/自动转为已到期，无需办理/)).toBeVisible();
  await take('终止', '商户停业');
  await expect(drawer.getByText('终止 → 已到期')).toBeVisible();
  expect(textIn(await session.call('order.detail', { orderNo }), 'status')).toBe('expired');
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}/console/#/orders`);
  await expect(page.getByText('没有等待审核的订单').or(page.getByRole('table'))).toBeVisible();
});
