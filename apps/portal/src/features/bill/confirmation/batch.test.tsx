import type { CallInput, CallReply } from '@ronghui/client';
import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answers,
  refusal,
  screen,
  showPage,
  toasts,
  unreachable,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { bill, detail, receivable, sum } from '../bill.fixture.ts';
import { BillListPage } from '../bill-list-page.tsx';
import type { Bill } from '../bill-queries.ts';
import { loadBatchDialogs } from './use-batch.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadBatchDialogs);
}, 60_000);

const named = () => ({ items: [] });
const listed = (items: readonly Bill[], nextCursor: string | null = null): CallReply<'bill.page'> => ({
  items: [...items],
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor,
});
const confirmAll = ({ bills }: CallInput<'bill.batchConfirm'>): CallReply<'bill.batchConfirm'> => ({
  results: bills.map(({ billNo }) => ({ billNo, outcome: 'confirmed' })),
});

const show = (answers: Answers = {}, { search = '', auth = { 'bill.confirm': true, 'bill.approve': true } } = {}) =>
  showPage(<BillListPage />, {
    at: `/merchant/userCenter/bill${search}`,
    state: { user, auth },
    answers: {
      'bill.page': () => listed([bill, receivable]),
      'bill.sum': () => sum,
      'receipt.unapplied': () => ({ count: 0, amount: noFen, inCheckAmount: noFen, items: [] }),
      'stage.all': named,
      'org.all': named,
      'project.list': named,
      'product.list': named,
      'bill.batchConfirm': confirmAll,
      ...answers,
    },
  });
type Page = ReturnType<typeof show>;

const choose = async (page: Page, ...bills: readonly Bill[]) => {
  for (const { billNo } of bills) {
    const row = (await screen.findByText(billNo)).closest('tr');
    await page.keyboard.click(within(row as HTMLElement).getByRole('checkbox'));
  }
};
const bar = () => within(screen.getByRole('region', { name: '批量操作' }));
const question = () => within(screen.getByRole('alertdialog'));
const report = () => within(screen.getByRole('dialog', { name: '批量确认' }));
const sent = (page: Page) => page.of('bill.batchConfirm').map(({ input }) => input as CallInput<'bill.batchConfirm'>);

/** 250 pending bills of ¥1.00. */
const many: readonly Bill[] = Array.from({ length: 250 }, (_, at) => ({
  ...bill,
  billNo: `ZD20261118-${String(at).padStart(8, '0')}`,
  amount: fen(100),
}));
const manyAnswers = {
  'bill.page': ({ pageSize, cursor }) => {
    if (pageSize !== 100) return listed(many.slice(0, 20));
    const from = cursor === undefined ? 0 : Number(cursor.slice(1));
    return listed(many.slice(from, from + 100), from + 100 < many.length ? `c${from + 100}` : null);
  },
  'bill.sum': () => {
    const ofDirection = { count: 250, amount: fen(25_000) };
    const byStatus = { ...sum.byStatus, pending: ofDirection };
    const none = { ...ofDirection, count: 0, amount: fen(0) };
    return {
      count: 250,
      totalAmount: fen(25_000),
      byStatus,
      byDirection: {
        payable: { ...ofDirection, paidAmount: fen(0), openAmount: ofDirection.amount, byStatus },
        receivable: { ...none, paidAmount: fen(0), openAmount: fen(0), byStatus: { ...byStatus, pending: none } },
      },
    };
  },
} satisfies Answers;
const confirmMany = async (page: Page) => {
  await choose(page, many[0] as Bill);
  await page.keyboard.click(await bar().findByRole('button', { name: '选中本筛选全部 250\u00a0张待确认' }));
  await page.keyboard.click(await bar().findByRole('button', { name: '核对并确认 250\u00a0张' }));
  expect(question().getByText('应付 250 张 ¥250.00')).toBeDefined();
  await page.keyboard.click(question().getByRole('button', { name: '确认账单' }));
};

describe('several bills at once', () => {
  it('R10.3 states count and sum by direction before it confirms, and an outcome for each', async () => {
    const page = show();
    await choose(page, bill, receivable);
    expect(bar().getByText('应付 1 张 ¥128,406.50，应收 1 张 ¥18,240.00')).toBeDefined();
    await page.keyboard.click(bar().getByRole('button', { name: '核对并确认 2\u00a0张' }));
    expect(question().getByText('应付 1 张 ¥128,406.50，应收 1 张 ¥18,240.00')).toBeDefined();
    expect(question().getByText(/^现在确认，付款到期日为 \d{4}-\d\d-\d\d（1.张）。$/)).toBeDefined();
    expect(sent(page)).toEqual([]);
    await page.keyboard.click(question().getByRole('button', { name: '确认账单' }));
    expect(await report().findByText('已确认：应付 1 张 ¥128,406.50，应收 1 张 ¥18,240.00')).toBeDefined();
    expect(sent(page)[0]?.bills).toEqual([
      { billNo: bill.billNo, amount: bill.amount },
      { billNo: receivable.billNo, amount: receivable.amount },
    ]);
    // What was confirmed is read again.
    await expect.poll(() => page.of('bill.page').length).toBe(2);
    await page.keyboard.click(report().getByRole('button', { name: '知道了' }));
    expect(screen.queryByText(/批量确认/)).toBeNull();
    expect(Object.keys(sessionStorage).filter((key) => key.includes('bill-batch'))).toEqual([]);
  });

  it('R10.3 a bill that has changed is shown with both amounts, and confirmed once more with the new one', async () => {
    const page = show({
      'bill.batchConfirm': ({ bills }) => ({
        results: bills.map(({ billNo, amount }) => {
          if (billNo !== bill.billNo) return { billNo, outcome: 'notConfirmable' as const };
          return amount === bill.amount
            ? { billNo, outcome: 'changed' as const, amount: fen(12_000_000) }
            : { billNo, outcome: 'confirmed' as const };
        }),
      }),
    });
    await choose(page, bill, receivable);
    await page.keyboard.click(bar().getByRole('button', { name: '核对并确认 2\u00a0张' }));
    await page.keyboard.click(question().getByRole('button', { name: '确认账单' }));
    expect(await report().findByText('¥128,406.50 → ¥120,000.00（-¥8,406.50）')).toBeDefined();
    expect(report().getByRole('link', { name: bill.billNo }).getAttribute('href')).toContain(`open=${bill.billNo}`);
    expect(report().getByText('当前状态不能办理')).toBeDefined();
    await page.keyboard.click(report().getByRole('button', { name: '按新金额核对…' }));
    expect(question().getByText('应付 1 张 ¥120,000.00')).toBeDefined();
    await page.keyboard.click(question().getByRole('button', { name: '确认账单' }));
    expect(await report().findByText('已确认：应付 1 张 ¥120,000.00')).toBeDefined();
    expect(sent(page)[1]?.bills).toEqual([{ billNo: bill.billNo, amount: 12_000_000 }]);
  });

  it('R4.12 a run over two calls that breaks in the second goes on there, after a reload too, with the same key', async () => {
    let isBroken = true;
    const answers: Answers = {
      ...manyAnswers,
      'bill.batchConfirm': (input) => {
        if (input.bills.length === 50 && isBroken) throw unreachable('bill.batchConfirm');
        return confirmAll(input);
      },
    };
    const page = show(answers);
    await confirmMany(page);
    expect(await report().findByText(/已完成 200 \/ 250 张，还有 50 张没有结果/)).toBeDefined();
    const first = sent(page);
    expect(first.map(({ bills }) => bills.length)).toEqual([200, 50]);
    expect(first[0]?.idempotencyKey).not.toBe(first[1]?.idempotencyKey);
    page.unmount();
    clearQueries();
    isBroken = false;
    const after = show(answers);
    expect(await screen.findByText(/批量确认停下了，已完成 200 \/ 250 张/)).toBeDefined();
    await after.keyboard.click(screen.getByRole('button', { name: '继续' }));
    expect(await report().findByText('已确认：应付 250 张 ¥250.00')).toBeDefined();
    expect(sent(after)).toEqual([first[1]]);
  });

  it('R10.3 choosing a whole filter says how far it has read, and after a failure reads on from there', async () => {
    const asked: (string | undefined)[] = [];
    let failures = 1;
    const page = show({
      ...manyAnswers,
      'bill.page': (input) => {
        if (input.pageSize === 100) {
          asked.push(input.cursor);
          if (input.cursor === 'c200' && failures > 0) {
            failures -= 1;
            throw refusal('bill.page', 'RHSY429');
          }
        }
        return manyAnswers['bill.page'](input);
      },
    });
    await choose(page, many[0] as Bill);
    await page.keyboard.click(await bar().findByRole('button', { name: '选中本筛选全部 250\u00a0张待确认' }));
    const more = await bar().findByRole('button', { name: '继续读取（已读 200 / 250\u00a0张）' });
    expect(bar().getByText('应付 1 张 ¥1.00')).toBeDefined();
    await page.keyboard.click(more);
    expect(await bar().findByText('应付 250 张 ¥250.00')).toBeDefined();
    expect(asked).toEqual([undefined, 'c100', 'c200', 'c200']);
  });

  it('R4.12 a call that was refused goes on under another key; one with more bills than the server takes goes in halves', async () => {
    const page = show({
      ...manyAnswers,
      'bill.batchConfirm': (input) => {
        if (input.bills.length > 100) throw refusal('bill.batchConfirm', 'RHSY422');
        return confirmAll(input);
      },
    });
    await confirmMany(page);
    expect(await report().findByText('已确认：应付 250 张 ¥250.00')).toBeDefined();
    expect(sent(page).map(({ bills }) => bills.length)).toEqual([200, 100, 100, 50]);
    expect(new Set(sent(page).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  });

  it('R10.3 what was not sent can be given up', async () => {
    const page = show({
      'bill.batchConfirm': () => {
        throw refusal('bill.batchConfirm', 'RHSY429');
      },
    });
    await choose(page, bill);
    await page.keyboard.click(bar().getByRole('button', { name: '核对并确认 1\u00a0张' }));
    await page.keyboard.click(question().getByRole('button', { name: '确认账单' }));
    expect(await report().findByText(/操作过于频繁，请稍后再试/)).toBeDefined();
    await page.keyboard.click(report().getByRole('button', { name: '不再继续' }));
    expect(screen.queryByRole('dialog', { name: '批量确认' })).toBeNull();
    expect(sent(page)).toHaveLength(1);
  });

  it('R10.3 what waits for an approval is approved or sent back together', async () => {
    const waiting: Bill = { ...bill, status: 'confirmed', approval: 'waiting' };
    const page = show(
      {
        'bill.page': () => listed([waiting]),
        'bill.rejectApproval': ({ bills }) => ({
          results: bills.map(({ billNo }) => ({ billNo, outcome: 'samePerson' })),
        }),
      },
      { search: '?approval=waiting' },
    );
    await choose(page, waiting);
    expect(bar().getByRole('button', { name: '复核 1\u00a0张' })).toBeDefined();
    await page.keyboard.click(bar().getByRole('button', { name: '退回 1\u00a0张' }));
    await page.keyboard.type(question().getByLabelText('退回原因'), '金额待核对');
    await page.keyboard.click(question().getByRole('button', { name: '退回' }));
    expect(await screen.findByText('确认与复核不能是同一人')).toBeDefined();
    expect(page.of('bill.rejectApproval')[0]?.input).toMatchObject({ reason: '金额待核对' });
  });

  it('R10.3 one voucher pays several bills, with what is still open of them', async () => {
    const due: readonly Bill[] = [
      { ...bill, status: 'confirmed', paidAmount: fen(840_650) },
      { ...bill, billNo: 'ZD20261118-00000044', status: 'confirmed', amount: fen(100) },
    ];
    const page = show({
      'bill.page': () => listed(due),
      'file.upload': () => ({ fileId: 'f1', name: '回单.pdf', size: 3, mime: 'application/pdf' }),
      'bill.uploadVoucher': () => ({}),
      'bill.detail': () => ({ ...detail, ...due[0] }),
    });
    await choose(page, ...due);
    await page.keyboard.click(bar().getByRole('button', { name: '上传付款凭证 2\u00a0张' }));
    const form = within(await screen.findByRole('form', { name: '上传付款凭证' }));
    expect(form.getByText('应付 2 张 ¥120,001.00')).toBeDefined();
    await page.keyboard.click(form.getByText('还没有转账？查看收款账户与附言'));
    expect(await form.findByText(detail.payee?.accountNo ?? '')).toBeDefined();
    // Where there is no code of these bills, their numbers name them.
    expect(form.getByText('ZD20261118-00000042 ZD20261118-00000044')).toBeDefined();
    await page.keyboard.upload(form.getByLabelText('付款凭证'), new File(['pdf'], '回单.pdf'));
    await page.keyboard.click(screen.getByRole('button', { name: '提交凭证' }));
    await expect.poll(toasts).toEqual(['凭证已提交，我们核对到账之后通知您']);
    expect(page.of('bill.uploadVoucher')[0]?.input).toMatchObject({ billNos: due.map(({ billNo }) => billNo) });
  });

  it('receipts 2.3 a transfer for several bills has a code of theirs, asked for once the slip is opened', async () => {
    const due = ['1', '2'].map((at): Bill => ({ ...bill, billNo: `ZD20261118-0000004${at}`, status: 'confirmed' }));
    const page = show({
      'bill.page': () => listed(due),
      'bill.detail': () => ({ ...detail, ...due[0] }),
      'receipt.paymentSet': () => ({ paymentCode: 'R4WD3HNG', amount: fen(100) }),
    });
    await choose(page, ...due);
    await page.keyboard.click(bar().getByRole('button', { name: '上传付款凭证 2\u00a0张' }));
    const form = within(await screen.findByRole('form', { name: '上传付款凭证' }));
    expect(page.of('receipt.paymentSet')).toEqual([]);
    const summary = form.getByText('还没有转账？查看收款账户与附言');
    await page.keyboard.click(summary);
    expect(await form.findByText('R4WD3HNG ZD20261118-00000041 ZD20261118-00000042')).toBeDefined();
    await page.keyboard.click(summary);
    await page.keyboard.click(summary);
    expect(page.of('receipt.paymentSet').map(({ input }) => input['billNos'])).toEqual([
      due.map(({ billNo }) => billNo),
    ]);
  });

  it('R1.1 the serial typed for one bill is no other bill’s, and stands again where it was typed', async () => {
    const due = ['1', '2'].map((at): Bill => ({ ...bill, billNo: `ZD20261118-0000004${at}`, status: 'confirmed' }));
    const page = show({ 'bill.page': () => listed(due) });
    const serialOf = async (at: number) => {
      await choose(page, ...due.slice(at, at + 1));
      await page.keyboard.click(bar().getByRole('button', { name: /^上传付款凭证 1/ }));
      return within(await screen.findByRole('form', { name: '上传付款凭证' })).getByLabelText('银行流水号（选填）');
    };
    const leave = async (at: number) => {
      await page.keyboard.click(screen.getByRole('button', { name: '关闭' }));
      await choose(page, ...due.slice(at, at + 1));
    };
    await page.keyboard.type(await serialOf(0), 'S-1');
    await leave(0);
    expect(await serialOf(1)).toHaveProperty('value', '');
    await leave(1);
    expect(await serialOf(0)).toHaveProperty('value', 'S-1');
  });
});
