import { type OperationSpec, operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { addStage, lineOf, save } from '#features/bill/line.fixture';
import { confirmedBill, valueOfBill } from '#features/bill/own-bill.fixture';
import { addProducts } from '#features/catalog/product.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { addIntent } from '#features/intent/intent.fixture';
import { addOrder, addSettledBill, invoiceOf } from '#features/invoice/invoice.fixture';
import { addStaff, enterStaff } from '#features/staff/staff.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type Field, fieldsOf, isIdField, sampleOf, withField } from '#kernel/testing/payload-samples';
import { TableChanges } from '#kernel/testing/tables/changes';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { withoutAsked } from './asked-ids.fixture.ts';
import type { Payload } from './customer-ids.fixture.ts';
import { reconIds } from './recon-ids.fixture.ts';
import { askedOfStaff, otherwiseOfStaff } from './staff-ids.fixture.ts';
import { changesOfStaff } from './staff-steps.fixture.ts';
import { openTwoTenants, type TwoTenants } from './two-tenants.fixture.ts';

let fixture: TwoTenants;
/** Another tenant, whose rows are requested. */
let otherMerchant: Merchant;
let changes: TableChanges;
/**
 * Excluded changes: sessions are used, refusals audited, keys store their outcome, tries counted; none of them concerns
 * the other tenant.
 */
const aside = ['session', 'audit_event', 'idempotency', 'sms_code'];
beforeAll(async () => {
  fixture = await openTwoTenants();
  await addProducts(fixture.app, 'loan', 'tried');
  changes = await TableChanges.open(fixture.app.url, { aside });
  otherMerchant = await fixture.merchant();
});
afterAll(async () => {
  await changes.close();
  await fixture.close();
});

/** Creates a row of a merchant and returns its id. */
type Maker = (owner: Merchant) => Promise<string>;

const picture: Maker = (owner) => fixture.picture(owner);

/** A feedback with a file, one for each tenant. */
const attachedOf = new Map<string, Promise<{ feedbackNo: string; fileId: string }>>();
const attached = (owner: Merchant) => {
  const made = async () => {
    const fileId = await fixture.picture(owner);
    return { fileId, feedbackNo: await fixture.feedback(owner, [fileId]) };
  };
  const known = attachedOf.get(owner.tenantId) ?? made();
  attachedOf.set(owner.tenantId, known);
  return known;
};

const recon = reconIds(() => fixture.app);

/** Creates the row that an id names: by the field's name, or by operation and field where that is ambiguous. */
const makers: Readonly<Record<string, Maker>> = {
  ...recon.makers,
  logoFileId: picture,
  licenseFileId: picture,
  legalIdFrontFileId: picture,
  legalIdBackFileId: picture,
  authorizationLetterFileId: picture,
  'fileIds.0': picture,
  fileId: picture,
  tenantId: async ({ tenantId }) => tenantId,
  memberId: (owner) => fixture.colleague(owner),
  sessionId: (owner) => fixture.session(owner),
  stepTicket: (owner) => fixture.ticket(owner),
  'user.closeAccount stepTicket': (owner) => fixture.ticket(owner, 'closeAccount'),
  invitationId: (owner) => fixture.invitationTo(owner),
  'member.withdraw invitationId': (owner) => fixture.invitationBy(owner),
  orderNo: (owner) => fixture.order(owner),
  'order.uploadVoucher orderNo': (owner) => fixture.order(owner, 'approved'),
  'order.renew orderNo': (owner) => fixture.order(owner, 'active'),
  'authorization.grant orderNo': (owner) => fixture.loan(owner),
  recordId: (owner) => fixture.consent(owner),
  orgId: (owner) => fixture.org(owner),
  'noticeIds.0': (owner) => fixture.notice(owner),
  'personal.reveal id': (owner) => fixture.submission(owner),
  invoiceNo: (owner) => invoiceOf(fixture.app, owner),
  'invoice.download invoiceNo': (owner) => invoiceOf(fixture.app, owner, 'issued'),
  'invoice.apply orderNos.0': (owner) => addOrder(fixture.app, owner),
  'invoice.apply billNos.0': (owner) => addSettledBill(fixture.app, owner),
  'invoice.candidates no': (owner) => addOrder(fixture.app, owner),
  exportId: (owner) => fixture.exported(owner, 'done'),
  'user.exportDataCancel exportId': (owner) => fixture.exported(owner, 'queued'),
  'bill.varianceFeedback billNo': async (owner) => (await fixture.bill(owner)).billNo,
  'bill.varianceFeedback lineIds.0': async (owner) => (await fixture.bill(owner)).lineIds[0] ?? '',
  feedbackNo: (owner) => fixture.feedback(owner),
  'feedback.rate feedbackNo': (owner) => fixture.answeredFeedback(owner),
  'feedback.page billNo': async (owner) => {
    await fixture.feedback(owner);
    const [row] = await fixture.app.rows('select bill_no from feedback where tenant_id = $1 limit 1', [owner.tenantId]);
    return String(row?.['bill_no']);
  },
  'feedback.download feedbackNo': (owner) => attached(owner).then(({ feedbackNo }) => feedbackNo),
  'feedback.download fileId': (owner) => attached(owner).then(({ fileId }) => fileId),
  billNo: (owner) => valueOfBill(fixture.app, owner, 'billNo'),
  intentNo: (owner) => addIntent(fixture.app, owner),
  'intent.create billNo': (owner) => confirmedBill(fixture.app, owner),
  // A rule has its product's name in the tests.
  'bill.rule ruleId': async (owner) => `rule-${await valueOfBill(fixture.app, owner, 'productId')}`.slice(0, 64),
  'bills.0.billNo': (owner) => valueOfBill(fixture.app, owner, 'billNo'),
  'billNos.0': (owner) => confirmedBill(fixture.app, owner),
  ...Object.fromEntries(
    ['page', 'sum'].flatMap((verb): [string, Maker][] =>
      (['stageId', 'orgId', 'projectId', 'productId'] as const).map((field) => [
        `bill.${verb} ${field}`,
        (owner) => valueOfBill(fixture.app, owner, field),
      ]),
    ),
  ),
  'export.get exportId': (owner) => fixture.listExport(owner, 'done'),
  'export.cancel exportId': (owner) => fixture.listExport(owner, 'queued'),
  'export.download exportId': (owner) => fixture.listExport(owner, 'done'),
  'export.create filter.projectId': (owner) => lineOf(fixture.app, owner, 'project_id'),
  'export.create filter.productId': (owner) => lineOf(fixture.app, owner, 'product_id'),
  'export.create filter.billNo': async (owner) => (await addBill(fixture.app, owner)).billNo,
  ...Object.fromEntries(
    ['page', 'sum', 'download'].flatMap((verb): [string, Maker][] => [
      [`loanConsult.${verb} stageId`, (owner) => lineOf(fixture.app, owner, 'stage_id')],
      [`loanConsult.${verb} orgId`, (owner) => lineOf(fixture.app, owner, 'org_id')],
      [`loanConsult.${verb} projectId`, (owner) => lineOf(fixture.app, owner, 'project_id')],
      [`loanConsult.${verb} productId`, (owner) => lineOf(fixture.app, owner, 'product_id')],
    ]),
  ),
};

/** Ids of published content: the same for every tenant. */
const published: ReadonlySet<string> = new Set([
  'pid',
  'skuId',
  'agreements.0.id',
  'filter.pid',
  'filter.orgId',
  'filter.stageId',
]);

/** Beginnings that are searched for: of what nobody has a file without rows is made (`export.test.ts`). */
const searched: ReadonlySet<string> = new Set(['export.create filter.orderNo']);

/** The payload besides ids and required fields that a call needs to get as far as the id. */
const rest: Readonly<Record<string, (caller: Merchant, field: string) => Promise<Payload> | Payload>> = {
  ...recon.rest,
  'intent.create': () => ({ channel: 'alipay', amount: 1 }),
  'member.invite': () => ({ mobile: fixture.mobile() }),
  'member.setRole': (_caller, field) => ({ role: field === 'stepTicket' ? 'owner' : 'finance' }),
  // To switch the second approver off takes a proof.
  'tenant.update': async ({ tenantId }, field) => {
    if (field !== 'stepTicket') return {};
    await fixture.app.rows('update tenant set second_approver = true where tenant_id = $1', [tenantId]);
    return { secondApprover: false };
  },
  'order.uploadVoucher': () => ({ paidAt: new Date(fixture.app.clock.now().getTime() - 60_000).toISOString() }),
  'bill.uploadVoucher': () => ({ paidAt: new Date(fixture.app.clock.now().getTime() - 60_000).toISOString() }),
  'order.renew': () => ({ termMonths: 12 }),
  'authorization.grant': () => ({ agreements: [{ id: 'data-sharing', version: '2026-11' }] }),
  'personal.reveal': async (caller) => ({ stepTicket: await fixture.ticket(caller) }),
  'certification.submit': async (caller, field) => {
    // A change needs a ticket, a first submission does not.
    if (field === 'stepTicket') await fixture.certify(caller);
    // Only an agent's application has a letter.
    const isAgent = field === 'authorizationLetterFileId';
    const agent = isAgent ? { isAgent, agentName: '李四', agentIdNo: '110105194912310038' } : {};
    return { ...(await fixture.form(caller)), ...agent };
  },
  'export.create': (_caller, field) => ({
    kind: field === 'filter.billNo' ? 'billLines' : field === 'filter.runId' ? 'recon' : 'loanConsult',
    format: 'csv',
    filter: {},
  }),
  'user.updateMobile': (caller) => fixture.mobileChange(caller),
  'user.updateEmail': async (caller) => ({
    email: 'li@example.com',
    code: await fixture.mailCode(caller, 'li@example.com'),
  }),
};

type Case = readonly [operationId: string, field: string, spec: OperationSpec, path: readonly string[]];
const nameOf = ({ path }: Pick<Field, 'path'>): string => path.join('.');
const cases: readonly Case[] = Object.entries(operations as Record<string, OperationSpec>).flatMap(([id, spec]) =>
  spec.who !== 'merchant'
    ? []
    : fieldsOf(spec)
        .filter(isIdField)
        .filter((field) => !published.has(nameOf(field)) && !searched.has(`${id} ${nameOf(field)}`))
        .map((field): Case => [id, nameOf(field), spec, field.path]),
);
const makerOf = (id: string, field: string): Maker | undefined => makers[`${id} ${field}`] ?? makers[field];

const foreignIds = new Map<Maker, Promise<string>>();
/** A row of the other tenant, which no call changes: one for all calls whose ids are made alike. */
const foreignIdOf = (maker: Maker): Promise<string> => {
  const id = foreignIds.get(maker) ?? maker(otherMerchant);
  foreignIds.set(maker, id);
  return id;
};

/** A payload in which everything belongs to the caller and is valid. */
const payloadOf = async ([id, asked, spec]: Case, caller: Merchant): Promise<unknown> => {
  const { kid: _, ...sample } = Object(sampleOf(spec.request));
  const given = (await rest[id]?.(caller, asked)) ?? {};
  let payload: unknown = { ...sample, ...given };
  for (const field of fieldsOf(spec).filter(isIdField)) {
    const name = nameOf(field);
    const isMissing = field.required && !published.has(name) && !(name in given);
    if (isMissing || name === asked) payload = withField(payload, field.path, await makerOf(id, name)?.(caller));
  }
  return payload;
};

/** Sends what waits for it, so that only what is asked from here on counts. */
const sendAll = async (): Promise<void> => {
  await fixture.app.sent('sms');
  await fixture.app.sent('mail');
};
const beginChanges = async (): Promise<void> => {
  await sendAll();
  await changes.begin();
};
const changedSince = async (): Promise<string[]> => {
  await sendAll();
  return changes.changed();
};
const comparable = ({ status, headers, text, body: { traceId: _, ...body } }: TestReply) => ({
  status,
  type: headers['content-type'],
  answer: 'code' in body ? body : text,
});

const newMerchant = async (isCertified = false): Promise<Merchant> => {
  const merchant = await fixture.merchant();
  if (isCertified) await certifyTenant(fixture.app, merchant);
  return merchant;
};
let known: Promise<Merchant> | undefined;
/** The one that reads: what it has once serves all reads of it. */
const reader = (): Promise<Merchant> => (known ??= newMerchant(true));

describe.each(cases)('%s by its %s', (...one) => {
  const [id, field, spec, path] = one;

  test('R6.3 answers for what another tenant has as for what does not exist, and as if for nothing of either', {
    timeout: 60_000,
  }, async () => {
    const maker = makerOf(id, field);
    if (maker === undefined) throw new Error(`how does a merchant come by ${field} of ${id}? say it in the table`);
    const isRead = spec.idempotent !== true && field !== 'stepTicket';
    const caller = await (isRead ? reader() : newMerchant(spec.certified));
    const own = await payloadOf(one, caller);
    const foreign = await foreignIdOf(maker);
    const { ids } = fixture.app.ports;
    const ask = async (value: string | undefined) => {
      const payload = value === undefined ? own : withField(own, path, value);
      const reply = comparable(
        await caller.browser.call(id, {
          ...Object(payload),
          ...(spec.idempotent === true && { idempotencyKey: newKey() }),
        }),
      );
      return value === undefined ? reply : { ...reply, answer: withoutAsked(`${id} ${field}`, value, reply.answer) };
    };

    await beginChanges();
    const [gone, made, other] = [await ask(ids.id()), await ask('no-such-id-1'), await ask(foreign)];
    expect(other).toEqual(gone);
    expect(other).toEqual(made);
    expect(JSON.stringify(other)).not.toContain(foreign);
    expect(await changedSince()).toEqual([]);
    // The id decides: the same call with an id of its own is answered differently.
    expect(await ask(undefined)).toMatchObject({ status: 200 });
  });
});

const idsTakenBy = (who: OperationSpec['who']): string[] =>
  Object.entries<OperationSpec>(operations).flatMap(([id, spec]) =>
    spec.who === who
      ? fieldsOf(spec)
          .filter(isIdField)
          .map((field) => `${id} ${nameOf(field)}`)
      : [],
  );

describe('R6.3 the ids that staff ask for', () => {
  // Staff stand above tenants: no row is foreign to them. What they have to show is that an id that does not exist is answered as such, and
  // changes nothing.
  let admin: Promise<TestBrowser> | undefined;
  /** A call of the desk that must succeed: by an admin where it is about staff or customers. */
  const send = async (id: string, payload: Payload): Promise<unknown> => {
    const { app } = fixture;
    if (
      !/^ops\.(?:staff|totp|user|certification|order|tenant|account|lead|audit|agreement|content|sender|maintenance|system|chat)\./.test(
        id,
      )
    )
      return save(app, id, payload);
    admin ??= enterStaff(app, 'ids-admin');
    const isKeyed = new Map(Object.entries<OperationSpec>(operations)).get(id)?.idempotent === true;
    const reply = await (await admin).call(id, { ...payload, ...(isKeyed && { idempotencyKey: newKey() }) });
    if (reply.status !== 200) throw new Error(reply.text);
    // A file is its text.
    return reply.body.data ?? reply.text;
  };
  /** What has to be there so that the id decides. */
  const groundOf = async (id: string, field: string): Promise<Payload> => {
    if (id === 'ops.bill.issue' || id === 'ops.bill.check') return { stageId: await addStage(fixture.app) };
    if (field === 'stepTicket' && id.startsWith('ops.account.')) return { userId: (await fixture.merchant()).userId };
    if (field !== 'stepTicket' || !Object.keys(changesOfStaff).some((step) => id === `ops.staff.${step}`)) return {};
    return { staffId: await addStaff(fixture.app, id.toLowerCase().replaceAll('.', '-'), { roles: ['content'] }) };
  };

  test.each(Object.entries(otherwiseOfStaff))(
    'R6.3 %s that does not exist is answered as such, and changes nothing',
    async (name, { payload, answer }) => {
      const [id = '', field = ''] = name.split(' ');
      const ground = await groundOf(id, field);
      const ask = (value: string) =>
        send(id, Object(withField({ ...ground, ...payload }, field.split('.'), value))).then(
          (data) => JSON.stringify(data),
          (error: Error) => error.message,
        );
      expect(await ask('no-such-id-1')).toMatch(answer);
      await beginChanges();
      expect(await ask('no-such-id-2')).toMatch(answer);
      expect(await changedSince()).toEqual([]);
    },
  );

  test('R6.3 every id that an operation of staff takes is asked for here', () => {
    expect(idsTakenBy('merchant')).not.toEqual([]);
    const all = [...Object.keys(askedOfStaff), ...Object.keys(otherwiseOfStaff)];
    expect(all.toSorted()).toEqual(idsTakenBy('ops').toSorted());
  });

  test.each(Object.entries(askedOfStaff))(
    'R6.3 %s that does not exist is a 404 that changes nothing',
    async (name, payload) => {
      const [id = '', field = ''] = name.split(' ');
      const ground = field === 'projectId' ? { tenantId: otherMerchant.tenantId } : {};
      const ask = (value: string) => send(id, Object(withField({ ...ground, ...payload }, field.split('.'), value)));
      await expect(ask('no-such-id-1')).rejects.toThrow('RHSY404');
      await beginChanges();
      await expect(ask('no-such-id-2')).rejects.toThrow('RHSY404');
      expect(await changedSince()).toEqual([]);
    },
  );
});

describe('R6.3 the table of ids', () => {
  test('R6.3 names no id that no operation takes', () => {
    const taken = new Set(cases.flatMap(([id, field]) => [field, `${id} ${field}`]));
    expect(Object.keys(makers).filter((name) => !taken.has(name))).toEqual([]);
  });
});
