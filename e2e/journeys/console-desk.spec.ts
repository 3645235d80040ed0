import { applyBySignedCalls } from '../applicant.ts';
import { drawPicture } from '../company.ts';
import { enterConsole, expectNoFindingsAtWidths } from '../console/entry.ts';
import { startServer } from '../server.ts';
import { type SignedCall, startSession, textIn } from '../signed-calls.ts';
import { adminPassword, newKey } from '../staff.ts';
import { expect, expectNoFindings, test } from '../visitor.ts';

/** A second member of staff, made by the admin and logged in without a browser. */
const enterColleague = async (url: string): Promise<SignedCall> => {
  const admin = await startSession(url, '/ftc/ops/commonConfig');
  await admin.enter('ops.login', { pwd: adminPassword }, { account: 'admin' });
  const stepTicket = textIn(await admin.callSealed('ops.user.verify', { pwd: adminPassword }), 'stepTicket');
  const account = 'wang.fang';
  const wanted = { account, name: '王芳', roles: ['review'], stepTicket, idempotencyKey: newKey() };
  const oneTime = textIn(await admin.call('ops.staff.create', wanted), 'oneTimePassword');
  const session = await startSession(url, '/ftc/ops/commonConfig');
  await session.enter('ops.login', { pwd: oneTime }, { account });
  await session.enter('ops.changePwd', { oldPwd: oneTime, newPwd: 'Meadow-Silver-73' });
  return session.call;
};

test('R11.2 R11.7 a member of staff sees what waits and takes it, a second one reads who has it, and the trail shows the step and holds', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  try {
    await page.goto(`${server.url}/console/`);
    const picture = await drawPicture(page, '营业执照');
    const first = await applyBySignedCalls(server, '云栖商贸有限公司', picture);
    const second = await applyBySignedCalls(server, '海纳科技有限公司', picture);
    await enterConsole(page, server);
    const colleague = await enterColleague(server.url);
    await expect(page.getByRole('link', { name: /^企业认证待审核 \d+$/ })).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await page.goto(`${server.url}/console/#/behavior`);
    await expect(page.getByRole('table', { name: '从首页到下单的漏斗' })).toBeVisible();
    // Whether visits are counted yet depends on the hour: at night their job has come round.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectNoFindingsAtWidths(page);
    await page.goto(`${server.url}/console/#/`);

    // What came in since the list was read stands there at the next visit.
    await page.goto(`${server.url}/console/#/certifications`);
    await expect(page.getByRole('link', { name: second.companyName })).toBeVisible();
    const seenAt = Date.now();
    await page.goto(`${server.url}/console/#/`);
    const third = await applyBySignedCalls(server, '北辰物流有限公司', picture);
    // Two visits within half a second are one.
    await expect.poll(() => Date.now() - seenAt).toBeGreaterThan(1_000);
    await page.getByRole('link', { name: /^企业认证待审核 \d+$/ }).click();
    await expect(page.getByRole('link', { name: third.companyName })).toBeVisible();
    await page.getByRole('link', { name: first.companyName }).click();
    await page.getByRole('button', { name: '由我办理' }).click();
    await expect(page.getByRole('group', { name: '办理人' }).getByText('由您办理')).toBeVisible();
    const answer = await colleague('ops.desk.take', {
      kind: 'certification',
      objectId: first.submissionNo,
      idempotencyKey: newKey(),
    });
    expect(answer).toMatchObject({ isYours: false, owner: { name: 'admin' } });

    // The other way round: the page still says that nobody has it.
    await page.goto(`${server.url}/console/#/certifications/${second.submissionNo}`);
    await expect(page.getByText('无人办理')).toBeVisible();
    await colleague('ops.desk.take', {
      kind: 'certification',
      objectId: second.submissionNo,
      idempotencyKey: newKey(),
    });
    await page.getByRole('button', { name: '由我办理' }).click();
    await expect(page.getByText('王芳 已先接手')).toBeVisible();
    await expect(page.getByText('王芳 在办理')).toBeVisible();
    await page.goto(`${server.url}/console/#/certifications?taken=mine`);
    await expect(page.getByRole('link', { name: first.companyName })).toBeVisible();
    await expect(page.getByRole('link', { name: second.companyName })).toHaveCount(0);

    await page.goto(`${server.url}/console/#/audit?object=${first.submissionNo}`);
    const step = page.getByRole('row', { name: /接手一项/ }).first();
    await expect(step).toBeVisible();
    await expectNoFindingsAtWidths(page);
    await step.getByRole('link').first().click();
    await expect(page.getByRole('dialog').getByRole('row', { name: /^办理人/ })).toBeVisible();
    await expectNoFindings(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '核验全部' }).click();
    await expect(page.getByText(/没有发现改动/)).toBeVisible({ timeout: 60_000 });
    await expectNoFindings(page);
  } finally {
    await server.stop();
  }
});
