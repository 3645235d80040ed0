import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { freshKey, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { dataOf, enterDesk, say } from '../chat.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  desk = await enterDesk(app);
});
afterAll(() => app.close());

const lead = (conversationId: string, more: object = {}) => ({
  conversationId,
  topic: 'consult',
  content: '想了解权益卡的接口',
  idempotencyKey: freshKey(),
  ...more,
});
const storedLead = async (ticketNo: string) => {
  const [row] = await app.rows('select * from lead where ticket_no = $1', [ticketNo]);
  if (row === undefined) throw new Error('no lead');
  return { ...row, mobile: app.ports.vault.open(row['mobile_sealed'] as Buffer) };
};

it('service 5.4 a merchant’s conversation becomes a lead with name, company and mobile filled in, once, and the conversation notes it', async () => {
  const { browser, userId, mobile } = await makeMerchant(app, '陈静');
  const { conversationId } = await say(browser, '权益卡能用接口发放吗');
  const asked = lead(conversationId);
  const { ticketNo } = await dataOf(desk.call('ops.chat.makeLead', asked));
  expect(await dataOf(desk.call('ops.chat.makeLead', asked))).toEqual({ ticketNo });
  expect(await storedLead(ticketNo)).toMatchObject({
    kind: 'contact',
    topic: 'consult',
    name: '陈静',
    company: expect.stringMatching(/^商户/),
    content: '想了解权益卡的接口',
    mobile,
    user_id: userId,
    status: 'new',
    consents: [],
  });
  const { notes } = await dataOf(desk.call('ops.chat.notes', { conversationId }));
  expect(notes).toEqual([
    expect.objectContaining({ kind: 'note', afterSeq: 1, content: `已记为线索 ${ticketNo}（咨询）` }),
  ]);
  // Neither the customer nor the reply reads the mobile.
  expect((await desk.call('ops.lead.detail', { ticketNo })).text).not.toContain(mobile);
});

it('service 5.4 what is typed goes before what is known', async () => {
  const { browser } = await makeMerchant(app, '陈静');
  const { conversationId } = await say(browser, '请联系我的同事');
  const typed = { name: '王磊', company: '云栖商贸有限公司', mobile: '13700001111', topic: 'cooperate' };
  const { ticketNo } = await dataOf(desk.call('ops.chat.makeLead', lead(conversationId, typed)));
  const { topic, ...person } = typed;
  expect(await storedLead(ticketNo)).toMatchObject({ ...person, topic });
});

it('service 5.4 of a visitor name and mobile are asked for, and named where they are missing', async () => {
  const visitor = await app.open();
  const { conversationId } = await say(visitor, '想试用');
  const refused = async (more: object) => (await desk.call('ops.chat.makeLead', lead(conversationId, more))).body;
  expect(await refused({})).toMatchObject({ errCode: 'RHSY422', data: { fields: [{ path: 'name' }] } });
  expect(await refused({ name: '李四' })).toMatchObject({ data: { fields: [{ path: 'mobile' }] } });
  const { ticketNo } = await dataOf(
    desk.call('ops.chat.makeLead', lead(conversationId, { name: '李四', mobile: '13700002222' })),
  );
  expect(await storedLead(ticketNo)).toMatchObject({ name: '李四', company: null, user_id: null });
  expect((await dataOf(desk.call('ops.chat.notes', { conversationId }))).notes).toHaveLength(1);
});

it('service 5.4 nothing is made of a conversation that is not there, nor by who does not answer customers', async () => {
  expect((await desk.call('ops.chat.makeLead', lead('none'))).body.errCode).toBe('RHSY404');
  const finance = await enterStaff(app, 'finance-of-leads', { roles: ['finance'] });
  expect((await finance.call('ops.chat.makeLead', lead('none'))).status).toBe(403);
});

it('service 5.4 a note on the merchant stands at the merchant with its author and conversation, once, and the conversation notes it', async () => {
  const { browser, tenantId } = await makeMerchant(app);
  const { conversationId } = await say(browser, '我们下个月换办公室');
  const note = { conversationId, content: '十二月搬到新址，续约前先联系', idempotencyKey: freshKey() };
  await dataOf(desk.call('ops.chat.noteTenant', note));
  await dataOf(desk.call('ops.chat.noteTenant', note));
  const { notes } = await dataOf(desk.call('ops.tenant.detail', { tenantId }));
  expect(notes).toEqual([
    { at: expect.any(String), by: expect.stringMatching(/^desk-/), content: note.content, conversationId },
  ]);
  expect((await dataOf(desk.call('ops.chat.notes', { conversationId }))).notes).toEqual([
    expect.objectContaining({ content: `已写商户备注：${note.content}` }),
  ]);
  const [{ may } = { may: true }] = await app.rows(
    `select has_table_privilege('ronghui_tenant', 'tenant_note', 'select, insert, update, delete') as may`,
  );
  expect(may).toBe(false);
});

it('service 5.4 a visitor has no merchant to note something at', async () => {
  const visitor = await app.open();
  const { conversationId } = await say(visitor, '随便问问');
  const note = { conversationId, content: '常来', idempotencyKey: freshKey() };
  expect((await desk.call('ops.chat.noteTenant', note)).body.errCode).toBe('RHSY404');
});
