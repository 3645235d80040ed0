import { applyBySignedCalls, buyBySignedCalls } from '../applicant.ts';
import { drawPicture } from '../company.ts';
import { enterConsole, enterConsoleOnce } from '../console/entry.ts';
import { approveCertification } from '../review.ts';
import { textIn } from '../signed-calls.ts';
import { enterAdminWithColleague } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

test('R4.12 two members of staff on one order and one page: nothing of either is lost silently, each reads what the other did', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${server.url}/console/`);
  const picture = await drawPicture(page, '营业执照');
  const { session, submissionNo } = await applyBySignedCalls(server, '云栖商贸有限公司', picture);
  await approveCertification(server, submissionNo);
  const orderNo = await buyBySignedCalls(server.url, session);
  const chosen = { account: 'chen-jie', name: '陈洁', roles: ['admin'] };
  const colleague = await enterAdminWithColleague(server, chosen);
  const other = await (await browser.newContext()).newPage();
  await enterConsoleOnce(other, server.url, colleague);
  await enterConsole(page, server);

  // One writes a rejection while the other approves.
  for (const each of [page, other]) await each.goto(`${server.url}/console/#/orders?open=${orderNo}`);
  await page.getByRole('button', { name: '驳回', exact: true }).click();
  const mine = page.getByRole('dialog', { name: `驳回 ${orderNo}` });
  await mine.getByLabel(/^原因/).fill('与另一笔订单重复');
  await other.getByRole('button', { name: '审核通过', exact: true }).click();
  const theirs = other.getByRole('dialog', { name: `审核通过 ${orderNo}` });
  await theirs.getByRole('button', { name: '审核通过', exact: true }).click();
  await expect(theirs).toBeHidden();
  await mine.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(mine.getByText(/陈洁 于 .* 审核通过 → 待付款/)).toBeVisible();
  await expect(mine.getByLabel(/^原因/)).toHaveValue('与另一笔订单重复');
  await expect(mine.getByRole('button', { name: '驳回', exact: true })).toBeDisabled();
  await expectNoFindings(page);
  await mine.getByRole('button', { name: '已看过' }).click();
  await mine.getByRole('button', { name: '取消' }).click();
  expect(textIn(await session.call('order.detail', { orderNo }), 'status')).toBe('pendingPayment');

  // Both write the same page.
  for (const each of [page, other]) await each.goto(`${server.url}/console/#/content/pages/about`);
  await page.getByLabel(/^页面标题/).fill('我写的标题');
  await other.getByLabel(/^页面标题/).fill('陈洁写的标题');
  await other.getByRole('button', { name: '保存草稿' }).click();
  await expect(other.getByText(/草稿由 陈洁 保存于/)).toBeVisible();
  await page.getByRole('button', { name: '保存草稿' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: /已由 陈洁 于 [\d-]+ [\d:]+ 更新/ });
  await expect(conflict.getByText('现为：陈洁写的标题')).toBeVisible();
  await expect(conflict.getByText('您填写：我写的标题')).toBeVisible();
  await expectNoFindings(page);
  await conflict.getByRole('button', { name: '保留我填写的' }).click();
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('有改动尚未保存')).toBeHidden();
  await other.reload();
  await expect(other.getByLabel(/^页面标题/)).toHaveValue('我写的标题');
  await other.context().close();
});
