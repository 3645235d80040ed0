import { randomInt } from 'node:crypto';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { insertUser } from '#features/account/account.steps';
import { imageTicketOf, openContentFixture } from '#features/content/content.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import {
  cutMoments,
  openStatementFaults,
  type Scenario,
  type StatementFaults,
  type Try,
} from './statement-faults.fixture.ts';

let app: TestApp;
let passwordHash: string;
let faults: StatementFaults;
beforeAll(async () => {
  app = await openContentFixture();
  passwordHash = await app.ports.passwords.hash(pwd);
  faults = await openStatementFaults(app);
});
afterAll(async () => {
  await faults.close();
  await app.close();
});

type Payload = Try['payload'];

const pwd = 'Harbour-Blue-42';
const newPwd = 'Harbour-Green-43';
const agreements = [
  { id: 'terms', version: '2026-11' },
  { id: 'privacy', version: '2026-11' },
];
const newMobile = () => `137${String(randomInt(100_000_000)).padStart(8, '0')}`;

const must = async (browser: TestBrowser, operationId: string, payload: Payload) => {
  const reply = await browser.call(operationId, payload);
  if (reply.status !== 200) throw new Error(`${operationId}: ${reply.text}`);
  return reply;
};

const codeFor = async (browser: TestBrowser, mobile: string, scene: string): Promise<string> => {
  await must(browser, 'portal.sendSmsCode', { mobile, scene, imageTicket: await imageTicketOf(browser) });
  const sent = await app.sent('sms');
  return sent.findLast((sms) => sms['mobile'] === mobile && sms['scene'] === scene)?.['code'] ?? '';
};

/** An account as a registration creates it; its hash is computed once. */
const haveAccount = async (): Promise<string> => {
  const { ids, digests, vault } = app.ports;
  const mobile = newMobile();
  const user = {
    userId: ids.id(),
    tenantId: ids.id(),
    tenantName: '',
    mobileDigest: digests.of('mobile', mobile),
    mobileSealed: vault.seal(mobile),
    mobileMasked: maskMobile(mobile),
    passwordHash,
  };
  await app.database.transact('service', (tx) => insertUser(tx, user));
  return mobile;
};

const withCode = async (scene: string, more: Payload): Promise<Try> => {
  const mobile = await haveAccount();
  const browser = await app.open();
  return { browser, payload: { mobile, smsCode: await codeFor(browser, mobile, scene), ...more } };
};

const lead = (mobile: string, imageTicket: string) => ({
  mobile,
  name: '王小明',
  imageTicket,
  idempotencyKey: newKey(),
});

const scenarios: Readonly<Record<string, Scenario>> = {
  'portal.sendSmsCode': {
    async prepare() {
      const browser = await app.open();
      return {
        browser,
        payload: { mobile: newMobile(), scene: 'register', imageTicket: await imageTicketOf(browser) },
        isUsedUp: true,
      };
    },
  },
  'portal.register': {
    async prepare() {
      const browser = await app.open();
      const mobile = newMobile();
      return { browser, payload: { mobile, pwd, agreements, smsCode: await codeFor(browser, mobile, 'register') } };
    },
    first: ['sms_code'],
  },
  'portal.login': {
    async prepare() {
      return { browser: await app.open(), payload: { mobile: await haveAccount(), pwd } };
    },
    first: ['login_guard', 'login_history'],
  },
  'portal.loginBySms': { prepare: () => withCode('login', {}), first: ['sms_code'] },
  'portal.changePwd': {
    async prepare() {
      return { browser: await app.open(), payload: { mobile: await haveAccount(), oldPwd: pwd, newPwd } };
    },
    first: ['login_guard'],
  },
  'portal.findPwd': { prepare: () => withCode('findPwd', { newPwd }), first: ['sms_code'] },
  'portal.logout': {
    async prepare() {
      const browser = await app.open();
      await must(browser, 'portal.login', { mobile: await haveAccount(), pwd });
      return { browser, payload: {} };
    },
  },
  'portal.contact': {
    async prepare() {
      const browser = await app.open();
      const common = lead(newMobile(), await imageTicketOf(browser));
      const consents = [{ id: 'contact-privacy', version: '2026-11' }];
      return { browser, payload: { ...common, topic: 'consult', content: '咨询费率。', agreements: consents } };
    },
  },
  'customerContact.trial': {
    async prepare() {
      const browser = await app.open();
      const common = lead(newMobile(), await imageTicketOf(browser));
      const consents = [{ id: 'trial', version: '2026-11' }];
      return { browser, payload: { ...common, pid: 'aggregated-pay', company: '示例公司', agreements: consents } };
    },
  },
  'doc.rate': {
    async prepare() {
      const browser = await app.open();
      const { body } = await must(browser, 'doc.queryList', {});
      return { browser, payload: { id: body.data.items[0].id, helpful: true } };
    },
  },
  'behavior.report': {
    async prepare() {
      const at = app.clock.now().getTime();
      const record = { beaconEventId: 'visit', beaconPageId: 'home', beaconOccurTime: at };
      return { browser: await app.open(), payload: { records: [record, { ...record, beaconPageId: 'about' }] } };
    },
  },
};

describe.each(Object.entries(scenarios))('R14.6 %s loses its database', (id, scenario) => {
  it.each(cutMoments)('R14.6 %s any of its statements: all of it is written, or none', { timeout: 60_000 }, (moment) =>
    faults.expectAllOrNone(id, scenario, moment),
  );
});
