import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { imageTicketOf, openContentFixture } from '#features/content/content.fixture';
import { cutAt } from '#kernel/testing/cut-connections';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
beforeAll(async () => {
  app = await openContentFixture();
});
afterAll(() => app.close());

const key = () => randomBytes(12).toString('base64url');
const contact = async (session: TestBrowser, change: Readonly<Record<string, unknown>> = {}) => ({
  mobile: '13912340001',
  name: '王小明',
  topic: 'consult',
  content: '想了解聚合收款的费率。',
  imageTicket: await imageTicketOf(session),
  agreements: [{ id: 'contact-privacy', version: '2026-11' }],
  idempotencyKey: key(),
  ...change,
});
const trial = async (session: TestBrowser, change: Readonly<Record<string, unknown>> = {}) => ({
  pid: 'aggregated-pay',
  skuId: 'store',
  options: { device: 'box' },
  mobile: '13912340002',
  name: '李静',
  company: '示例商贸有限公司',
  imageTicket: await imageTicketOf(session),
  agreements: [{ id: 'trial', version: '2026-11' }],
  idempotencyKey: key(),
  ...change,
});
const countLeads = async () => Number((await app.rows('select count(*) as n from lead'))[0]?.['n']);

describe('R1.1 contact and trial', () => {
  it('R1.1 a message becomes a lead with a ticket number, consents with their digest, and a mail to the provider', async () => {
    const session = await app.open();
    const { body } = await app.call('portal.contact', await contact(session), { session });
    const { ticketNo } = body.data;
    expect(ticketNo).toMatch(/^LX\d{8}-\d{8}$/);
    const [lead] = await app.rows('select * from lead where ticket_no = $1', [ticketNo]);
    expect(lead).toMatchObject({ kind: 'contact', topic: 'consult', mobile_masked: '139****0001', status: 'new' });
    expect(lead?.['consents']).toEqual([
      { id: 'contact-privacy', version: '2026-11', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(JSON.stringify(lead)).not.toContain('13912340001');
    const mail = (await app.sent('mail')).find((each) => each['subject']?.includes(ticketNo));
    expect(mail?.['text']).toContain('想了解聚合收款的费率');
  });

  it('R1.1 a taken number is replaced by another one', async () => {
    const session = await app.open();
    const { body } = await app.call('portal.contact', await contact(session), { session });
    const draw = vi.spyOn(app.ports.ids, 'number').mockReturnValueOnce(body.data.ticketNo);
    const again = await app.call('portal.contact', await contact(session), { session });
    expect(draw).toHaveBeenCalledTimes(2);
    draw.mockRestore();
    expect(again.status).toBe(200);
    expect(again.body.data.ticketNo).not.toBe(body.data.ticketNo);
  });

  it('R1.1 when the connection to the database is lost at any statement, a retry with the same key is answered and stored once', async () => {
    const session = await app.open();
    let lost = 0;
    for (let n = 1; n <= 10; n += 1) {
      for (const moment of ['before', 'after'] as const) {
        const payload = await contact(session, { name: `第${n}次${moment}` });
        const cut = cutAt(n, moment);
        const first = await app.call('portal.contact', payload, { session });
        cut.end();
        if (first.status !== 200) lost += 1;
        const repeat = first.status === 200 ? first : await app.call('portal.contact', payload, { session });
        expect(repeat.status, `${n} ${moment} ${repeat.text}`).toBe(200);
      }
    }
    expect(await app.rows("select name from lead where name like '第%次%' group by name having count(*) > 1")).toEqual(
      [],
    );
    expect(lost).toBeGreaterThan(5);
  }, 60_000);

  it('R4.13 a trial needs no login and no certification', async () => {
    const session = await app.open();
    const { body } = await app.call('customerContact.trial', await trial(session), { session });
    expect(body.data.ticketNo).toMatch(/^SY\d{8}-\d{8}$/);
    const [lead] = await app.rows('select pid, sku_id, options from lead where ticket_no = $1', [body.data.ticketNo]);
    expect(lead).toEqual({ pid: 'aggregated-pay', sku_id: 'store', options: { device: 'box' } });
  });

  it('R4.12 the same key returns the first ticket: fifty parallel calls leave one lead and one mail', async () => {
    const session = await app.open();
    const payload = await contact(session);
    const before = await countLeads();
    const mailsBefore = (await app.sent('mail')).length;
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => app.call('portal.contact', payload, { session })),
    );
    expect(new Set(replies.map((reply) => reply.body.data?.ticketNo)).size).toBe(1);
    expect(await countLeads()).toBe(before + 1);
    expect(await app.sent('mail')).toHaveLength(mailsBefore + 1);
    const other = await app.call('portal.contact', { ...payload, content: '另一件事' }, { session });
    expect(other).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
  });

  it('R5.3, R10.6 a trial needs the same proof and the same agreements as a message', async () => {
    const session = await app.open();
    const before = await countLeads();
    const payload = await trial(session, { agreements: [{ id: 'trial', version: '2026-01' }] });
    const oldText = await app.call('customerContact.trial', payload, { session });
    expect(oldText).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    const noTicket = await trial(await app.open());
    const unproved = await app.call('customerContact.trial', noTicket, { session });
    expect(unproved).toMatchObject({ status: 400, body: { errCode: 'OPS10004' } });
    expect(await countLeads()).toBe(before);
  });

  it('R4.13 a trial needs the agreements of its product, and none that only another product names', async () => {
    const session = await app.open();
    const setTexts = (change: string) =>
      app.rows(`update product set agreement_ids = ${change} where pid = 'aggregated-pay'`);
    await setTexts("array_remove(agreement_ids, 'trial')");
    try {
      const payload = await trial(session, { agreements: [] });
      expect((await app.call('customerContact.trial', payload, { session })).status).toBe(200);
    } finally {
      await setTexts("agreement_ids || '{trial}'");
    }
  });

  it('R5.3 an image code ticket can be used once, by the browser that solved it', async () => {
    const [session, otherBrowser] = [await app.open(), await app.open()];
    const payload = await contact(session);
    expect((await app.call('portal.contact', payload, { session: otherBrowser })).body.errCode).toBe('OPS10004');
    expect((await app.call('portal.contact', payload, { session })).status).toBe(200);
    expect((await app.call('portal.contact', { ...payload, idempotencyKey: key() }, { session })).body.errCode).toBe(
      'OPS10004',
    );
  });

  it.each([
    ['none', []],
    ['an old version', [{ id: 'contact-privacy', version: '2026-01' }]],
    [
      'one that was not asked for',
      [
        { id: 'contact-privacy', version: '2026-11' },
        { id: 'terms', version: '2026-11' },
      ],
    ],
  ])('R10.6 with %s the agreement must be accepted again, and nothing is stored', async (_which, agreements) => {
    const session = await app.open();
    const before = await countLeads();
    const reply = await app.call('portal.contact', await contact(session, { agreements }), { session });
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    expect(await countLeads()).toBe(before);
  });

  it.each([
    [{ pid: 'nothing' }, 404],
    [{ pid: 'factoring', skuId: 'store' }, 404],
    [{ options: { device: 'gold' } }, 422],
    [{ mobile: '12345' }, 422],
    [{ company: '' }, 422],
  ])('R5.5 a trial with %j is refused with %i and nothing is stored', async (change, status) => {
    const session = await app.open();
    const before = await countLeads();
    expect((await app.call('customerContact.trial', await trial(session, change), { session })).status).toBe(status);
    expect(await countLeads()).toBe(before);
  });
});

describe('R5.3 limits', () => {
  it('R5.3 a refused image ticket is not the outcome of its idempotency key: the same key serves with another ticket', async () => {
    for (const [operationId, lead] of [
      ['portal.contact', contact],
      ['customerContact.trial', trial],
    ] as const) {
      const session = await app.open();
      const proved = await lead(session);
      const unproved = { ...proved, imageTicket: 'nothing' };
      expect((await app.call(operationId, unproved, { session })).body.errCode).toBe('OPS10004');
      expect((await app.call(operationId, proved, { session })).status).toBe(200);
    }
  });

  it('R5.3 a call without a solved image code does not count towards the address’s limit', async () => {
    const limited = await openContentFixture({ limits: { leadsPerAddressPerHour: 2 } });
    try {
      const session = await limited.open();
      for (let tries = 0; tries < 3; tries += 1) {
        for (const [operationId, lead] of [
          ['portal.contact', contact],
          ['customerContact.trial', trial],
        ] as const) {
          const unproved = { ...(await lead(session)), imageTicket: 'nothing' };
          expect((await limited.call(operationId, unproved, { session })).body.errCode).toBe('OPS10004');
        }
      }
      expect((await limited.call('portal.contact', await contact(session), { session })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('R5.3 an address that has reached its limit of leads an hour has to wait', async () => {
    const limited = await openContentFixture({ limits: { leadsPerAddressPerHour: 2 } });
    try {
      const session = await limited.open();
      const ask = async (operationId: string, payload: Readonly<Record<string, unknown>>) =>
        (await limited.call(operationId, payload, { session })).status;
      expect(await ask('portal.contact', await contact(session))).toBe(200);
      expect(await ask('customerContact.trial', await trial(session))).toBe(200);
      expect(await ask('portal.contact', await contact(session))).toBe(429);
      expect(await ask('customerContact.trial', await trial(session))).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
