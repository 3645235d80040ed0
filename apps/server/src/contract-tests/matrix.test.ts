import { areaOf, catalogue, codesOf, keysOfRole, memberRoles, type OperationSpec, operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { ensureDemoContent } from '#features/content/demo-content';
import { ensureDemoAccounts } from '#features/register/demo-accounts';
import { addStaff, enterStaff, staffPassword } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { parsePayload } from '#kernel/calls/envelope/payload-text';
import type { PayloadRules } from '#kernel/calls/envelope/validation';
import { Refusal, type WrongField } from '#kernel/refusal';
import { type RefusedCall, refusedCalls } from '#kernel/testing/dispatched-calls';
import {
  type Field,
  fieldsOf,
  isSealedField,
  sampleOf,
  withField,
  withItemsOf,
  wrongValuesOf,
} from '#kernel/testing/payload-samples';
import { TableChanges } from '#kernel/testing/tables/changes';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { CallOptions, TestBrowser, TestReply } from '#kernel/testing/test-client';
import { ledgerColumns } from './recon-ids.fixture.ts';

const specs: [string, OperationSpec][] = Object.entries(operations);
const signed = specs.filter(([, spec]) => spec.signed !== false);
const atAllDoors = specs.filter(([, spec]) => spec.door === undefined);
let app: TestApp;
/** What is refused is refused behind both doors, by dispatch: it is asked there for every operation, and at the doors for some of each kind. */
let refusedByDispatch: RefusedCall;
/** The tables beside sessions, which are used, and the trail of refusals. */
let changes: TableChanges;
let visitor: TestBrowser;
let merchant: TestBrowser;
let consoleVisitor: TestBrowser;
/** An admin, who holds every key. */
let staff: TestBrowser;
/** The owner, who holds every key, of a tenant that has not asked for its certification. */
let uncertified: Merchant;

/** A session of a merchant of its own. */
const enter = async (): Promise<TestBrowser> => {
  const browser = await app.open();
  const entered = await browser.call('portal.login', { mobile: '13800000001', pwd: 'Demo-Merchant-1' });
  if (entered.status !== 200) throw new Error(entered.text);
  return browser;
};

beforeAll(async () => {
  app = await testApp();
  refusedByDispatch = refusedCalls(app.app);
  changes = await TableChanges.open(app.url, { aside: ['session', 'audit_event'] });
  await ensureDemoContent(app.database);
  await ensureDemoAccounts({ database: app.database, ports: app.ports });
  visitor = await app.open();
  merchant = await enter();
  const [demo] = await app.rows("select tenant_id from tenant where name like '%演示商户一%'");
  await certifyTenant(app, { tenantId: String(demo?.['tenant_id']) });
  uncertified = await makeMerchant(app);
  consoleVisitor = await app.openConsole();
  staff = await enterStaff(app, 'matrix-admin');
}, 60_000);
afterAll(async () => {
  await changes.close();
  await app.close();
});

const callerOf = (spec: OperationSpec): TestBrowser => {
  if (spec.who === 'visitor') return areaOf(spec) === 'ops' ? consoleVisitor : visitor;
  return spec.who === 'ops' ? staff : merchant;
};
/** A valid payload; the client adds the public key's id. */
const payloadOf = (spec: OperationSpec): Record<string, unknown> => {
  const { kid: _, ...payload } = Object(sampleOf(spec.request));
  return payload;
};

/** How a call that is refused is sent: by dispatch, or through a door. */
type Send = (browser: TestBrowser, id: string, asked: Parameters<RefusedCall>[2]) => ReturnType<RefusedCall>;
const throughDispatch: Send = (browser, id, asked) => refusedByDispatch(browser, id, asked);
const throughDoors: Send = (browser, id, { data, ...options }) => browser.callData(id, data, options);
/** A valid payload as its client sends it. */
const dataOf = (browser: TestBrowser, id: string, payload: Record<string, unknown>): string =>
  JSON.stringify(browser.sealed(id, payload));

/** What logs its caller out is called by a session of its own. */
const leaving: Readonly<Record<string, () => Promise<TestBrowser>>> = {
  'portal.logout': enter,
  'ops.logout': () => enterStaff(app, `leaving-${app.ports.ids.digits(8)}`),
};

/** A caller for one call: for what visitors call, one that nobody has used. */
const freshOf = async (spec: OperationSpec): Promise<TestBrowser> => {
  if (spec.who !== 'visitor') return callerOf(spec);
  return areaOf(spec) === 'ops' ? app.openConsole() : app.open();
};

const expectDeclared = (id: string, spec: OperationSpec, reply: Pick<TestReply, 'status' | 'text' | 'body'>): void => {
  const code = reply.body.errCode;
  const own: readonly string[] = codesOf(spec);
  const isSystem = /^(?:RHSY\d{3}|RHST001|OPSB000[1-5]|UMDP00001)$/.test(code ?? '');
  expect(reply.status, `${id} ${reply.text.slice(0, 300)}`).not.toBe(500);
  expect(code === undefined || own.includes(code) || isSystem, `${id} answered ${code}`).toBe(true);
  if (code !== undefined) expect(reply.status).toBe(Object(catalogue)[code].status);
};

test.each(specs.filter(([, spec]) => spec.certified === true))(
  'R4.13 %s is refused to a tenant that is not certified, before its payload is read',
  async (id, spec) => {
    const data = dataOf(uncertified.browser, id, payloadOf(spec));
    expect(await refusedByDispatch(uncertified.browser, id, { data })).toMatchObject({
      status: 403,
      body: { errCode: 'RHCE002' },
    });
  },
);

test('R4.13 one certified before stays so while a new submission is reviewed, for every operation', async () => {
  const inReview = await makeMerchant(app);
  await certifyTenant(app, inReview);
  await app.rows("update certification set status = 'pending' where tenant_id = $1", [inReview.tenantId]);
  for (const [id, spec] of specs) {
    if (spec.certified !== true) continue;
    expect((await inReview.browser.call(id, payloadOf(spec))).body.errCode, id).not.toBe('RHCE002');
  }
});

const rulesOf = (id: string): PayloadRules => {
  const rules = app.app.registry.all().find((operation) => operation.id === id)?.rules;
  if (rules === undefined) throw new Error(`no operation is called ${id}`);
  return rules;
};
/** The fields that an operation's rules refuse; null where they let the payload pass. */
const refusedFields = (rules: PayloadRules, data: string): readonly WrongField[] | null => {
  try {
    rules.check(parsePayload(data, rules.fieldsAtMost));
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RHSY422') return Object(error.data).fields;
    throw error;
  }
};
const fieldsOfReply = (reply: Pick<TestReply, 'status' | 'text' | 'body'>, about: string): readonly WrongField[] => {
  expect(reply.status, `${about}: ${reply.text.slice(0, 300)}`).toBe(422);
  return reply.body.data.fields;
};

const expectUnknownNamed = async (id: string, spec: OperationSpec, send: Send): Promise<void> => {
  for (const name of ['unknownField', 'tenantId', '__proto__', 'constructor', 'status']) {
    if (Object.hasOwn(spec.request.properties, name)) continue;
    const sealed = callerOf(spec).sealed(id, payloadOf(spec));
    const data = `${JSON.stringify(sealed).slice(0, -1)}${Object.keys(sealed).length > 0 ? ',' : ''}"${name}":"x"}`;
    const reply = await send(callerOf(spec), id, { data });
    expect(reply, name).toMatchObject({ status: 422, body: { errCode: 'RHSY422' } });
    const paths = reply.body.data.fields.map((field: { path: string }) => field.path);
    expect(paths).toContain(name);
  }
};

const expectOnlyObjects = async (id: string, spec: OperationSpec, send: Send): Promise<void> => {
  for (const data of ['[]', '"x"', '7', 'null', 'true']) {
    expect(await send(callerOf(spec), id, { data }), data).toMatchObject({ status: 422 });
  }
  for (const data of ['', '{', '{}{}', "{'a':1}", '{"a":1,}', 'undefined', '\u0000', '{"a":"\u0001"}']) {
    expect(await send(callerOf(spec), id, { data }), data).toMatchObject({
      status: 400,
      body: { errCode: 'RHSY400' },
    });
  }
};

const expectSigned = async (id: string, spec: OperationSpec, send: Send): Promise<void> => {
  const caller = callerOf(spec);
  const sends = async (envelope: NonNullable<CallOptions['envelope']>, data?: string) => {
    const { status, body } = await send(caller, id, { data: data ?? dataOf(caller, id, payloadOf(spec)), envelope });
    return [status, body.errCode, body.data?.reason];
  };
  expect(await sends({ sign: 'A'.repeat(43) })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
  expect(await sends({ data: '{"other":1}' })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
  expect(await sends({ timestamp: '1700000000000' })).toEqual([403, 'UMDP00001', 'CLOCK_SKEW']);
  expect(await sends({ channel: 'PUBCC' })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
  expect(await sends({ keyId: null })).toEqual([403, 'UMDP00001', 'BAD_SIGN']);
  // The same envelope twice.
  const data = '{"unknownField":1}';
  const envelope = caller.envelope(id, data);
  expect((await sends(envelope, data))[0]).toBe(422);
  expect(await sends(envelope, data)).toEqual([403, 'UMDP00001', 'REPLAY']);
  // One that was signed for the gateway, at the other door.
  const signedForGateway = caller.envelope(id, data);
  const direct = await send(caller, id, { data, envelope: signedForGateway, direct: true });
  expect(direct.body).toMatchObject({ errCode: 'UMDP00001', data: { reason: 'BAD_SIGN' } });
};

describe.each(specs)('%s', (id, spec) => {
  test('R7.2 answers at both doors with a declared code, and never with a 500', async () => {
    const payload = payloadOf(spec);
    for (const direct of [false, true]) {
      // A logout would end the session that the other cases need.
      const browser = await (leaving[id] ?? freshOf)(spec);
      expectDeclared(id, spec, await browser.call(id, payload, { direct }));
    }
  });

  test('R5.5 names an unknown field, also where it looks like the machinery', () =>
    expectUnknownNamed(id, spec, throughDispatch));

  test('R5.5 refuses a payload that is no object, or no JSON', () => expectOnlyObjects(id, spec, throughDispatch));

  // The rules of an operation are its schema: each wrong value is shown to them, and the first of each field is sent as a call, as is every value
  // that the rules let pass.
  test('R5.5 a field that is wrong, too long, missing or of another type is named, and nothing is stored', async () => {
    const caller = callerOf(spec);
    const right = caller.sealed(id, payloadOf(spec));
    const rules = rulesOf(id);
    await changes.begin();
    for (const field of fieldsOf(spec)) {
      const { path, schema, required } = field;
      const wrong = wrongValuesOf(schema);
      if (required) wrong.push({ about: 'missing', value: undefined });
      for (const [at, { about, value }] of wrong.entries()) {
        const data = JSON.stringify(withField(withItemsOf(spec, field, right), path, value));
        const summary = `${id} ${path.join('.')} ${about}`;
        const known = at === 0 ? null : refusedFields(rules, data);
        const fields = known ?? fieldsOfReply(await refusedByDispatch(caller, id, { data }), summary);
        expect(
          fields.some((field) => field.path === path.join('.') || field.path.startsWith(`${path.join('.')}.`)),
          summary,
        ).toBe(true);
        for (const { message } of fields) expect(message).toMatch(/[\u4e00-\u9fff]/);
      }
    }
    expect(await changes.changed()).toEqual([]);
  });

  test('R3.1 a sealed field that cannot be opened, or opens to nonsense, gets the answer of a wrong value', async () => {
    const sealedFields = fieldsOf(spec).filter(({ schema }) => isSealedField(schema));
    for (const { path } of sealedFields) {
      const name = path.join('.');
      const caller = callerOf(spec);
      const sealed = caller.sealed(id, payloadOf(spec));
      const opensTo = (text: string) => caller.seal(id, name, text);
      const values = [
        '',
        'no base64!',
        'AAAA',
        'A'.repeat(4000),
        opensTo('\u0000'),
        opensTo('x'),
        opensTo('好'.repeat(70)),
        '1',
      ];
      for (const value of values) {
        const data = JSON.stringify(withField(sealed, path, value));
        const reply = await refusedByDispatch(caller, id, { data });
        expectDeclared(id, spec, reply);
        expect(reply.status, `${id} ${name} ${reply.text}`).toBeGreaterThanOrEqual(400);
        if (reply.status !== 422) continue;
        const paths = reply.body.data.fields.map((field: { path: string }) => field.path);
        // In an optional part that is otherwise empty, the refusal may name another missing field.
        const around = path.slice(0, -1).map((part) => `${part}.`);
        expect(paths.some((found: string) => found === name || found.startsWith(around.join('') || name))).toBe(true);
      }
    }
  });
});

describe.each(signed)('%s', (id, spec) => {
  test('R7.4 accepts no wrong signature, no stale time, no other channel, no replay', () =>
    expectSigned(id, spec, throughDispatch));
});

type Guarded<Who extends OperationSpec['who']> = [string, Extract<OperationSpec, { who: Who }>];

describe.each(specs.filter((each): each is Guarded<'merchant'> => each[1].who === 'merchant'))('%s', (id, spec) => {
  test('R6.3 answers 401 to a visitor, whatever the payload', async () => {
    for (const payload of [payloadOf(spec), { unknownField: 1 }]) {
      const reply = await refusedByDispatch(visitor, id, { data: dataOf(visitor, id, payload) });
      expect(reply).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
    }
  });

  test('R6.3 answers 403 to a role without one of its keys', async () => {
    const { keys = [] } = spec;
    const barred = memberRoles.filter((role) => keys.length > 0 && !keysOfRole(role).some((key) => keys.includes(key)));
    for (const role of barred) {
      const member = await app.open();
      const owner = { userId: `u-${role}`, tenantId: 't-matrix', role };
      const token = await beginAs(member, owner);
      const reply = await refusedByDispatch(token, id, { data: dataOf(token, id, payloadOf(spec)) });
      expect(reply).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
    }
  });
});

/** A member of staff who has not yet set a password of their own. */
const enterUnready = async (): Promise<TestBrowser> => {
  const account = `fresh-${app.ports.ids.digits(8)}`;
  const staffId = await addStaff(app, account);
  await app.rows('update staff set must_change_password = true where staff_id = $1', [staffId]);
  const browser = await app.openConsole();
  await browser.call('ops.login', { account, pwd: staffPassword });
  return browser;
};
let unready: TestBrowser | undefined;

describe.each(specs.filter((each): each is Guarded<'ops'> => each[1].who === 'ops'))('%s', (id, spec) => {
  test('R6.3 answers 401 to a console where nobody is logged in, whatever the payload', async () => {
    for (const payload of [payloadOf(spec), { unknownField: 1 }]) {
      for (const direct of [false, true]) {
        const reply = await refusedByDispatch(consoleVisitor, id, {
          data: dataOf(consoleVisitor, id, payload),
          direct,
        });
        expect(reply).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
      }
    }
  });

  test('R11.1 answers nothing until the account is set up, unless that is what it is for', async () => {
    // What the set-up needs may end it, or the session.
    const browser = spec.duringSetup === true ? await enterUnready() : (unready ??= await enterUnready());
    const reply = await browser.call(id, payloadOf(spec));
    expect(reply.body.errCode === 'RHST001').toBe(spec.duringSetup !== true);
    if (spec.duringSetup !== true) expect(reply).toMatchObject({ status: 403, body: { data: { need: 'password' } } });
  });
});

/** What a visitor only reads is read by the console's pages too; everything else belongs to one area. */
const ofOneArea = signed.filter(
  ([, spec]) => areaOf(spec) === 'ops' || spec.who === 'merchant' || spec.writes === true,
);

const expectOneArea = async (id: string, spec: OperationSpec, send: Send): Promise<void> => {
  const isOps = areaOf(spec) === 'ops';
  for (const outsider of isOps ? [merchant, visitor] : [staff, consoleVisitor]) {
    // The same token under the name of the area's own cookie.
    const disguised = app.browser();
    const { keyId, key, kid, publicKey, cookies } = outsider;
    Object.assign(disguised, { keyId, key, kid, publicKey });
    disguised.cookies.set(isOps ? 'ops' : 'sid', cookies.get(isOps ? 'sid' : 'ops') ?? '');
    for (const browser of [outsider, disguised]) {
      for (const direct of [false, true]) {
        const reply = await send(browser, id, { data: dataOf(browser, id, payloadOf(spec)), direct });
        expect([reply.status, reply.body.data?.reason], `${id} ${reply.text}`).toEqual([403, 'KEY_EXPIRED']);
      }
    }
  }
};

describe.each(ofOneArea)('%s', (id, spec) => {
  test('contract 1 the cookie and key of the other area open nothing of it, at neither door', () =>
    expectOneArea(id, spec, throughDispatch));
});

/** The first operation of each kind: who calls it, in which area, whether it is signed, writes, is sent with a file, has sealed fields, has a key. */
const ofEachKind = [
  ...new Map(
    atAllDoors.toReversed().map(([id, spec]): [string, [string, OperationSpec]] => {
      const isSealed = fieldsOf(spec).some(({ schema }) => isSealedField(schema));
      const { who, signed: isSigned, writes, upload, idempotent } = spec;
      return [JSON.stringify([who, areaOf(spec), isSigned, writes, upload, isSealed, idempotent]), [id, spec]];
    }),
  ).values(),
];
/** Those that a rule applies to. */
const ofEachKindIn = (among: readonly [string, OperationSpec][]) =>
  ofEachKind.filter(([id]) => among.some(([one]) => one === id));

const throughEachDoor: readonly Send[] = [
  throughDoors,
  (browser, id, asked) => throughDoors(browser, id, { ...asked, direct: true }),
];

describe.each(ofEachKind)('%s through its doors', (id, spec) => {
  test('R5.5 refuses what is no object or has an unknown field, at each door', async () => {
    for (const send of throughEachDoor) {
      await expectOnlyObjects(id, spec, send);
      await expectUnknownNamed(id, spec, send);
    }
  });
});

describe.each(ofEachKindIn(signed))('%s through its doors', (id, spec) => {
  test('R7.4 accepts no wrong signature, no stale time, no other channel, no replay', () =>
    expectSigned(id, spec, throughDoors));
});

describe.each(ofEachKindIn(specs.filter(([, spec]) => spec.who !== 'visitor')))('%s through its doors', (id, spec) => {
  test('R6.3 answers 401 to who is not logged in, at each door', async () => {
    const anonymous = areaOf(spec) === 'ops' ? consoleVisitor : visitor;
    for (const send of throughEachDoor) {
      const reply = await send(anonymous, id, { data: dataOf(anonymous, id, payloadOf(spec)) });
      expect(reply).toMatchObject({ status: 401, body: { errCode: 'RHSY401' } });
    }
  });
});

describe.each(ofEachKindIn(ofOneArea))('%s through its doors', (id, spec) => {
  test('contract 1 the cookie and key of the other area open nothing of it, at neither door', () =>
    expectOneArea(id, spec, throughDoors));
});

const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** What a first call needs beside its sample: a 422 would leave the key free. */
const storable: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'ops.stage.save': { name: 'key', opensOn: '2026-10-01', issuesOn: '2026-11-02' },
  'ops.org.save': { name: 'key' },
  'ops.lineImport.saveMapping': { name: 'key', mapping: [{ field: 'unit', value: '笔' }] },
  'ops.lineImport.start': {
    mapping: ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn', 'loanAmount'].map((field, column) => ({
      field,
      column,
    })),
  },
  'ops.staff.create': { account: 'key-of-matrix' },
  'ops.maintenance.set': {
    notice: { text: '升级', from: hoursFromNow(1), until: hoursFromNow(2) },
    readOnlyUntil: null,
    smsStopped: false,
    revision: 0,
  },
  // One's own platform needs neither sign nor templates.
  'ops.sender.save': { provider: 'http', signName: '', region: '', revision: 0 },
  'ops.content.create': {
    body: {
      record: 'product',
      key: 'of-the-matrix',
      ...Object.fromEntries(['name', 'tagline', 'category', 'cover', 'coverAlt'].map((field) => [field, ''])),
      ...Object.fromEntries(['annualRate', 'orgName'].map((field) => [field, ''])),
      ...Object.fromEntries(['tags', 'blocks', 'skus', 'agreements', 'docs', 'related'].map((field) => [field, []])),
      order: 0,
      hasTrial: false,
      recommended: null,
    },
  },
  'ops.content.remove': { record: 'product', key: 'no-such-product' },
  'ops.feeRule.save': { ruleId: 'no-such-rule', version: 1 },
  'invoice.apply': { orderNos: ['no-such-order'] },
  'ops.chat.setSettings': { hours: null, revision: 0 },
  'ops.lead.remind': { on: null },
  'ops.bankLine.closeMonth': { month: '2026-10' },
  'recon.saveMapping': { name: 'key', mapping: ledgerColumns },
  'recon.start': { mapping: ledgerColumns },
  'recon.match': { itemNos: [1, 2] },
  'recon.unmatch': { itemNos: [1], filter: undefined },
  'recon.accept': { itemNos: [1], filter: undefined },
  'recon.note': { itemNos: [1], filter: undefined },
};

/** Uploads are tried with their files, in the tests of their nouns. */
const keyed = specs.filter(([, spec]) => spec.idempotent === true && spec.upload !== true);

describe.each(keyed)('%s', (id, spec) => {
  test('R4.12 gives the first answer again under its key, and a 409 to another payload', async () => {
    const idempotencyKey = `matrix-${id.replaceAll('.', '-')}`.padEnd(20, '0');
    const payload = { ...payloadOf(spec), ...storable[id], idempotencyKey };
    const first = await callerOf(spec).call(id, payload);
    await changes.begin();
    const second = await callerOf(spec).call(id, payload, { direct: true });
    const strip = ({ status, body: { traceId: _, ...body } }: TestReply) => ({ status, body });
    expect(strip(second)).toEqual(strip(first));
    expect(await changes.changed()).toEqual([]);
    const isText = ({ path, schema }: Field): boolean =>
      Object(schema).type === 'string' &&
      !isSealedField(schema) &&
      new RegExp(String(Object(schema).pattern ?? ''), 'u').test('another') &&
      !['idempotencyKey', 'kid'].includes(path[0] ?? '');
    const texts = fieldsOf(spec).filter(isText);
    const text = (texts.find(({ required }) => required) ?? texts[0])?.path;
    const numbers = fieldsOf(spec).filter(({ schema }) => Object(schema).type === 'integer');
    const number = (numbers.find(({ path }) => path.length === 1) ?? numbers[0])?.path[0];
    // An operation with no field but its key has no other payload.
    if (text === undefined && number === undefined && !('body' in payload))
      return expect(Object.keys(payload)).toEqual(['idempotencyKey']);
    const ownField =
      number === undefined ? withField(payload, ['body', 'name'], 'another') : { ...payload, [number]: 77 };
    const other = text === undefined ? ownField : withField(payload, text, 'another');
    // A refused image ticket leaves the key free for the next one.
    const isFree = first.body.errCode === 'OPS10004';
    const expected = isFree ? { status: first.status, errCode: 'OPS10004' } : { status: 409, errCode: 'RHSY409' };
    const { status, body } = await callerOf(spec).call(id, Object(other));
    expect({ status, errCode: body.errCode }).toEqual(expected);
  });
});

const beginAs = async (
  browser: TestBrowser,
  owner: { userId: string; tenantId: string; role: (typeof memberRoles)[number] },
) => {
  await app.rows('insert into session_epoch (user_id, epoch) values ($1, 0) on conflict do nothing', [owner.userId]);
  const sid = browser.cookies.get('sid') ?? '';
  const { createHash } = await import('node:crypto');
  await app.rows(
    "update session set kind = 'merchant', user_id = $1, tenant_id = $2, role = $3 where token_hash = $4",
    [owner.userId, owner.tenantId, owner.role, createHash('sha256').update(sid).digest()],
  );
  return browser;
};
