import { smsScenes } from '@ronghui/domain/sender/sms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { openSending, type Sending } from '#kernel/sending/sending.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import type { TestBrowser } from '#kernel/testing/test-client';

let sending: Sending;
let admin: TestBrowser;
beforeAll(async () => {
  sending = await openSending();
  admin = await enterStaff(sending.app, 'senders', { roles: ['admin'] });
});
afterAll(() => sending.close());

const templates = smsScenes.map((scene) => ({ scene, template: `T_${scene}` }));
const entered = { provider: 'aliyun', signName: '融惠', region: '', templates, hundredthFen: 450 } as const;
const revisionOf = async (provider: string): Promise<number> => {
  const { body } = await admin.call('ops.sender.settings');
  return body.data.settings.find((each: { provider: string }) => each.provider === provider).revision;
};
let saves = 0;
const save = async (changed: Record<string, unknown> = {}) => {
  saves += 1;
  return admin.call('ops.sender.save', {
    ...entered,
    revision: await revisionOf('aliyun'),
    stepTicket: await stepTicketOf(admin),
    idempotencyKey: `sender-save-key-${saves}`,
    ...changed,
  });
};
const stored = () =>
  sending.app.rows('select provider, sign_name, price_centifen, version from sms_setting order by 1');

describe('running 2.2 the settings of a provider', () => {
  it('running 2.2 are saved with a fresh proof, and hold for the next message', async () => {
    expect(await save({ signName: '融惠科技', hundredthFen: 512 })).toMatchObject({
      status: 200,
      body: { data: { signName: '融惠科技', hundredthFen: 512, missing: [], revision: 2 } },
    });
    const mobile = await sending.enqueue();
    await sending.pass(0);
    expect(sending.carrier.accepted.at(-1)).toMatchObject({ mobile, signName: '融惠科技', template: 'T_login' });
    const [delivery] = await sending.deliveries(mobile);
    expect(delivery).toMatchObject({ price_centifen: 512 });
  });

  it('running 2.2 a scene without a template refuses to save, and is named', async () => {
    const before = await stored();
    const reply = await save({ templates: templates.filter(({ scene }) => scene !== 'login') });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'templates' }] } } });
    expect(reply.text).toContain('登录验证码');
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['no sign', { signName: ' ' }, 422],
    ['a scene twice', { templates: [...templates, templates[0]] }, 422],
    ['no proof', { stepTicket: undefined }, 403],
    ['an older revision', { revision: 1 }, 409],
    ['none where there is one', { revision: 0 }, 409],
    ['a price without bound', { hundredthFen: 1_000_001 }, 422],
  ])('running 2.2 %s is refused, and nothing is stored', async (_what, changed, status) => {
    const before = await stored();
    expect((await save(changed)).status).toBe(status);
    expect(await stored()).toEqual(before);
  });

  it('R4.12 who saves over an older revision reads who was first', async () => {
    expect(await save({ revision: 1 })).toMatchObject(cameSecond(somebody, '保存短信通道的签名、地域、模板与单价'));
  });

  it('running 2.1 one’s own platform needs neither sign nor templates', async () => {
    const platform = { provider: 'http', signName: '', templates: [], hundredthFen: 0, revision: 0 };
    expect(await save(platform)).toMatchObject({ status: 200, body: { data: { provider: 'http', inUse: false } } });
  });

  it('R11.7 running 2.2 a change is in the trail, with what it was before', async () => {
    const rows = await sending.app.rows(
      `select before, after from audit_event where event = 'ops.sender.save' and after is not null order by event_id limit 1`,
    );
    expect(rows).toMatchObject([{ before: { hundredthFen: 450 }, after: { hundredthFen: 512 } }]);
  });
});

describe('running 2.5 figures', () => {
  const today = () => {
    const day = new Date(sending.app.clock.now().getTime() + 28_800_000).toISOString().slice(0, 10);
    return { from: day, to: day };
  };

  it('running 2.5 say by provider and hour what was sent, refused and unanswered, the last failures in words, and the cost', async () => {
    await sending.app.rows('delete from sms_delivery');
    await sending.enqueue();
    await sending.pass(0);
    sending.carrier.behave('aliyun', 'number');
    await sending.enqueue();
    await sending.pass(0);
    sending.carrier.behave('aliyun', null);
    const [{ message_id: id = '' } = {}] = await sending.app.rows(
      `select message_id from sms_delivery where state = 'accepted'`,
    );
    await sending.app.clock.advance({ seconds: 3 });
    const body = JSON.stringify([{ success: true, biz_id: '', out_id: id, err_code: 'DELIVERED', err_msg: '' }]);
    await sending.app.app.http.inject({ method: 'POST', url: sending.reportPath('aliyun'), body });
    const { body: reply } = await admin.call('ops.sender.figures', today());
    expect(reply.data.hours).toMatchObject([
      {
        provider: 'aliyun',
        sent: 1,
        delivered: 1,
        failed: 0,
        refused: { retry: 0, failOver: 0, wait: 0, number: 1 },
        unanswered: 0,
        medianSec: 3,
      },
    ]);
    expect(reply.data.totals).toEqual([{ provider: 'aliyun', sent: 1, costAmount: 5 }]);
    expect(reply.data.errors).toMatchObject([
      { provider: 'aliyun', scene: 'login', refusal: 'number', mobileMasked: expect.stringMatching(/^137\*{4}/) },
    ]);
    expect(reply.data.errors[0].reason).toContain('号码不正确');
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, '结束日期不能早于开始日期'],
    [{ from: '2026-01-01', to: '2026-03-01' }, '一次最多查看'],
    [{ from: '2026-02-30', to: '2026-03-01' }, '有效的日期'],
  ])('running 2.5 %o is refused with a sentence', async (asked, sentence) => {
    const reply = await admin.call('ops.sender.figures', asked);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(sentence);
  });
});

describe('running 2.5 a test message', () => {
  const test = async (changed: Record<string, unknown> = {}) => {
    saves += 1;
    return admin.call('ops.sender.test', {
      mobile: '13900000009',
      scene: 'login',
      stepTicket: await stepTicketOf(admin),
      idempotencyKey: `sender-test-key-${saves}`,
      ...changed,
    });
  };

  it('running 2.5 goes to one’s own number with a fresh proof, counts against it, and its code opens nothing', async () => {
    expect(await test({ stepTicket: undefined })).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
    expect(await test()).toMatchObject({ status: 200, body: { data: { mobileMasked: '139****0009' } } });
    await sending.pass(0);
    const sent = sending.carrier.accepted.filter(({ mobile }) => mobile === '13900000009');
    expect(sent).toMatchObject([{ template: 'T_login', code: expect.stringMatching(/^\d{6}$/) }]);
    expect(await sending.app.rows('select 1 from sms_code')).toEqual([]);
    expect(await test()).toMatchObject({ status: 429 });
    expect(sending.carrier.accepted.filter(({ mobile }) => mobile === '13900000009')).toHaveLength(1);
  });

  it('R6.1 nobody but an admin reads or changes senders', async () => {
    const finance = await enterStaff(sending.app, 'senders-finance', {
      roles: ['finance', 'support', 'review', 'content'],
    });
    const days = { from: '2026-11-01', to: '2026-11-02' };
    expect((await finance.call('ops.sender.settings')).status).toBe(403);
    expect((await finance.call('ops.sender.figures', days)).status).toBe(403);
  });
});
