import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { looksPerStaffPerHour: 40, documentLooksPerStaffPerHour: 40 } });
});
afterAll(() => app.close());

const eventsOf = (event: string) =>
  app.rows('select object, after from audit_event where event = $1 order by event_id', [event]);

describe('security 4.11 looks of staff at personal data', () => {
  it('R11.7 every look for a user is recorded, also the one that finds nobody, and however many there are', async () => {
    const by = await enterStaff(app, 'looks-many', { roles: ['review'] });
    for (let at = 0; at < 35; at += 1) {
      const mobile = `1390000${String(6000 + at)}`;
      expect((await by.call('ops.account.find', { mobile })).status).toBe(404);
    }
    const events = await eventsOf('ops.account.find');
    expect(events.filter(({ after }) => JSON.stringify(after) === '{"found":false}')).toHaveLength(35);
    expect(events[0]?.['object']).toBe('139****6000');
  });

  it('security 4.11 a search that may be for a name is recorded without it, with whom it found, and limited like other looks', async () => {
    const by = await enterStaff(app, 'looks-name', { roles: ['review'] });
    const reader = await enterStaff(app, 'looks-reader', { roles: ['support'] });
    const { userId } = await makeMerchant(app, '欧阳小明');
    expect((await by.call('ops.account.page', { keyword: '欧阳小明' })).body.data.items).toHaveLength(1);
    expect((await by.call('ops.account.page', { keyword: '没有此人' })).body.data.items).toEqual([]);
    expect((await reader.call('ops.account.page', { keyword: '欧阳小明' })).body.data.items).toEqual([]);
    expect((await by.call('ops.account.page', {})).status).toBe(200);
    expect(await eventsOf('ops.account.page')).toEqual([
      { object: null, after: { keyword: '欧***', found: 1, users: [userId] } },
      { object: null, after: { keyword: '没***', found: 0, users: [] } },
    ]);
    for (let at = 2; at < 40; at += 1) await by.call('ops.account.page', { keyword: '欧阳' });
    expect(await by.call('ops.account.page', { keyword: '欧阳' })).toMatchObject({ status: 429 });
    expect((await by.call('ops.account.page', {})).status).toBe(200);
  });

  it('R11.7 a look that cannot be recorded is not answered', async () => {
    const by = await enterStaff(app, 'looks-trail', { roles: ['review'] });
    const { userId } = await makeMerchant(app);
    await runAsAdmin(app.url, 'revoke insert on audit_event from ronghui_service');
    try {
      const replies = [
        await by.call('ops.account.reveal', { userId, field: 'mobile' }),
        await by.call('ops.lead.export'),
      ];
      for (const reply of replies) expect(reply.status, reply.text).toBe(500);
    } finally {
      await runAsAdmin(app.url, 'grant insert on audit_event to ronghui_service');
    }
    expect((await by.call('ops.lead.export')).status).toBe(200);
    expect(await eventsOf('ops.lead.export')).toHaveLength(1);
  });

  it.each([
    ['ops.account.find', { mobile: '13900006999' }],
    ['ops.account.reveal', { userId: 'no-such-user', field: 'name' }],
    ['ops.lead.reveal', { ticketNo: 'no-such-lead', field: 'name' }],
    ['ops.certification.download', { submissionNo: 'no-such-submission', fileId: 'no-such-file' }],
    ['ops.order.download', { orderNo: 'no-such-order', fileId: 'no-such-file' }],
    ['ops.bill.download', { billNo: 'no-such-bill', fileId: 'no-such-file' }],
    ['ops.feedback.download', { feedbackNo: 'no-such-feedback', fileId: 'no-such-file' }],
    ['ops.invoice.reveal', { invoiceNo: 'no-such-invoice' }],
    ['ops.certification.reveal', { submissionNo: 'no-such-submission', field: 'legalName' }],
  ])('security 4.11 %s is limited for a member of staff and an hour', async (operation, payload) => {
    const account = `looks-${operation.replaceAll('.', '-').toLowerCase()}`;
    const by = await enterStaff(app, account, { roles: ['review', 'finance'] });
    for (let at = 0; at < 40; at += 1) expect((await by.call(operation, payload)).status).toBe(404);
    expect(await by.call(operation, payload)).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
  });
});
