import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { forgeReports } from '../../../../../tools/carrier/reports.ts';
import { openSending, type Sending } from './sending.fixture.ts';

let sending: Sending;
let url: string;
beforeAll(async () => {
  sending = await openSending();
  url = await sending.app.app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => sending.close());

const post = async (path: string, body: string): Promise<{ status: number; text: string }> => {
  const reply = await fetch(`${url}${path}`, { method: 'POST', body });
  return { status: reply.status, text: await reply.text() };
};
const states = async () =>
  (await sending.app.rows('select state from sms_delivery order by delivery_id')).map(({ state }) => state);
const idOfLast = async () =>
  (await sending.app.rows('select message_id from sms_delivery order by delivery_id desc limit 1'))[0]?.['message_id'];

describe('running 2.4 delivery reports', () => {
  it('running 2.4 the first report on a message counts, and each carrier is thanked in its own way', async () => {
    await sending.enqueue();
    await sending.pass(0);
    const report = (success: boolean) =>
      JSON.stringify([
        {
          success,
          biz_id: sending.carrier.accepted.at(-1)?.number,
          out_id: '',
          err_code: 'UNDELIV',
          err_msg: '终端不可达',
        },
      ]);
    const path = sending.reportPath('aliyun');
    expect(await post(path, report(false))).toEqual({ status: 200, text: '{"code":0,"msg":"接收成功"}' });
    expect(await post(path, report(true))).toMatchObject({ status: 200 });
    expect(await states()).toEqual(['failed']);
    expect(await sending.app.rows('select reason from sms_delivery')).toEqual([{ reason: '终端不可达（UNDELIV）' }]);
  });

  it('running 2.4 a report of one carrier moves nothing of another’s', async () => {
    await sending.enqueue();
    await sending.pass(0);
    const number = sending.carrier.accepted.at(-1)?.number;
    const body = JSON.stringify([{ report_status: 'SUCCESS', sid: number, errmsg: 'DELIVRD', description: '' }]);
    expect(await post(sending.reportPath('tencent'), body)).toEqual({
      status: 200,
      text: '{"result":0,"errmsg":"OK"}',
    });
    expect(await states()).toEqual(['failed', 'accepted']);
  });

  it.each([
    ['a false secret', `/callbacks/sms/aliyun/${'A'.repeat(43)}`, '[]', 404],
    ['an unknown provider', '/callbacks/sms/pigeon/secret', '[]', 404],
    ['no list', '', '{"success":true}', 400],
    ['no JSON', '', '[[[', 400],
    ['a body without bound', '', `[${' '.repeat(300_000)}]`, 413],
    ['rows that are no reports', '', '[null, 1, "x", {"success":"yes"}]', 200],
  ])('running 2.4 %s changes nothing', async (_what, path, body, status) => {
    const before = await states();
    expect((await post(path === '' ? sending.reportPath('aliyun') : path, body)).status).toBe(status);
    expect(await states()).toEqual(before);
  });

  it('running 2.4 a report never unlocks anything: a burned code stays burned, whatever is reported', async () => {
    const browser = await sending.app.open();
    const [{ session_id: sessionId = '' } = {}] = await sending.app.rows(
      'select session_id from session order by created_at desc limit 1',
    );
    const bond = { purpose: 'imageCode', sessionId: String(sessionId) } as const;
    const imageTicket = await issueTicket(sending.app.ports, bond, 60_000);
    const mobile = '13600000077';
    expect((await browser.call('portal.sendSmsCode', { mobile, scene: 'login', imageTicket })).status).toBe(200);
    await sending.pass(0);
    const code = sending.carrier.accepted.at(-1)?.code ?? '';
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1) await browser.call('portal.loginBySms', { mobile, smsCode: wrong });
    const rows = () => sending.app.rows('select * from sms_code order by 1');
    const before = await rows();
    const ids = [String(await idOfLast()), code, mobile];
    await forgeReports(`${url}${sending.reportPath('aliyun')}`, 'aliyun', ids);
    expect(await rows()).toEqual(before);
    expect(await browser.call('portal.loginBySms', { mobile, smsCode: code })).toMatchObject({
      status: 400,
      body: { errCode: 'OPS10004' },
    });
  });
});
