import { issueTicket, type TicketPurpose } from '#kernel/calls/sessions/tickets';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

/** A merchant user with a browser. */
export interface Merchant {
  readonly browser: TestBrowser;
  readonly userId: string;
  readonly tenantId: string;
  readonly mobile: string;
}

const password = 'Harbour-Blue-42';
/** The password hash of each application: each has its own pepper. */
const hashes = new WeakMap<TestApp, Promise<string>>();
/** How many merchants each application has: their numbers do not depend on the files that ran before. */
const counts = new WeakMap<TestApp, number>();
let keys = 0;

/** A new idempotency key. */
export const freshKey = (): string => `key-${String((keys += 1)).padStart(16, '0')}`;

/** Creates an account with a tenant of its own, without SMS codes, and logs it in. */
export const makeMerchant = async (app: TestApp, name = ''): Promise<Merchant> => {
  const made = (counts.get(app) ?? 0) + 1;
  counts.set(app, made);
  const mobile = `139${String(made).padStart(8, '0')}`;
  const hash = hashes.get(app) ?? app.ports.passwords.hash(password);
  hashes.set(app, hash);
  const [userId, tenantId] = [`u-${made}`, `t-${made}`];
  await app.rows(
    `insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, name, password_hash, last_tenant_id)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      userId,
      app.ports.digests.of('mobile', mobile),
      app.ports.vault.seal(mobile),
      `139****${mobile.slice(-4)}`,
      name,
      await hash,
      tenantId,
    ],
  );
  await app.rows('insert into tenant (tenant_id, name) values ($1, $2)', [tenantId, `商户${made}`]);
  await app.rows("insert into member (tenant_id, user_id, role) values ($1, $2, 'owner')", [tenantId, userId]);
  return { browser: await logIn(app, mobile), userId, tenantId, mobile };
};

/** A new browser, logged in with a mobile. */
export const logIn = async (app: TestApp, mobile: string): Promise<TestBrowser> => {
  const browser = await app.open();
  for (;;) {
    const reply = await browser.call('portal.login', { mobile, pwd: password });
    if (reply.status === 200) return browser;
    if (reply.body.errCode !== 'OPSB0001') throw new Error(`not logged in: ${reply.text}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A step-up ticket, as if this browser had just proved the user's identity. */
export const stepTicket = async (
  app: TestApp,
  { keyId }: TestBrowser,
  purpose: TicketPurpose = 'step',
): Promise<string> => {
  const [row] = await app.rows("select session_id from session where key_id = split_part($1, '.', 1)", [keyId]);
  return issueTicket(app.ports, { purpose, sessionId: String(row?.['session_id']) }, 60_000);
};

/** Makes `guest` a member of the host's tenant, as an accepted invitation does. */
export const join = async (
  app: TestApp,
  host: Pick<Merchant, 'tenantId'>,
  { guest, role }: { readonly guest: Merchant; readonly role: 'finance' | 'viewer' },
): Promise<void> => {
  await app.rows('insert into member (tenant_id, user_id, role) values ($1, $2, $3)', [
    host.tenantId,
    guest.userId,
    role,
  ]);
};
