import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterBilling } from '#features/bill/billing/billing.fixture';
import { addLine, addStage } from '#features/bill/line.fixture';
import { ensureFirstAdmin } from '#features/staff/staff-admin';
import { type FeedbackFixture, openFeedbackFixture } from '../feedback.fixture.ts';
import { setFirstLimit } from './first-limit.ts';

let fixture: FeedbackFixture;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
});
afterAll(() => fixture.close());

const limit = async () => (await fixture.finance.call('ops.feedback.fourEyes', {})).body.data;

describe('R11.6 the difference that a new installation begins with', () => {
  it('R11.6 an installation that has staff keeps its setting, none included', async () => {
    expect(await ensureFirstAdmin(fixture.app.database, fixture.app.ports, setFirstLimit)).toBeNull();
    expect(await limit()).toMatchObject({ aboveAmount: 0, revision: 0 });
  });

  it('R11.6 is ¥10,000.00, in the trail as the system’s, is never set over one that was chosen, and is tightened at once', async () => {
    const { app } = fixture;
    const begin = () => app.database.transact('service', setFirstLimit);
    await begin();
    await begin();
    expect(await limit()).toMatchObject({ aboveAmount: 1_000_000, revision: 1 });
    const trail = "select actor_kind, object, after from audit_event where event = 'job.feedback.fourEyes'";
    expect(await app.rows(trail)).toEqual([
      { actor_kind: 'system', object: 'fourEyes', after: { aboveAmount: 1_000_000 } },
    ]);
    const set = (aboveAmount: number, revision: number) =>
      fixture.write(fixture.finance, 'ops.feedback.setFourEyes', { aboveAmount, revision });
    expect(await set(0, 1)).toMatchObject({ body: { errCode: 'RHAC003' } });
    expect((await set(900_000, 1)).status).toBe(200);
    await begin();
    expect(await limit()).toMatchObject({ aboveAmount: 900_000, revision: 2 });
  });

  it('R11.6 a provider of one person issues, and answers what needs nobody else; more than half of a bill waits for a second', async () => {
    const { app, first } = fixture;
    const alone = await enterBilling(app, 'one-person');
    await alone.rule();
    const stageId = await addStage(app);
    await addLine(app, first, { stage_id: stageId });
    await app.rows("update staff set status = 'locked' where account <> 'one-person'");
    expect((await alone.browser.call('ops.feedback.fourEyes', {})).body.data).toMatchObject({ releasers: 1 });
    await alone.generate(stageId);
    await alone.issue(stageId);
    const [bill] = await alone.bills({ stageId });
    expect(bill).toMatchObject({ status: 'pending', amount: 60_000 });
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 29_999 });
    const answer = (newAmount: number) =>
      fixture.answer(feedbackNo, { action: 'adjust', newAmount }, alone.browser).then(({ body }) => body.data);
    expect(await answer(29_999)).toEqual({ status: 'inProgress' });
    const proposal = { feedbackNo, proposalNo: 1 };
    const { version } = (await alone.browser.call('ops.feedback.detail', { feedbackNo })).body.data;
    expect(await alone.write('ops.feedback.release', { ...proposal, version })).toMatchObject({
      status: 409,
      body: { errCode: 'RHFE011' },
    });
    expect((await alone.write('ops.feedback.takeBack', proposal)).status).toBe(200);
    expect(await answer(30_000)).toEqual({ status: 'resolved' });
    // The next small one would take the bill below the half of what was issued.
    const again = { feedbackNo, content: '还是不对', reopen: true };
    expect((await fixture.write(first.browser, 'feedback.add', again)).status).toBe(200);
    expect(await answer(29_999)).toEqual({ status: 'inProgress' });
    expect(await fixture.billRow(bill.billNo)).toMatchObject({ amount_fen: 30_000, adjusted_fen: -30_000 });
  });
});
