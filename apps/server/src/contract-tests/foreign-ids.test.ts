import { type OperationSpec, operations } from '@ronghui/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { type Field, fieldsOf, isIdField, sampleOf, withField } from '#kernel/testing/payload-samples';
import { changedTables, snapshotTables } from '#kernel/testing/table-snapshot';
import type { TestReply } from '#kernel/testing/test-client';
import { openTenantBench, type TenantBench } from './two-tenants.fixture.ts';

let bench: TenantBench;
/** Another tenant, whose rows are asked for. */
let stranger: Merchant;
beforeAll(async () => {
  bench = await openTenantBench();
  stranger = await bench.merchant();
});
afterAll(() => bench.close());

/** Makes a row of a merchant's and answers its id. */
type Maker = (owner: Merchant) => Promise<string>;

const picture: Maker = (owner) => bench.picture(owner);

/** How a merchant comes by what an id names: by the field's name, or by operation and field where that is not enough. */
const makers: Readonly<Record<string, Maker>> = {
  logoFileId: picture,
  licenseFileId: picture,
  legalIdFrontFileId: picture,
  legalIdBackFileId: picture,
  authorizationLetterFileId: picture,
  'fileIds.0': picture,
  fileId: picture,
  tenantId: async ({ tenantId }) => tenantId,
  memberId: (owner) => bench.colleague(owner),
  sessionId: (owner) => bench.session(owner),
  stepTicket: (owner) => bench.ticket(owner),
  'user.closeAccount stepTicket': (owner) => bench.ticket(owner, 'closeAccount'),
  invitationId: (owner) => bench.invitationTo(owner),
  'member.withdraw invitationId': (owner) => bench.invitationBy(owner),
  orderNo: (owner) => bench.order(owner),
  'order.uploadVoucher orderNo': (owner) => bench.order(owner, 'approved'),
  'order.renew orderNo': (owner) => bench.order(owner, 'active'),
  'authorization.grant orderNo': (owner) => bench.loan(owner),
  recordId: (owner) => bench.consent(owner),
  orgId: (owner) => bench.org(owner),
  'noticeIds.0': (owner) => bench.notice(owner),
  'personal.reveal id': (owner) => bench.submission(owner),
  exportId: (owner) => bench.exported(owner, 'done'),
  'user.exportDataCancel exportId': (owner) => bench.exported(owner, 'queued'),
};

/** Ids of what the provider publishes: the same for every tenant. */
const published: ReadonlySet<string> = new Set(['pid', 'skuId', 'agreements.0.id']);

type Payload = Readonly<Record<string, unknown>>;

/** What a payload needs beside its ids and a sample of each required field, for the call to get as far as the id. */
const rest: Readonly<Record<string, (caller: Merchant, field: string) => Promise<Payload> | Payload>> = {
  'member.invite': () => ({ mobile: bench.mobile() }),
  'member.setRole': (_caller, field) => ({ role: field === 'stepTicket' ? 'owner' : 'finance' }),
  'order.uploadVoucher': () => ({ paidAt: new Date(bench.app.clock.now().getTime() - 60_000).toISOString() }),
  'order.renew': () => ({ termMonths: 12 }),
  'authorization.grant': () => ({ agreements: [{ id: 'data-sharing', version: '2026-11' }] }),
  'personal.reveal': async (caller) => ({ stepTicket: await bench.ticket(caller) }),
  'certification.submit': async (caller, field) => {
    // A change asks for a ticket, a first submission does not.
    if (field === 'stepTicket') await bench.certify(caller);
    // What a letter authorises is an agent.
    const isAgent = field === 'authorizationLetterFileId';
    const agent = isAgent ? { isAgent, agentName: '李四', agentIdNo: '110105194912310038' } : {};
    return { ...(await bench.form(caller)), ...agent };
  },
  'user.updateEmail': async (caller) => ({
    email: 'li@example.com',
    code: await bench.mailCode(caller, 'li@example.com'),
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

/** A payload of the caller's own: everything in it is theirs and fits. */
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

/** Sessions are used, refusals are audited, keys remember their answer, a code's try is counted: no word of them is of the stranger's. */
const aside = {
  session: 'where false',
  audit_event: 'where false',
  idempotency: 'where false',
  sms_code: 'where false',
};
const snapshot = async () => {
  await bench.app.sent('sms');
  await bench.app.sent('mail');
  return snapshotTables((sql) => bench.app.rows(sql), aside);
};
const told = ({ status, headers, text, body: { traceId: _, ...body } }: TestReply) => ({
  status,
  type: headers['content-type'],
  said: 'code' in body ? body : text,
});

describe.each(cases)('%s by its %s', (...one) => {
  const [id, field, spec, path] = one;

  test('R6.3 answers for what another tenant has as for what does not exist, and as if for nothing of either', async () => {
    const maker = makerOf(id, field);
    if (maker === undefined) throw new Error(`how does a merchant come by ${field} of ${id}? say it in the table`);
    const caller = await bench.merchant();
    const own = await payloadOf(one, caller);
    const foreign = await maker(stranger);
    const { ids } = bench.app.ports;
    const ask = async (value: string | undefined) => {
      const payload = value === undefined ? own : withField(own, path, value);
      return told(
        await caller.browser.call(id, {
          ...Object(payload),
          ...(spec.idempotent === true && { idempotencyKey: newKey() }),
        }),
      );
    };

    const before = await snapshot();
    const [gone, made, other] = [await ask(ids.id()), await ask('no-such-id-1'), await ask(foreign)];
    expect(other).toEqual(gone);
    expect(other).toEqual(made);
    expect(JSON.stringify(other)).not.toContain(foreign);
    expect(changedTables(before, await snapshot())).toEqual([]);
    // The id is what decides: with one of its own the same call is answered otherwise.
    expect(await ask(undefined)).toMatchObject({ status: 200 });
  });
});

describe('R6.3 the table of ids', () => {
  test('R6.3 names no id that no operation takes', () => {
    const taken = new Set(cases.flatMap(([id, field]) => [field, `${id} ${field}`]));
    expect(Object.keys(makers).filter((name) => !taken.has(name))).toEqual([]);
  });
});
