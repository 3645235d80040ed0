import { fen, rmbText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBillsInUse } from '#features/bill/verification/verification';
import { ensureDemoContent } from '#features/content/demo-content';
import { demoAccounts, demoColleagues, ensureDemoAccounts } from '#features/register/demo-accounts';
import { enterStaff } from '#features/staff/staff.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { ensureDemonstration } from './demonstration.ts';

describe('R14.1 the money of the demonstration is alive', () => {
  let app: TestApp;
  let owner: TestBrowser;
  beforeAll(async () => {
    app = await testApp();
    await ensureDemoContent(app.database);
    const isWritten = await ensureDemonstration(app.database, app.ports);
    expect({ isWritten, logged: app.logged }).toEqual({ isWritten: true, logged: [] });
    await ensureDemoAccounts(app);
    owner = await enter(demoAccounts[0]);
  });
  afterAll(() => app.close());
  const enter = async ({ mobile, password }: { mobile: string; password: string }) => {
    const browser = await app.open();
    expect((await browser.call('portal.login', { mobile, pwd: password })).status).toBe(200);
    return browser;
  };
  const read = async (id: string, input: object = {}, browser = owner) => {
    const { status, body } = await browser.call(id, { ...input });
    expect(status, id).toBe(200);
    return body.data;
  };
  const allBills = async (filter: object = {}): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    for (let page = 1; ; page += 1) {
      const { items } = await read('bill.page', { ...filter, page, pageSize: 100 });
      found.push(...items);
      if (items.length < 100) return found;
    }
  };
  const wordsOf = (rows: readonly Record<string, unknown>[], name: string) => new Set(rows.map((row) => row[name]));
  const kinds = async () => wordsOf(await app.rows('select distinct kind from bill_step'), 'kind');

  it('R10.3 R14.1 there are 14 stages, four organisations and three projects; the last stage has drafts that its merchant does not see', async () => {
    const stages = await read('stage.all');
    expect(stages.items).toHaveLength(14);
    expect((await read('org.all')).items).toHaveLength(4);
    expect((await read('project.list')).items).toHaveLength(3);
    const [open] = stages.items;
    expect(await allBills({ stageId: open.id })).toEqual([]);
    const drafts = await app.rows('select distinct status from bill where stage_id = $1', [open.id]);
    expect(drafts).toEqual([{ status: 'draft' }]);
    for (const { id } of stages.items.slice(1)) expect(await allBills({ stageId: id })).toHaveLength(11);
    const counts = await app.rows('select count(*)::int as count from bill_line group by stage_id');
    for (const { count } of counts) expect(count).toBeGreaterThan(900);
  });

  it('R11.6 R14.1 lines of the open stage came in files: one plain, one with rows that were left out, and before it one that was taken back', async () => {
    const finance = await enterStaff(app, 'demo-reader', { roles: ['finance'] });
    const { items } = (await finance.call('ops.lineImport.page', {})).body.data;
    const [plain, corrected, takenBack] = items;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'takenBack']);
    expect(takenBack).toMatchObject({ uploadedBy: '平台运营', rows: corrected.rows, takenBack: { by: '平台运营' } });
    expect(plain).toMatchObject({ canTakeBack: true, badRows: 0, skipped: [] });
    expect(corrected.skipped.map(({ rows }: { rows: number }) => rows)).toEqual([1, 1]);
    expect(corrected.sums).toEqual([expect.objectContaining({ stated: corrected.sums[0]?.read })]);
    const brought = await app.rows('select count(*)::int as count from bill_line where import_no is not null');
    expect(brought).toEqual([{ count: plain.rows + corrected.rows }]);
    // Their jobs find nothing left to do once the server runs, and the drafts are younger than the files.
    await app.app.sentJobs.drain();
    expect(await app.rows("select status, count(*)::int from sent_job where name like 'bill.%' group by 1")).toEqual([
      { status: 'done', count: 4 },
    ]);
    expect((await finance.call('ops.lineImport.page', {})).body.data.items).toEqual(
      items.map((item: object) => ({ ...item, progress: expect.anything() })),
    );
    const [late] = await app.rows(
      `select 1 from line_import i join bill b using (stage_id) where b.status = 'draft' and i.imported_at >= b.created_at`,
    );
    expect(late).toBeUndefined();
  });

  it('R4.9 R14.1 bills are in every state, of both directions, overdue and in part paid', async () => {
    const bills = await allBills();
    expect(wordsOf(bills, 'status')).toEqual(new Set(['pending', 'disputed', 'confirmed', 'settled']));
    expect(wordsOf(bills, 'approval')).toEqual(new Set(['none', 'waiting']));
    for (const direction of ['payable', 'receivable']) {
      const those = bills.filter((bill) => bill['direction'] === direction);
      expect(wordsOf(those, 'status')).toEqual(
        new Set(
          direction === 'payable'
            ? ['pending', 'disputed', 'confirmed', 'settled']
            : ['pending', 'confirmed', 'settled'],
        ),
      );
    }
    const today = app.clock.now().toISOString().slice(0, 10);
    const confirmed = bills.filter((bill) => bill['status'] === 'confirmed');
    expect(confirmed.some((bill) => String(bill['dueOn']) < today)).toBe(true);
    expect(confirmed.some((bill) => Number(bill['paidAmount']) > 0)).toBe(true);
    const ends = wordsOf(
      bills.filter((bill) => bill['status'] === 'pending'),
      'confirmBy',
    );
    expect(ends.size).toBeGreaterThanOrEqual(2);
    for (const end of ends) expect(String(end) > app.clock.now().toISOString()).toBe(true);
  });

  it('R4.9 R14.1 every kind of step has happened, in the past', async () => {
    expect(await kinds()).toEqual(
      new Set([
        'issued',
        'confirmed',
        'autoConfirmed',
        'approved',
        'autoApproved',
        'sentBack',
        'disputed',
        'reopened',
        'withdrawn',
        'adjusted',
        'kept',
        'paid',
        'paymentReversed',
        'settled',
      ]),
    );
    expect(await app.rows('select 1 from bill_step where at > app_now()')).toEqual([]);
    const vouchers = await app.rows('select count(*)::int as count from bill_voucher');
    expect(vouchers).toEqual([{ count: 4 }]);
  });

  it('R10.4 R14.1 feedback is open, answered in each way and withdrawn, with a conversation', async () => {
    const { items } = await read('feedback.page', { pageSize: 100 });
    expect(wordsOf(items, 'status').size).toBeGreaterThanOrEqual(4);
    expect(wordsOf(items, 'withdrawn')).toEqual(new Set([true, false]));
    const threads = await app.rows('select kind, sender from feedback_message');
    expect(wordsOf(threads, 'kind')).toEqual(new Set(['claim', 'message', 'answer', 'withdraw', 'reopen']));
    expect(wordsOf(threads, 'sender')).toEqual(new Set(['merchant', 'ops']));
  });

  it('R4.10 R14.1 one case was reopened once, with a reason, and answered for the last time', async () => {
    const { items } = await read('feedback.page', { pageSize: 100 });
    const details = await Promise.all(
      items.map(({ feedbackNo }: { feedbackNo: string }) => read('feedback.detail', { feedbackNo })),
    );
    const [reopened, ...more] = details.filter(({ messages }) =>
      messages.some(({ kind }: { kind: string }) => kind === 'reopen'),
    );
    expect(more).toEqual([]);
    expect(reopened.messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      'claim',
      'answer',
      'reopen',
      'answer',
    ]);
    expect(reopened).toMatchObject({ status: 'resolved', canReopen: false });
    const { timeline } = await read('bill.detail', { billNo: reopened.billNo });
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'issued',
      'disputed',
      'kept',
      'reopened',
      'adjusted',
      'confirmed',
      'settled',
    ]);
  });

  it('R10.3 R14.1 one approval was sent back with a reason, and its bill confirmed and approved again', async () => {
    const rows = await app.rows(
      "select bill_no from bill_step join bill using (tenant_id, bill_id) where kind = 'sentBack'",
    );
    expect(rows).toHaveLength(1);
    const { timeline } = await read('bill.detail', { billNo: rows[0]?.['bill_no'] });
    expect(timeline.map(({ kind }: { kind: string }) => kind).slice(0, 5)).toEqual([
      'issued',
      'confirmed',
      'sentBack',
      'confirmed',
      'approved',
    ]);
    expect(timeline[2].reason).not.toBe('');
  });

  it('R4.9 R14.1 one payment was taken back with a reason that its merchant reads, and its bill settled afterwards', async () => {
    const rows = await app.rows(
      "select bill_no from bill_step join bill using (tenant_id, bill_id) where kind = 'paymentReversed'",
    );
    expect(rows).toHaveLength(1);
    const { timeline, status } = await read('bill.detail', { billNo: rows[0]?.['bill_no'] });
    expect(status).toBe('settled');
    const [paid, reversed, settled] = timeline.slice(-3);
    expect([paid.kind, reversed.kind, settled.kind]).toEqual(['paid', 'paymentReversed', 'settled']);
    expect(reversed).toMatchObject({ reversedAmount: paid.paymentAmount, reason: expect.stringContaining('登记有误') });
  });

  it('R4.9 recomputation of every bill of the demonstration equals what was issued', async () => {
    let checked = 0;
    for await (const { billNo, differences } of verifyBillsInUse(app.database, [])) {
      expect(differences.map((difference) => ({ billNo, difference }))).toEqual([]);
      checked += 1;
    }
    expect(checked).toBe(13 * 11);
  });

  it('R10.3 the sum over all bills is that of its stages and of the bills themselves, each direction its own', async () => {
    const whole = await read('bill.sum');
    const bills = await allBills();
    const { items } = await read('stage.all');
    const parts = await Promise.all(items.map(({ id }: { id: string }) => read('bill.sum', { stageId: id })));
    for (const direction of ['payable', 'receivable'] as const) {
      const amount = parts.reduce((sum: number, part) => sum + part.byDirection[direction].amount, 0);
      expect(whole.byDirection[direction].amount).toBe(amount);
      const those = bills.filter((bill) => bill['direction'] === direction);
      expect(those.reduce((sum, bill) => sum + Number(bill['amount']), 0)).toBe(amount);
    }
  });

  it('R10.3 R14.1 each bill says why it differs from the one before, to the fen; the first ones say that there is none', async () => {
    const { items: stages } = await read('stage.all');
    const detailsOf = async (stageId: string) =>
      Promise.all((await allBills({ stageId })).map(({ billNo }) => read('bill.detail', { billNo })));
    for (const { comparison, amount, billNo } of await detailsOf(stages[1].id)) {
      const parts = comparison.parts.reduce((sum: number, part: { amount: number }) => sum + part.amount, 0);
      expect(comparison.amount + parts, billNo).toBe(amount);
      expect(comparison.stageId, billNo).toBe(stages[2].id);
    }
    for (const { comparison, billNo } of await detailsOf(stages.at(-1).id)) expect(comparison, billNo).toBeNull();
  });

  it('R6.1 R14.1 who confirmed is never who approved, and what waits can be approved by the owner', async () => {
    const both = await app.rows(
      'select 1 from bill_step c join bill_step a using (tenant_id, bill_id) where c.kind = $1 and a.kind = $2 and a.by_id = c.by_id',
      ['confirmed', 'approved'],
    );
    expect(both).toEqual([]);
    const [waiting] = await allBills({ approval: 'waiting' });
    expect(await read('bill.detail', { billNo: waiting?.['billNo'] })).toMatchObject({ canApprove: true });
    const finance = await enter(demoColleagues[0]);
    expect(await read('bill.detail', { billNo: waiting?.['billNo'] }, finance)).toMatchObject({ canApprove: false });
  });

  it('R10.5 R14.1 an export that was asked for is made once the server runs', async () => {
    await app.app.sentJobs.drain();
    const { items } = await read('export.page');
    expect(items).toMatchObject([{ kind: 'bills', status: 'done', rows: 13 * 11 }]);
  });

  it('R13.4 R14.1 one stage ties out with the merchant’s ledger, the next has differences of every kind but those of neighbours', async () => {
    await app.app.sentJobs.drain();
    const { items } = await read('recon.page');
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['done', 'done']);
    const kindsOf = (run: { totals: { kind: string; items: number }[] }) =>
      run.totals.filter((total) => total.items > 0).map(({ kind }) => kind);
    const [differing, tiedOut] = await Promise.all(
      items.map(({ runId }: { runId: string }) => read('recon.get', { runId })),
    );
    expect(kindsOf(tiedOut)).toEqual(['matched']);
    expect(kindsOf(differing)).toEqual(['matched', 'amountMismatch', 'onlyInLedger', 'onlyInBill', 'duplicate']);
  });

  it('R10.12 R14.1 invoices are applied for, issued with their file, rejected and reversed; what was freed is issued again', async () => {
    const { items } = await read('invoice.page', { pageSize: 100 });
    expect(wordsOf(items, 'status')).toEqual(new Set(['applied', 'issued', 'rejected', 'reversed']));
    expect(wordsOf(items, 'type')).toEqual(new Set(['normal', 'special']));
    expect(await read('invoice.title')).toMatchObject({ isSaved: true, title: { name: '云栖商贸有限公司' } });
    for (const { invoiceNo, status, amount } of items) {
      const detail = await read('invoice.detail', { invoiceNo });
      const sum = detail.items.reduce((all: number, item: { amount: number }) => all + item.amount, 0);
      expect(sum, invoiceNo).toBe(amount);
      expect(detail.hasFile, invoiceNo).toBe(status === 'issued' || status === 'reversed');
    }
    // Nothing is covered twice, however often it was applied for.
    const twice = await app.rows('select item_no from invoice_item where is_covering group by 1 having count(*) > 1');
    expect(twice).toEqual([]);
    expect(await app.rows('select 1 from invoice where coalesce(ended_at, issued_at, applied_at) > app_now()')).toEqual(
      [],
    );
  });

  it('R10.3 R14.1 a bank receipt states what was open of its bills, which is what they were settled with', async () => {
    const vouchers = await app.rows('select voucher_id, file_ids[1] as file_id from bill_voucher');
    for (const { voucher_id: voucherId, file_id: fileId } of vouchers) {
      const [bills] = await app.rows(
        `select sum(b.amount_fen)::bigint as amount from bill_voucher_item i join bill b using (tenant_id, bill_id) where i.voucher_id = $1`,
        [voucherId],
      );
      const reply = await owner.call('file.download', { fileId });
      expect(reply.headers['content-type']).toBe('application/pdf');
      const words = Buffer.from(rmbText(fen(Number(bills?.['amount']))), 'utf16le')
        .swap16()
        .toString('hex');
      expect(reply.bytes.toString('latin1')).toContain(words.toUpperCase());
    }
  });
});
