import { type OperationSpec, operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certifyTenant, lineOf, save } from '#features/loan-consult/loan-consult.fixture';
import { newKey } from '#features/order/order.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { type Field, fieldsOf, isIdField, sampleOf, withField } from '#kernel/testing/payload-samples';
import { changedTables, snapshotTables } from '#kernel/testing/table-snapshot';
import type { TestReply } from '#kernel/testing/test-client';
import { openTwoTenants, type TwoTenants } from './two-tenants.fixture.ts';

let fixture: TwoTenants;
/** Another tenant, whose rows are requested. */
let otherMerchant: Merchant;
beforeAll(async () => {
  fixture = await openTwoTenants();
  otherMerchant = await fixture.merchant();
});
afterAll(() => fixture.close());

/** Creates a row of a merchant and returns its id. */
type Maker = (owner: Merchant) => Promise<string>;

const picture: Maker = (owner) => fixture.picture(owner);

/** Creates the row that an id names: by the field's name, or by operation and field where that is ambiguous. */
const makers: Readonly<Record<string, Maker>> = {
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
  exportId: (owner) => fixture.exported(owner, 'done'),
  'user.exportDataCancel exportId': (owner) => fixture.exported(owner, 'queued'),
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
const published: ReadonlySet<string> = new Set(['pid', 'skuId', 'agreements.0.id']);

/** Ids that the reply repeats. */
const repeated: readonly string[] = [
  // A batch answers the outcome of each row beside its id.
];

type Payload = Readonly<Record<string, unknown>>;

/** The payload besides ids and required fields that a call needs to get as far as the id. */
const rest: Readonly<Record<string, (caller: Merchant, field: string) => Promise<Payload> | Payload>> = {
  'member.invite': () => ({ mobile: fixture.mobile() }),
  'member.setRole': (_caller, field) => ({ role: field === 'stepTicket' ? 'owner' : 'finance' }),
  'order.uploadVoucher': () => ({ paidAt: new Date(fixture.app.clock.now().getTime() - 60_000).toISOString() }),
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
        .filter((field) => !published.has(nameOf(field)))
        .map((field): Case => [id, nameOf(field), spec, field.path]),
);
const makerOf = (id: string, field: string): Maker | undefined => makers[`${id} ${field}`] ?? makers[field];

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

/**
 * Excluded changes: sessions are used, refusals audited, keys store their outcome, tries counted; none of them concerns
 * the other tenant.
 */
const aside = {
  session: 'where false',
  audit_event: 'where false',
  idempotency: 'where false',
  sms_code: 'where false',
};
const snapshot = async () => {
  await fixture.app.sent('sms');
  await fixture.app.sent('mail');
  return snapshotTables((sql) => fixture.app.rows(sql), aside);
};
const comparable = ({ status, headers, text, body: { traceId: _, ...body } }: TestReply) => ({
  status,
  type: headers['content-type'],
  answer: 'code' in body ? body : text,
});

describe.each(cases)('%s by its %s', (...one) => {
  const [id, field, spec, path] = one;

  test('R6.3 answers for what another tenant has as for what does not exist, and as if for nothing of either', async () => {
    const maker = makerOf(id, field);
    if (maker === undefined) throw new Error(`how does a merchant come by ${field} of ${id}? say it in the table`);
    const caller = await fixture.merchant();
    if (spec.certified === true) await certifyTenant(fixture.app, caller);
    const own = await payloadOf(one, caller);
    const foreign = await maker(otherMerchant);
    const { ids } = fixture.app.ports;
    const ask = async (value: string | undefined) => {
      const payload = value === undefined ? own : withField(own, path, value);
      const reply = comparable(
        await caller.browser.call(id, {
          ...Object(payload),
          ...(spec.idempotent === true && { idempotencyKey: newKey() }),
        }),
      );
      if (value === undefined || !repeated.includes(`${id} ${field}`)) return reply;
      return { ...reply, answer: JSON.parse(JSON.stringify(reply.answer).replaceAll(value, '')) };
    };

    const before = await snapshot();
    const [gone, made, other] = [await ask(ids.id()), await ask('no-such-id-1'), await ask(foreign)];
    expect(other).toEqual(gone);
    expect(other).toEqual(made);
    expect(JSON.stringify(other)).not.toContain(foreign);
    expect(changedTables(before, await snapshot())).toEqual([]);
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
  const asked: Readonly<Record<string, Payload>> = {
    'ops.stage.save stageId': { version: 1, name: '没有的账期', opensOn: '2026-10-01', issuesOn: '2026-11-02' },
    'ops.org.save orgId': { version: 1, name: '没有的机构' },
    'ops.project.save tenantId': { name: '没有的商户' },
    'ops.project.save projectId': { version: 1, name: '没有的项目' },
  };

  test('R6.3 every id that an operation of staff takes is asked for here', () => {
    expect(idsTakenBy('merchant')).not.toEqual([]);
    expect(Object.keys(asked).toSorted()).toEqual(idsTakenBy('ops').toSorted());
  });

  test.each(Object.entries(asked))(
    'R6.3 %s that does not exist is a 404 that changes nothing',
    async (name, payload) => {
      const [id = '', field = ''] = name.split(' ');
      const { tenantId } = await fixture.merchant();
      await expect(
        save(fixture.app, id, { ...(field === 'projectId' && { tenantId }), ...payload, [field]: 'no-such-id-1' }),
      ).rejects.toThrow('RHSY404');
      const before = await snapshot();
      await expect(
        save(fixture.app, id, { ...(field === 'projectId' && { tenantId }), ...payload, [field]: 'no-such-id-2' }),
      ).rejects.toThrow('RHSY404');
      expect(changedTables(before, await snapshot())).toEqual([]);
    },
  );
});

describe('R6.3 the table of ids', () => {
  test('R6.3 names no id that no operation takes', () => {
    const taken = new Set(cases.flatMap(([id, field]) => [field, `${id} ${field}`]));
    expect(Object.keys(makers).filter((name) => !taken.has(name))).toEqual([]);
  });
});
