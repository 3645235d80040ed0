import pg from 'pg';
import { vi } from 'vitest';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { whileLocked } from '#kernel/testing/while-locked';

/** The agreements of registration as every fixture has them. */
export const currentAgreements = [
  { id: 'terms', version: '2026-11' },
  { id: 'privacy', version: '2026-11' },
] as const;

/** A password that breaks no rule. */
export const strongPassword = 'Harbour-Blue-42';

type Payload = Readonly<Record<string, unknown>>;

/** A browser at one address. */
export interface AccountBrowser {
  readonly raw: TestBrowser;
  call(operationId: string, payload?: Payload): Promise<TestReply>;
  /** Calls, and retries while the server answers that it is busy. */
  callWithRetry(operationId: string, payload?: Payload): Promise<TestReply>;
  imageTicket(): Promise<string>;
  sendCode(mobile: string, scene: string): Promise<TestReply>;
  /** Asks for a code and reads it from the outbox. */
  codeFor(mobile: string, scene: string): Promise<string>;
  login(mobile: string, pwd: string, more?: Payload): Promise<TestReply>;
}

/** What a call made the server do. */
export interface Work {
  readonly reply: { readonly status: number; readonly body: unknown };
  /** How many passwords were hashed or verified. */
  readonly hashes: number;
  /** The statements, sorted, without begin, commit and rollback and without the outbox worker's. */
  readonly statements: readonly string[];
}

const wait = () => new Promise((resolve) => setImmediate(resolve));

const browserOf = (app: TestApp, raw: TestBrowser, remoteAddress: string): AccountBrowser => {
  const call = (operationId: string, payload: Payload = {}) => raw.call(operationId, payload, { remoteAddress });
  const imageTicket = async (): Promise<string> => {
    const { body } = await call('user.generateImageCode');
    const checked = await call('user.verifyImageCode', { imageId: body.data.imageId, code: 'abcd' });
    return checked.body.data.imageTicket;
  };
  const sendCode = async (mobile: string, scene: string) =>
    call('portal.sendSmsCode', { mobile, scene, imageTicket: await imageTicket() });
  return {
    raw,
    call,
    async callWithRetry(operationId, payload) {
      for (;;) {
        const reply = await call(operationId, payload);
        if (reply.body.errCode !== 'OPSB0001') return reply;
        await wait();
      }
    },
    imageTicket,
    sendCode,
    async codeFor(mobile, scene) {
      const reply = await sendCode(mobile, scene);
      if (reply.status !== 200) throw new Error(`no code was sent: ${reply.text}`);
      const messages = await app.sent('sms');
      return messages.findLast((message) => message['mobile'] === mobile && message['scene'] === scene)?.['code'] ?? '';
    },
    login: (mobile, pwd, more) => call('portal.login', { mobile, pwd, ...more }),
  };
};

const isTransactionMark = /^(begin|commit|rollback)/;
const isAside =
  /"outbox" where|from "outbox"|update "outbox"|delete from "outbox"|from maintenance|from change_version|"last_seen_at" = app_now\(\) where "session_id"/;

/** The application with the agreements of registration, and what account tests need. */
export class AccountFixture {
  readonly app: TestApp;
  readonly passwords;
  readonly stale;
  readonly #verify;

  constructor(app: TestApp) {
    this.app = app;
    const { passwords } = app.ports;
    this.#verify = passwords.verify.bind(passwords);
    // The spies call through: passwords are really hashed, and the calls are counted.
    this.passwords = {
      hash: vi.spyOn(passwords, 'hash'),
      verify: vi.spyOn(passwords, 'verify'),
      verifyNothing: vi.spyOn(passwords, 'verifyNothing'),
    };
    this.stale = vi.spyOn(passwords, 'isStale');
  }

  async browser({ address = '127.0.0.1' }: { address?: string } = {}): Promise<AccountBrowser> {
    return browserOf(this.app, await this.app.open({ remoteAddress: address }), address);
  }

  /** Registers a new account with `strongPassword`; returns its signed-in browser. */
  async register(mobile: string, more: Payload = {}): Promise<AccountBrowser> {
    const browser = await this.browser();
    const smsCode = await browser.codeFor(mobile, 'register');
    const form = { mobile, pwd: strongPassword, smsCode, agreements: currentAgreements, ...more };
    const reply = await browser.callWithRetry('portal.register', form);
    if (reply.status !== 200) throw new Error(`not registered: ${reply.text}`);
    return browser;
  }

  /** The reply of a call during which the account's status changes: after the session is read, before the account's row is locked. */
  async whileStatusBecomes(
    status: 'locked' | 'cancelled',
    mobile: string,
    call: () => Promise<TestReply>,
  ): Promise<TestReply> {
    const digest = this.app.ports.digests.of('mobile', mobile);
    const change = 'update user_account set status = $1 where mobile_digest = $2';
    return whileLocked(this.app, (operator) => operator.query(change, [status, digest]), call);
  }

  verifies(): number {
    return this.passwords.verify.mock.calls.length + this.passwords.verifyNothing.mock.calls.length;
  }

  /** Makes the next verify wait until the returned function is called. */
  holdNextVerify(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.passwords.verify.mockImplementationOnce(async (hash, password) => {
      await promise;
      return this.#verify(hash, password);
    });
    return resolve;
  }

  /** Waits until so many verifies have been asked for. */
  async untilVerifies(count: number): Promise<void> {
    while (this.verifies() < count) await wait();
  }

  async workOf(run: () => Promise<TestReply>): Promise<Work> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const before = this.verifies() + this.passwords.hash.mock.calls.length;
    try {
      const { status, body } = await run();
      const { traceId: _, ...rest } = body;
      const texts = query.mock.calls.map(([first]: readonly unknown[]) =>
        typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first),
      );
      return {
        reply: { status, body: rest },
        hashes: this.verifies() + this.passwords.hash.mock.calls.length - before,
        statements: texts.filter((text) => !isTransactionMark.test(text) && !isAside.test(text)).toSorted(),
      };
    } finally {
      query.mockRestore();
    }
  }

  /** All rows of some tables as text. */
  async dump(tables: readonly string[]): Promise<string> {
    const dumps = await Promise.all(tables.map((table) => this.app.rows(`select t::text as row from ${table} t`)));
    return dumps
      .flat()
      .map((row) => String(row['row']))
      .join('\n');
  }

  async close(): Promise<void> {
    for (const spy of [...Object.values(this.passwords), this.stale]) spy.mockRestore();
    await this.app.close();
  }
}

const insertAgreement = `
  insert into agreement (agreement_id, version, title, scene, required, markdown, html, sha256, effective_at)
  values ($1, $2, $1, 'register', $3, '-', '<p>-</p>', encode(sha256(($1 || $2)::bytea), 'hex'), $4)`;

/** Opens a fixture; its image codes read `abcd`. */
export const openAccountFixture = async (options: TestAppOptions = {}): Promise<AccountFixture> => {
  const app = await testApp(options);
  const rows = [
    ['terms', '2026-11', true, '2026-11-01'],
    ['privacy', '2026-06', true, '2026-06-01'],
    ['privacy', '2026-11', true, '2026-11-01'],
    ['marketing', '2026-11', false, '2026-11-01'],
  ];
  for (const row of rows) await app.rows(insertAgreement, row);
  return new AccountFixture(app);
};

/** The secret of a one-time password, from the text that an app takes. */
export const bytesOfBase32 = (text: string): Buffer => {
  const bits = [...text]
    .map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
