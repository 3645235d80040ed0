import { randomBytes } from 'node:crypto';
import { smsScenes } from '@ronghui/domain/sender/sms';
import { expect, it, onTestFinished } from 'vitest';
import { currentAgreements, openAccountFixture, strongPassword } from '#features/account/account.fixture';
import { addStaff, staffPassword, stepTicketOf } from '#features/staff/staff.fixture';
import { issueTicket } from '#kernel/calls/sessions/tickets';
import { totpCode } from '#kernel/secrets/totp';
import { carrierVariables, startCarrier } from '../../../../../tools/carrier/carrier.ts';

const mobile = '13812345678';

it('R14.3 running 2.1 in production a registration is served from end to end through a carrier', async () => {
  let now = (): Date => new Date();
  const carrier = await startCarrier({ now: () => now() });
  onTestFinished(() => carrier.close());
  const fixture = await openAccountFixture({
    env: {
      ...carrierVariables(carrier.url, ['aliyun']),
      NODE_ENV: 'production',
      TEST_IMAGE_CODE: '',
      MAIL_URL: 'smtp://127.0.0.1:1?tls=off',
      MAIL_FROM: 'service@ronghui.example',
    },
  });
  onTestFinished(() => fixture.close());
  const { app } = fixture;
  now = () => app.clock.now();

  const totpSecret = randomBytes(20);
  const codeNow = () => totpCode(totpSecret, Math.floor(app.clock.now().getTime() / 30_000));
  await addStaff(app, 'going-live', { roles: ['admin'], totpSecret });
  const admin = await app.openConsole();
  const login = { account: 'going-live', pwd: staffPassword, totp: codeNow() };
  expect((await admin.call('ops.login', login)).status).toBe(200);
  await app.clock.advance({ seconds: 31 });
  const saved = await admin.call('ops.sender.save', {
    provider: 'aliyun',
    signName: '融惠',
    region: '',
    templates: smsScenes.map((scene) => ({ scene, template: `SMS_${scene}` })),
    hundredthFen: 450,
    revision: 0,
    stepTicket: await stepTicketOf(admin, codeNow()),
    idempotencyKey: 'going-live-key-1',
  });
  expect(saved.status).toBe(200);

  const browser = await fixture.browser();
  // Who registers has read the picture; nothing but a person does in production.
  const [{ session_id: sessionId = '' } = {}] = await app.rows(
    `select session_id from session where kind = 'anon' order by created_at desc limit 1`,
  );
  const bond = { purpose: 'imageCode', sessionId: String(sessionId) } as const;
  const imageTicket = await issueTicket(app.ports, bond, 60_000);
  expect((await browser.call('portal.sendSmsCode', { mobile, scene: 'register', imageTicket })).status).toBe(200);
  await app.app.outbox.drain();
  const [message] = carrier.accepted;
  expect(message).toMatchObject({ mobile, template: 'SMS_register', signName: '融惠' });
  const form = { mobile, pwd: strongPassword, smsCode: message?.code, agreements: currentAgreements };
  expect(await browser.call('portal.register', form)).toMatchObject({ status: 200 });
});
