import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountBrowser,
  type AccountFixture,
  openAccountFixture,
  strongPassword,
} from '#features/account/account.fixture';
import { addBill } from '#features/bill/bill.fixture';
import { fileJobs } from '#features/file/file.jobs';
import { endJobsOfUser } from '#kernel/jobs/sent-job.sql';
import { newKey } from '#kernel/testing/new-key';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

/** The user who registered with a mobile, and their tenant. */
const ownIds = async (mobile: string): Promise<{ tenantId: string; userId: string }> => {
  const [row] = await fixture.app.rows('select user_id, last_tenant_id from user_account where mobile_digest = $1', [
    fixture.app.ports.digests.of('mobile', mobile),
  ]);
  return { userId: String(row?.['user_id']), tenantId: String(row?.['last_tenant_id']) };
};
const logIn = async (mobile: string) => {
  const browser = await fixture.browser();
  for (;;) {
    const reply = await browser.login(mobile, strongPassword);
    if (reply.body.errCode !== 'OPSB0001') return { browser, reply };
  }
};
/** Requests an export and runs it; returns its id. */
const exported = async (browser: AccountBrowser): Promise<string> => {
  const asked = await browser.call('user.exportData');
  if (asked.status !== 200) throw new Error(asked.text);
  await fixture.app.app.sentJobs.drain();
  return asked.body.data.exportId;
};
const download = (browser: AccountBrowser, exportId: string) => browser.call('user.exportDataDownload', { exportId });

describe('R10.9 the export of one’s own data', () => {
  /** The files of an archive, by its directory. */
  const filesOf = (archive: Buffer): Map<string, string> => {
    const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
    const files = new Map<string, string>();
    let at = archive.readUInt32LE(end + 16);
    for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
      const [packed, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
      const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
      const local = archive.readUInt32LE(at + 42);
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      files.set(name, inflateRawSync(archive.subarray(start, start + packed)).toString());
      at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    }
    return files;
  };

  it('R10.9 contains only the person’s own data, as JSON and CSV, and its owner gets a notice', async () => {
    const browser = await fixture.register('13900000321', { companyName: '=云栖' });
    await fixture.register('13900000322');
    const reply = await download(browser, await exported(browser));
    expect(reply.headers['content-disposition']).toMatch(/filename\*=UTF-8''%E4%B8%AA/);
    const files = filesOf(reply.bytes);
    expect([...files.keys()]).toEqual([
      '个人信息.json',
      '账号.csv',
      '所属商户.csv',
      '授权.csv',
      '订单.csv',
      '登录记录.csv',
      '通知.csv',
      '申请与留言.csv',
      '企业认证.csv',
      '账单办理.csv',
      '发票申请.csv',
      '成员邀请.csv',
      '差异反馈.csv',
      '在线客服.csv',
      '账单付款凭证.csv',
      '导出.csv',
      '登录中的设备.csv',
      '通知设置.csv',
    ]);
    const json = JSON.parse(files.get('个人信息.json') ?? '');
    expect(json['账号'][0]['手机号']).toBe('13900000321');
    expect(json['授权']).toHaveLength(2);
    expect(files.get('所属商户.csv')).toContain("'=云栖");
    expect([...files.values()].join('\n')).not.toContain('13900000322');
    const { body } = await browser.call('notice.page', { kind: 'security' });
    expect(body.data.items[0].title).toBe('个人信息已导出');
  });

  it('R10.9 contains what the person decided on bills, and nothing of what others decided', async () => {
    const mobile = '13900000398';
    const browser = await fixture.register(mobile);
    const { tenantId, userId } = await ownIds(mobile);
    const [own, other] = [await addBill(fixture.app, { tenantId }), await addBill(fixture.app, { tenantId })];
    for (const [billNo, by] of [
      [own.billNo, userId],
      [other.billNo, 'u-somebody'],
    ]) {
      await fixture.app.rows(
        `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, address, amount_fen, confirm_by)
          select tenant_id, bill_id, 2, 'confirmed', app_now(), 'merchant', $2, '某人', '203.0.113.7', amount_fen, confirm_by from bill where bill_no = $1`,
        [billNo, by],
      );
    }
    const files = filesOf((await download(browser, await exported(browser))).bytes);
    const sheet = files.get('账单办理.csv') ?? '';
    expect(sheet).toContain(own.billNo);
    expect(sheet).toContain('确认');
    expect(sheet).toContain('203.0.113.7');
    expect(sheet).toContain('1200.00');
    expect(sheet).not.toContain(other.billNo);
  });

  it('R10.9 contains leads, submissions, invitations, feedback and settings of notices', async () => {
    const mobile = '13900000325';
    const browser = await fixture.register(mobile);
    const { tenantId, userId } = await ownIds(mobile);
    const { digests, vault } = fixture.app.ports;
    const digest = digests.of('mobile', mobile);
    await fixture.app.rows(
      `insert into lead (ticket_no, kind, topic, name, mobile_digest, mobile_sealed, mobile_masked, content, consents, address, request_id)
       values ('LY-1', 'contact', 'consult', '王芳', $1, $2, '139****0325', '想了解福利', '[]', '', '')`,
      [digest, vault.seal(mobile)],
    );
    const { billNo } = await addBill(fixture.app, { tenantId });
    const claim = { billNo, claimedAmount: 1, reason: '多计一笔', idempotencyKey: newKey() };
    const { feedbackNo } = (await browser.call('bill.varianceFeedback', claim)).body.data;
    await fixture.app.rows(
      `insert into certification_submission (tenant_id, submission_no, form, sealed, masks, uscc, user_id, consent_ids)
       values ($1, 'RZ-2', '{"companyName":"云栖商贸有限公司"}', 'x', '{"legalIdNo":"****002X"}', '91350100M000100Y43', $2, '{}')`,
      [tenantId, userId],
    );
    await fixture.app.rows(
      `insert into member_invitation (tenant_id, invitation_id, mobile_digest, mobile_masked, role, invited_by, expires_at)
       select tenant_id, 'inv-2', $1, '139****0325', 'viewer', user_id, app_now() + interval '7 days' from member where tenant_id <> $2 limit 1`,
      [digest, tenantId],
    );
    await fixture.app.rows(
      `insert into invoice (tenant_id, invoice_no, type, title_name, title_account_masked, item_count, amount_fen, tax_fen, tax_millionths, user_id)
       values ($1, 'FP-1', 'normal', '云栖商贸有限公司', '****7890', 1, 10600, 600, 60000, $2)`,
      [tenantId, userId],
    );
    const { exportId } = (
      await browser.call('export.create', {
        kind: 'bills',
        format: 'csv',
        filter: { billNo },
        idempotencyKey: newKey(),
      })
    ).body.data;
    expect(exportId).toBeTypeOf('string');
    await fixture.app.rows(
      `with v as (insert into bill_voucher (tenant_id, voucher_id, paid_at, bank_serial, file_ids, user_id)
          values ($1, 'v-1', '2026-11-20T01:00:00Z', 'SN-9', '{f-1}', $2) returning tenant_id, voucher_id)
        insert into bill_voucher_item (tenant_id, voucher_id, bill_id) select v.*, b.bill_id from v, bill b where b.bill_no = $3`,
      [tenantId, userId, billNo],
    );
    await browser.call('notice.saveSettings', { items: [{ kind: 'order', sms: true, mail: false }] });
    // What staff wrote down of a conversation with this person, with a colleague's contact.
    await fixture.app.rows(
      `insert into lead (ticket_no, kind, topic, name, mobile_digest, mobile_sealed, mobile_masked, content, consents, address, request_id, user_id, noted_by, created_at)
       values ('LX-2', 'contact', 'consult', '李总', '\\x${'00'.repeat(32)}', $2, '139****9999', '先别报价', '[]', '', '', $1, 'staff-1', '2026-01-01')`,
      [userId, vault.seal('13900009999')],
    );
    const text = filesOf((await download(browser, await exported(browser))).bytes).get('个人信息.json') ?? '';
    const json = JSON.parse(text);
    expect(text).not.toMatch(/先别报价|李总|13900009999/);
    expect(json['申请与留言']).toMatchObject([
      { 编号: 'LY-1', 手机号: mobile, 内容: '想了解福利' },
      { 编号: 'LX-2', 手机号: '' },
    ]);
    expect(json['企业认证']).toMatchObject([{ 申请号: 'RZ-2', 企业名称: '云栖商贸有限公司' }]);
    expect(JSON.stringify(json['企业认证'])).toContain('****002X');
    expect(json['发票申请']).toMatchObject([
      { 申请编号: 'FP-1', 状态: '待开票', '金额（元）': '106.00', 银行账号: '****7890' },
    ]);
    expect(json['成员邀请']).toMatchObject([{ 状态: '待接受' }]);
    expect(json['差异反馈']).toMatchObject([{ 反馈编号: feedbackNo, 账单号: billNo, 类别: '提出', 内容: '多计一笔' }]);
    expect(json['账单付款凭证']).toMatchObject([{ 账单: billNo, 付款时间: '2026-11-20 09:00:00', 银行流水号: 'SN-9' }]);
    expect(json['导出']).toMatchObject([{ 文件: expect.stringMatching(/^账单-/), 筛选条件: `账单号：${billNo}` }]);
    expect(json['登录中的设备']).toHaveLength(1);
    expect(json['通知设置']).toContainEqual({ 类别: '订单', 短信: '开启', 邮件: '关闭' });
  });

  it('service 3.5 contains one’s own talk with customer service, without what was taken back, and nobody else’s', async () => {
    const own = await fixture.register('13900000341');
    const other = await fixture.register('13900000342');
    const send = async (browser: AccountBrowser, content: string) =>
      (await browser.call('chat.send', { clientId: newKey(), type: 'text', content })).body.data;
    await send(own, '账单什么时候到期');
    const { conversationId, seq } = await send(own, '发错了');
    expect((await own.call('chat.recall', { conversationId, seq })).status).toBe(200);
    await send(other, '别人的问题');
    const files = filesOf((await download(own, await exported(own))).bytes);
    const rows = JSON.parse(files.get('个人信息.json') ?? '')['在线客服'];
    expect(rows).toContainEqual(expect.objectContaining({ 发送人: '本人', 类别: '文字', 内容: '账单什么时候到期' }));
    expect(rows).toContainEqual(expect.objectContaining({ 发送人: '本人', 类别: '已撤回', 内容: '' }));
    expect([...files.values()].join('')).not.toMatch(/发错了|别人的问题/);
  });

  it('R6.3 contains nothing of a tenant from which its owner was removed', async () => {
    const browser = await fixture.register('13900000324');
    await fixture.app.rows(`insert into tenant (tenant_id, name) values ('former', '离开的商户')`);
    await fixture.app.rows(
      `insert into notice (tenant_id, user_id, kind, title, text)
       select t, u.user_id, 'order', coalesce(t, 'own'), '-' from user_account u cross join lateral (values ('former'), (u.last_tenant_id), (null)) v (t)
       where mobile_digest = $1`,
      [fixture.app.ports.digests.of('mobile', '13900000324')],
    );
    const json = JSON.parse(
      filesOf((await download(browser, await exported(browser))).bytes).get('个人信息.json') ?? '',
    );
    const titles = json['通知'].map((row: Record<string, string>) => row['标题']);
    expect(titles).toContain('own');
    expect(titles).not.toContain('former');
    expect(titles.length).toBeGreaterThanOrEqual(2);
  });

  it('R10.9 at most five exports start in an hour, and a running one is returned instead of a new one', async () => {
    const browser = await fixture.register('13900000323');
    for (let count = 0; count < 5; count += 1) {
      const asked = [await browser.call('user.exportData'), await browser.call('user.exportData')];
      expect(asked.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(asked.map(({ body }) => body.data.exportId)).size).toBe(1);
      await fixture.app.app.sentJobs.drain();
    }
    expect(await browser.call('user.exportData')).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
  });
});

describe('R10.9 the export as a job', () => {
  it('R10.9 is requested once, polled, found again without its id, and downloaded when it is done', async () => {
    const browser = await fixture.register('13900000326');
    expect((await browser.call('user.exportDataGet')).body.data).toEqual({ export: null });
    const asked = await browser.call('user.exportData');
    const { exportId } = asked.body.data;
    expect(asked.body.data).toMatchObject({ status: 'queued', isEnding: false, expiresAt: null, failure: '' });
    expect((await browser.call('user.exportData')).body.data.exportId).toBe(exportId);
    expect(await download(browser, exportId)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    await fixture.app.app.sentJobs.drain();
    const { body } = await browser.call('user.exportDataGet');
    expect(body.data.export).toMatchObject({ exportId, status: 'done', progress: { done: 18, total: 18, text: '' } });
    expect((await browser.call('user.exportDataGet', { exportId })).body.data).toEqual(body.data);
    expect((await download(browser, exportId)).status).toBe(200);
    const events = await fixture.app.rows(
      `select operation, object from audit_event where operation like 'user.exportData%' and result = 'ok' and user_id = $1 order by event_id`,
      [(await ownIds('13900000326')).userId],
    );
    expect(events.map(({ operation }) => operation)).toEqual([
      'user.exportData',
      'user.exportData',
      'user.exportDataDownload',
    ]);
    expect(events.at(-1)?.['object']).toBe(exportId);
  });

  it('R10.9 can be cancelled, also twice; a finished one cannot be cancelled', async () => {
    const browser = await fixture.register('13900000327');
    const { exportId } = (await browser.call('user.exportData')).body.data;
    for (let count = 0; count < 2; count += 1) {
      const cancelled = await browser.call('user.exportDataCancel', { exportId });
      expect(cancelled).toMatchObject({ status: 200, body: { data: { exportId, status: 'cancelled' } } });
    }
    await fixture.app.app.sentJobs.drain();
    expect(await download(browser, exportId)).toMatchObject({ status: 404 });
    const done = await exported(browser);
    expect(done).not.toBe(exportId);
    expect(await browser.call('user.exportDataCancel', { exportId: done })).toMatchObject({
      status: 409,
      body: { errCode: 'RHSY409' },
    });
  });

  it('R6.3 is available only to that person, in that tenant', async () => {
    const own = await fixture.register('13900000328');
    const other = await fixture.register('13900000329');
    const exportId = await exported(own);
    // A colleague in the same tenant has no access either.
    const { tenantId } = await ownIds('13900000328');
    const colleague = await ownIds('13900000329');
    await fixture.app.rows("insert into member (tenant_id, user_id, role) values ($1, $2, 'finance')", [
      tenantId,
      colleague.userId,
    ]);
    for (const inTenant of [colleague.tenantId, tenantId]) {
      await fixture.app.rows('update session set tenant_id = $1 where user_id = $2', [inTenant, colleague.userId]);
      for (const operation of ['user.exportDataGet', 'user.exportDataCancel', 'user.exportDataDownload']) {
        expect(await other.call(operation, { exportId })).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
      }
      expect((await other.call('user.exportDataGet')).body.data).toEqual({ export: null });
    }
    expect((await download(own, exportId)).status).toBe(200);
  });

  it('R10.9 is kept for seven days, is deleted with the account, and its file is not removed as unnamed', async () => {
    const browser = await fixture.register('13900000330');
    const exportId = await exported(browser);
    const { database, ports } = fixture.app;
    const sweep = async () => {
      for (const one of fileJobs) await one.run({ database, ports, log: ports.log });
    };
    await fixture.app.clock.advance({ hours: 2 });
    await sweep();
    const again = (await logIn('13900000330')).browser;
    expect((await download(again, exportId)).status).toBe(200);
    await fixture.app.clock.advance({ days: 7 });
    const later = (await logIn('13900000330')).browser;
    expect((await later.call('user.exportDataGet')).body.data.export.status).toBe('expired');
    expect(await download(later, exportId)).toMatchObject({ status: 404 });
    const second = await exported(later);
    await fixture.app.database.transact('service', async (tx) =>
      endJobsOfUser(tx, (await ownIds('13900000330')).userId),
    );
    expect(await download(later, second)).toMatchObject({ status: 404 });
  });

  it('R8.6 a store without its mark is reported as down, and a lost file as gone', async () => {
    const browser = await fixture.register('13900000332');
    const exportId = await exported(browser);
    const [row] = await fixture.app.rows('select result_key from sent_job where job_id = $1', [exportId]);
    await fixture.app.ports.files.remove(String(row?.['result_key']));
    expect(await download(browser, exportId)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    await fixture.app.rows("update file_store set marked_at = app_now(), store_id = 'another'");
    expect(await download(browser, exportId)).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
  });
});
