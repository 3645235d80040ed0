import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FeedbackFixture, openFeedbackFixture } from '#features/feedback/feedback.fixture';
import { findFirstStep } from './first-step.ts';

let fixture: FeedbackFixture;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
});
afterAll(() => fixture.close());

const firstOf = (object: string, tenantId: string | null = null, operation = 'ops.bill.writeOff') =>
  findFirstStep(fixture.app.database.reading(tenantId === null ? 'service' : { tenantId }), {
    operation,
    object,
    tenantId,
    isAlone: false,
  });
const record = (object: string, { event = 'bill.batchConfirm', age = '0 hours', result = 'ok' } = {}) =>
  fixture.app.rows(
    `insert into audit_event (event, result, actor_kind, actor_id, tenant_id, object, at)
       values ($1, $2, 'user', $3, $4, $5, app_now() - $6::interval)`,
    [event, result, fixture.first.userId, fixture.first.tenantId, object, age],
  );

describe('R4.12 who was first', () => {
  it('R4.12 is nobody where a bill has taken a later step that stands under another record', async () => {
    const { billNo } = await fixture.bill();
    await record(billNo);
    expect(await firstOf(billNo)).toMatchObject({ by: '商户' });
    await fixture.pass({ minutes: 1 });
    await fixture.opened(billNo);
    expect(await firstOf(billNo)).toBeUndefined();
  });

  it('R4.12 is nobody after three days, after what made the record, and after a step that was refused', async () => {
    await record('old', { age: '73 hours' });
    await record('made', { event: 'ops.receipt.register' });
    await record('refused', { result: 'RHSY409' });
    await record('lately', { age: '71 hours' });
    const found = await Promise.all(['old', 'made', 'refused', 'lately', 'none'].map((object) => firstOf(object)));
    expect(found.map((one) => one?.what)).toEqual([undefined, undefined, undefined, '批量确认账单', undefined]);
  });

  it('R4.12 another tenant finds nothing of it', async () => {
    await record('own');
    expect(await firstOf('own', fixture.first.tenantId)).toMatchObject({ by: expect.stringMatching(/./) });
    expect(await firstOf('own', fixture.second.tenantId)).toBeUndefined();
  });
});
