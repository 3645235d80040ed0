import { afterEach, describe, expect, it } from 'vitest';
import { openSending, type Sending, type SendingOptions } from './sending.fixture.ts';

const open: Sending[] = [];
const start = async (options?: SendingOptions): Promise<Sending> => {
  const sending = await openSending(options);
  open.push(sending);
  return sending;
};
afterEach(async () => {
  for (const sending of open.splice(0)) await sending.close();
});

const events = ({ app }: Sending) => app.logged.map(({ facts }) => facts['event']);
const sendersOf = ({ carrier }: Sending, mobile: string) =>
  carrier.accepted.filter((each) => each.mobile === mobile).map(({ form }) => form);

describe('running 2.3 the order of providers and the classes of refusals', () => {
  it('running 2.1 a code goes to the first provider, with its sign, template and our id', async () => {
    const sending = await start();
    const mobile = await sending.enqueue();
    await sending.pass(0);
    expect(sending.carrier.accepted).toMatchObject([
      { form: 'aliyun', mobile, code: '123456', template: 'SMS_login', signName: '融惠' },
    ]);
    expect(await sending.deliveries(mobile)).toMatchObject([{ provider: 'aliyun', state: 'accepted' }]);
    expect(await sending.waiting()).toEqual([]);
  });

  it('running 2.3 failOver goes to the next provider at once, with an alarm', async () => {
    const sending = await start();
    sending.carrier.behave('aliyun', 'failOver');
    const mobile = await sending.enqueue();
    await sending.pass(0);
    expect(sendersOf(sending, mobile)).toEqual(['tencent']);
    expect(events(sending)).toContain('smsProviderRefuses');
    expect(await sending.deliveries(mobile)).toMatchObject([
      { provider: 'aliyun', state: 'refused', refusal: 'failOver', reason: expect.stringContaining('余额不足') },
      { provider: 'tencent', state: 'accepted' },
    ]);
  });

  it('running 2.3 retry is later, and begins with the next provider', async () => {
    const sending = await start();
    sending.carrier.behave('aliyun', 'retry');
    const mobile = await sending.enqueue();
    await sending.pass(0);
    expect(sendersOf(sending, mobile)).toEqual([]);
    await sending.pass(3);
    expect(sendersOf(sending, mobile)).toEqual(['tencent']);
  });

  it.each([
    ['wait', 'smsNumberLimited'],
    ['number', 'smsRefused'],
  ] as const)('running 2.3 %s is not sent again, and is counted', async (mood, event) => {
    const sending = await start();
    sending.carrier.behave('aliyun', mood);
    const mobile = await sending.enqueue();
    await sending.pass(20);
    expect(sending.carrier.accepted).toEqual([]);
    expect(sending.carrier.asked).toMatchObject({ aliyun: 1, tencent: 0 });
    expect(events(sending)).toContain(event);
    expect(await sending.deliveries(mobile)).toMatchObject([{ state: 'refused', refusal: mood }]);
    expect(await sending.waiting()).toEqual([]);
    const metrics = await sending.app.app.metrics.text();
    expect(metrics).toContain(`ronghui_sms_total{provider="aliyun",outcome="${mood}"} 1`);
  });

  it('running 2.2 a scene without a template is refused for that provider, and the next one sends it', async () => {
    const sending = await start();
    await sending.app.rows(`update sms_setting set templates = '{}' where provider = 'aliyun'`);
    const mobile = await sending.enqueue();
    await sending.pass(0);
    expect(sendersOf(sending, mobile)).toEqual(['tencent']);
    expect(sending.carrier.asked.aliyun).toBe(0);
    expect(await sending.deliveries(mobile)).toMatchObject([{ reason: expect.stringContaining('没有配置模板') }, {}]);
    for (let count = 0; count < 6; count += 1) await sending.enqueue();
    await sending.pass(0);
    expect(await sending.app.rows('select 1 from sms_rest where rests_until is not null')).toEqual([]);
  });
});

describe('running 2.3 an answer that was lost', () => {
  it('running 2.3 is asked after a minute later; what the provider has is not sent again', async () => {
    const sending = await start();
    sending.carrier.behave('aliyun', 'lose');
    const mobile = await sending.enqueue();
    await sending.pass(40);
    expect(await sending.waiting()).toMatchObject([{ lost_by: 'aliyun', dead_at: null }]);
    expect(sending.carrier.asked.tencent).toBe(0);
    sending.carrier.behave('aliyun', null);
    await sending.pass(30);
    expect(sendersOf(sending, mobile)).toEqual(['aliyun']);
    expect(await sending.deliveries(mobile)).toMatchObject([{ provider: 'aliyun', state: 'accepted' }]);
    expect(await sending.waiting()).toEqual([]);
  });

  it('running 2.3 what the provider does not have goes through another one, never before 60 seconds', async () => {
    const sending = await start();
    sending.carrier.behave('aliyun', 'cut');
    const mobile = await sending.enqueue();
    const before = sending.app.clock.now().getTime();
    await sending.pass(0);
    sending.carrier.behave('aliyun', null);
    await sending.pass(70);
    expect(sendersOf(sending, mobile)).toEqual(['tencent']);
    const [arrived] = sending.carrier.accepted;
    expect((arrived?.at.getTime() ?? 0) - before).toBeGreaterThanOrEqual(60_000);
    expect(await sending.deliveries(mobile)).toMatchObject([
      { provider: 'aliyun', state: 'absent' },
      { provider: 'tencent', state: 'accepted' },
    ]);
  });

  it('running 2.3 a provider that does not say is asked until the code has expired, and the code is not doubled', async () => {
    const sending = await start();
    sending.carrier.behave('aliyun', 'lose');
    const mobile = await sending.enqueue();
    await sending.pass(0);
    sending.carrier.behave('aliyun', 'silent');
    await sending.pass(61);
    expect(await sending.waiting()).toMatchObject([{ lost_by: 'aliyun', dead_at: null }]);
    await sending.app.clock.advance({ minutes: 5 });
    await sending.pass(0);
    expect(sendersOf(sending, mobile)).toEqual(['aliyun']);
    expect(await sending.waiting()).toEqual([]);
  });

  it('running 2.3 of a code at most one is doubled by us: a second lost answer ends it', async () => {
    const sending = await start({ order: ['http', 'tencent'] });
    sending.carrier.behave('http', 'lose');
    sending.carrier.behave('tencent', 'lose');
    const mobile = await sending.enqueue();
    await sending.pass(70);
    await sending.pass(120);
    expect(sendersOf(sending, mobile)).toEqual(['http', 'tencent']);
    expect(await sending.waiting()).toEqual([]);
  });

  it('running 2.4 a report decides where a provider cannot be asked', async () => {
    const sending = await start({ order: ['http', 'tencent'] });
    sending.carrier.behave('http', 'lose');
    const mobile = await sending.enqueue();
    await sending.pass(0);
    const [accepted] = sending.carrier.accepted;
    const body = JSON.stringify([{ id: accepted?.id, delivered: true, reason: '' }]);
    const url = sending.reportPath('http');
    expect((await sending.app.app.http.inject({ method: 'POST', url, body })).statusCode).toBe(200);
    await sending.pass(70);
    expect(sendersOf(sending, mobile)).toEqual(['http']);
    expect(await sending.deliveries(mobile)).toMatchObject([{ provider: 'http', state: 'delivered' }]);
  });
});

describe('running 2.3 providers that rest', () => {
  const failFiveTimes = async (sending: Sending) => {
    for (const form of ['aliyun', 'tencent'] as const) sending.carrier.behave(form, 'failOver');
    for (let count = 0; count < 5; count += 1) await sending.enqueue();
    await sending.pass(0);
  };

  it('running 2.3 after five failures in a row a provider is left alone for 30 seconds', async () => {
    const sending = await start();
    await failFiveTimes(sending);
    const asked = { ...sending.carrier.asked };
    expect(asked.aliyun).toBeGreaterThanOrEqual(5);
    await sending.pass(15);
    expect(sending.carrier.asked).toEqual(asked);
    for (const form of ['aliyun', 'tencent'] as const) sending.carrier.behave(form, null);
    await sending.pass(25);
    expect(sending.carrier.accepted).toHaveLength(5);
  });

  it('running 2.3 a success between them begins anew', async () => {
    const sending = await start({ order: ['aliyun'] });
    for (const mood of ['failOver', null, 'failOver'] as const) {
      sending.carrier.behave('aliyun', mood);
      for (let count = 0; count < 4; count += 1) await sending.enqueue();
      await sending.app.rows('update outbox set due_at = app_now() where attempts = 0');
      await sending.pass(0);
      await sending.app.rows('delete from outbox');
    }
    expect(await sending.app.rows('select failures, rests_until from sms_rest')).toEqual([
      { failures: 4, rests_until: null },
    ]);
  });

  it('running 2.3 with every provider resting the call itself is OPS10005, and nothing is counted against the mobile', async () => {
    const sending = await start();
    const browser = await sending.app.open();
    const ask = async () => {
      const { body } = await browser.call('user.generateImageCode', {});
      const ticket = await browser.call('user.verifyImageCode', { imageId: body.data.imageId, code: 'abcd' });
      const { imageTicket } = ticket.body.data;
      return browser.call('portal.sendSmsCode', { mobile: '13600000001', scene: 'login', imageTicket });
    };
    await failFiveTimes(sending);
    expect(await ask()).toMatchObject({ status: 503, body: { errCode: 'OPS10005' } });
    expect(await sending.app.rows('select 1 from sms_quota')).toEqual([]);
    await sending.app.clock.advance({ seconds: 31 });
    expect((await ask()).status).toBe(200);
  });
});
