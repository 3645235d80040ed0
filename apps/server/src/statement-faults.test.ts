import { randomInt } from 'node:crypto';
import { maskMobile } from '@ronghui/domain/mobile';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertUser } from '#features/account/account.sql';
import { imageTicketOf, openContentBench } from '#features/site/content-bench.fixture';
import { type CutMoment, cutAt } from '#kernel/testing/cut-connections';
import { changedTables, snapshotTables } from '#kernel/testing/table-snapshot';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let passwordHash: string;
/** Looks at the tables over a connection that nothing cuts. */
let eyes: pg.Client;
beforeAll(async () => {
  app = await openContentBench();
  passwordHash = await app.ports.passwords.hash(pwd);
  eyes = new pg.Client({ connectionString: app.url });
  await eyes.connect();
});
afterAll(async () => {
  await eyes.end();
  await app.close();
});

type Payload = Readonly<Record<string, unknown>>;
interface Try {
  readonly browser: TestBrowser;
  readonly payload: Payload;
}

/** An operation that writes. */
interface Scenario {
  readonly prepare: () => Promise<Try>;
  /** What stands by itself before the rest, by design: a try is counted before it is verified (R4.5, R5.3). */
  readonly first?: readonly string[];
}

const pwd = 'Harbour-Blue-42';
const newPwd = 'Harbour-Green-43';
const agreements = [
  { id: 'terms', version: '2026-11' },
  { id: 'privacy', version: '2026-11' },
];
const newMobile = () => `137${String(randomInt(100_000_000)).padStart(8, '0')}`;
const newKey = () => `fault-${randomInt(2 ** 40)}-${randomInt(2 ** 40)}`;

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

/** An account as a registration leaves it; its hash is made once. */
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

/** The audit trail tells of refusals too: those are no part of what the operation writes. */
const counted: Readonly<Record<string, string>> = { audit_event: "where result = 'ok'" };

const snapshot = () => snapshotTables(async (sql) => (await eyes.query(sql)).rows, counted);

/** A cut behind a reply that was given already shows with the connection's next use, which is not the next call's business here. */
const untilSteady = async (): Promise<void> => {
  await Promise.allSettled(Array.from({ length: 8 }, () => app.rows('select 1')));
};

const run = async (id: string, { prepare }: Scenario, fault: { n: number; moment: CutMoment } | null) => {
  const { browser, payload } = await prepare();
  await app.sent('sms');
  await app.sent('mail');
  const before = await snapshot();
  const cut = fault === null ? null : cutAt(fault.n, fault.moment);
  const reply = await browser.call(id, payload).finally(() => cut?.end());
  await untilSteady();
  return { reply, changed: changedTables(before, await snapshot()), wasHit: cut?.wasHit ?? false };
};

const most = 40;

describe.each(Object.entries(scenarios))('R14.6 %s loses its database', (id, scenario) => {
  it.each<CutMoment>(['before', 'after'])(
    'R14.6 %s any of its statements: all of it is written, or none',
    {
      timeout: 60_000,
    },
    async (moment) => {
      const whole = await run(id, scenario, null);
      expect(whole.reply.status, whole.reply.text).toBe(200);
      expect(whole.changed).not.toEqual([]);
      const outcomes = [[], ...(scenario.first === undefined ? [] : [scenario.first]), whole.changed];
      let n = 1;
      for (; n < most; n += 1) {
        const { reply, changed, wasHit } = await run(id, scenario, { n, moment });
        if (!wasHit) break;
        const told = `statement ${n}: ${reply.status}, changed ${changed.join(' ')}`;
        expect(reply.status === 200 || reply.body.errCode === 'OPSB0002', told).toBe(true);
        expect(outcomes, told).toContainEqual(changed);
        if (reply.status === 200) expect(changed, told).toEqual(whole.changed);
      }
      expect(n).toBeGreaterThan(1);
      expect(n).toBeLessThan(most);
    },
  );
});
