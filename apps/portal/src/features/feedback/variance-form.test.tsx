import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  unreachable,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import type { BillLine } from './feedback-queries.ts';
import { VarianceForm, type VarianceFormProps } from './variance-form.tsx';

const bill = {
  billNo: 'ZD20261118-00000042',
  direction: 'payable',
  stageName: '2026 年 10 月',
  productName: '经营贷款咨询',
  amount: fen(120_000),
} as const;

const line = (at: number, amount: number, more: Partial<BillLine> = {}): BillLine => ({
  lineId: `line-${at}`,
  loanNo: `HT-${at}`,
  stageId: 'stage-1',
  orgId: 'org-1',
  projectId: 'project-1',
  productId: 'loan',
  borrowerMasked: '张*',
  loanAmount: fen(amount * 80),
  quantity: null,
  unit: '元',
  rate: null,
  amount: fen(amount),
  occurredOn: '2026-10-15',
  computation: '',
  rule: { ruleId: 'r', version: 1 },
  ...more,
});
const lines = (items: BillLine[], total = items.length): CallReply<'bill.lines'> => ({
  items,
  total,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
});

const show = (answers: Answers = {}, props: Partial<VarianceFormProps> = {}) => {
  const onClaimed = vi.fn();
  const page = showPage(<VarianceForm bill={bill} onClaimed={onClaimed} {...props} />, {
    at: '/merchant/userCenter/feedback',
    state: { user, auth: {} },
    answers: {
      'bill.varianceFeedback': () => ({ feedbackNo: 'FK1' }),
      'bill.lines': () => lines([line(1, 70_000), line(2, 50_000, { adjustedAmount: fen(40_000) })]),
      ...answers,
    },
  });
  const type = (label: string, words: string) => page.keyboard.type(screen.getByLabelText(label), words);
  const send = () => page.keyboard.click(screen.getByRole('button', { name: '提交差异' }));
  return { ...page, onClaimed, type, send, asked: () => page.of('bill.varianceFeedback').map(({ input }) => input) };
};
const difference = () => document.querySelector('output')?.textContent;

describe('the form of a claim', () => {
  it('R10.4 disputes the whole bill: yuan become fen, the difference is shown and the next step is stated', async () => {
    const page = show();
    expect(screen.getByText(/答复之前不能确认/)).toBeDefined();
    expect(difference()).toContain('账单所示 ¥1,200.00');
    await page.type('账单金额应为', '1,000.05');
    expect(difference()).toContain('相差 -¥199.95');
    await page.type('原因', ' 少计了一笔退费 ');
    await page.send();
    await expect.poll(() => page.onClaimed.mock.calls).toEqual([['FK1']]);
    expect(page.asked()).toEqual([
      {
        billNo: bill.billNo,
        claimedAmount: 100_005,
        reason: '少计了一笔退费',
        idempotencyKey: expect.any(String),
      },
    ]);
    expect(toasts()).toEqual(['差异反馈已提交，平台答复后通知您']);
  });

  it.each([
    ['', '请填写您认为正确的金额'],
    ['12.345', '请填写金额，最多两位小数'],
    ['-1', '请填写金额，最多两位小数'],
    ['1200', '与账单所示相同，没有差异可以反馈'],
  ])('R10.4 an amount of “%s” is refused at its field before anything is sent', async (typed, hint) => {
    const page = show();
    if (typed !== '') await page.type('账单金额应为', typed);
    await page.send();
    expect(await screen.findByText(hint)).toBeDefined();
    expect(screen.getByText('请填写原因')).toBeDefined();
    expect(page.asked()).toEqual([]);
  });

  it('R10.4 a claim of 0, and one above the bill, are sent', async () => {
    for (const [typed, amount] of [
      ['0', 0],
      ['99999', 9_999_900],
    ] as const) {
      const page = show();
      await page.type('账单金额应为', typed);
      await page.type('原因', '原因');
      await page.send();
      await expect.poll(() => page.asked()[0]?.['claimedAmount']).toBe(amount);
      page.unmount();
    }
  });

  it('R10.4 disputes chosen lines, with what stands of them after former answers', async () => {
    const page = show({
      'bill.lines': ({ loanNo }) =>
        lines(loanNo === 'HT-9' ? [] : [line(1, 70_000), line(2, 50_000, { adjustedAmount: fen(40_000) })], 800),
    });
    await page.keyboard.click(screen.getByRole('radio', { name: '部分明细' }));
    const list = within(await screen.findByRole('list', { name: '可选的明细' }));
    expect(screen.getByText(/共 800 条，这里显示前 2 条/)).toBeDefined();
    await page.send();
    expect(await screen.findByText('请选择至少一条明细')).toBeDefined();
    await page.keyboard.click(list.getByRole('checkbox', { name: /HT-1/ }));
    await page.keyboard.click(list.getByRole('checkbox', { name: /HT-2/ }));
    expect(difference()).toContain('所选 2\u00a0条明细所示 ¥1,100.00');
    const chosen = within(screen.getByRole('list', { name: '已选择的明细' }));
    await page.keyboard.click(chosen.getByRole('button', { name: '去掉 HT-1' }));
    await page.type('所选明细合计应为', '300');
    expect(difference()).toContain('相差 -¥100.00');
    await page.type('原因', '重复计费');
    await page.type('业务编号', 'HT-9{enter}');
    expect(await screen.findByText('没有这个业务编号的明细')).toBeDefined();
    await page.send();
    await expect.poll(() => page.asked()).toMatchObject([{ claimedAmount: 30_000, lineIds: ['line-2'] }]);
  });

  it.each([
    // Lines of ¥1,200.00 under a cap of ¥1,000.00: what the cap took off is not given back with a line.
    [
      { amount: fen(100_000), billCapAmount: fen(100_000) },
      '600',
      '变为 ¥1,000.00（不变）按计费规则，每张账单最高 ¥1,000.00：账单的变化因此与所选明细的相差不同',
    ],
    [
      { amount: fen(100_000), billCapAmount: fen(100_000) },
      '300',
      '变为 ¥800.00（-¥200.00）按计费规则，每张账单最高 ¥1,000.00：',
    ],
    [
      { amount: fen(120_000), billMinimumAmount: fen(90_000) },
      '0',
      '变为 ¥900.00（-¥300.00）按计费规则，每张账单最低 ¥900.00：',
    ],
    [
      { amount: fen(120_000), billMinimumAmount: fen(10_000), billCapAmount: fen(500_000) },
      '600',
      '变为 ¥1,100.00（-¥100.00）按计费规则，每张账单最低 ¥100.00、最高 ¥5,000.00，所选明细变化时仍然适用',
    ],
  ])(
    'R10.4 of a bill with %j a claim of ¥%s on lines says what the bill would come to',
    async (bounded, typed, after) => {
      const { amount, ...bounds } = bounded;
      const page = show(
        {},
        {
          bill: { ...bill, amount, limits: { ...bounds, linesAmount: fen(120_000) } },
          lines: [{ lineId: 'line-1', loanNo: 'HT-1', amount: fen(70_000) }],
        },
      );
      expect(difference()).toMatch(/每张账单最[低高]/);
      expect(difference()).not.toContain('变为');
      await page.type('所选明细合计应为', typed);
      expect(difference()).toContain(after);
      // Of the whole bill the claim is the amount.
      await page.keyboard.click(screen.getByRole('radio', { name: '整张账单' }));
      expect(difference()).not.toMatch(/每张账单|变为/);
    },
  );

  it('R10.4 of an unbounded bill a claim on lines moves the bill as it moves them', async () => {
    const chosen = [{ lineId: 'line-7', loanNo: 'HT-7', amount: fen(5000) }];
    const page = show({}, { lines: chosen });
    expect(difference()).not.toContain('变为');
    await page.type('所选明细合计应为', '20');
    expect(difference()).toContain('账单由 ¥1,200.00 变为 ¥1,170.00（-¥30.00）');
    expect(difference()).not.toContain('每张账单');
    // Beyond what there is of money nothing is reckoned.
    await page.keyboard.clear(screen.getByLabelText('所选明细合计应为'));
    await page.type('所选明细合计应为', '90071992547409.91');
    expect(difference()).not.toContain('变为');
  });

  it('R10.4 begins with the lines that were chosen before', async () => {
    const chosen = [{ lineId: 'line-7', loanNo: 'HT-7', amount: fen(5000) }];
    const page = show({}, { lines: chosen });
    expect(difference()).toContain('所选 1\u00a0条明细所示 ¥50.00');
    await page.type('所选明细合计应为', '0');
    await page.type('原因', '没有发生');
    await page.send();
    await expect.poll(() => page.asked()).toMatchObject([{ claimedAmount: 0, lineIds: ['line-7'] }]);
  });

  it('R5.7 stores its files once and sends them, also from the camera of a phone', async () => {
    pageTypeStore.set('H5');
    try {
      let tries = 0;
      const page = show({
        'feedback.upload': () => ({ fileId: `f${(tries += 1)}` }),
        'bill.varianceFeedback': () => {
          if (page.asked().length === 1) throw unreachable('bill.varianceFeedback');
          return { feedbackNo: 'FK1' };
        },
      });
      const camera = screen.getByLabelText('现场拍照');
      expect([camera.getAttribute('capture'), camera.getAttribute('accept')]).toEqual([
        'environment',
        'image/jpeg,image/png',
      ]);
      const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
      fireEvent.change(camera, { target: { files: [file('IMG_1.jpg')] } });
      fireEvent.change(screen.getByLabelText('附件（选填）'), {
        target: { files: [file('说明.pdf'), file('脚本.exe')] },
      });
      expect(await screen.findByText(/脚本.exe：请选择/)).toBeDefined();
      await page.keyboard.click(screen.getByRole('button', { name: '去掉 说明.pdf' }));
      await page.type('账单金额应为', '1');
      await page.type('原因', '原因');
      await page.send();
      await expect.poll(() => toasts().length).toBe(1);
      await page.send();
      await expect.poll(() => page.onClaimed.mock.calls.length).toBe(1);
      expect(page.of('feedback.upload')).toHaveLength(1);
      expect(page.asked().map(({ fileIds }) => fileIds)).toEqual([['f1'], ['f1']]);
      expect(page.asked()[0]?.['idempotencyKey']).toBe(page.asked()[1]?.['idempotencyKey']);
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R10.4 takes five files at most', async () => {
    show();
    const six = Array.from({ length: 6 }, (_, at) => new File(['x'], `${at}.png`, { lastModified: at }));
    fireEvent.change(screen.getByLabelText('附件（选填）'), { target: { files: six } });
    expect(await screen.findByText('最多 5 个文件')).toBeDefined();
    expect(within(screen.getByRole('list', { name: '已选择的附件' })).getAllByRole('listitem')).toHaveLength(5);
  });

  it('ux Always a refusal leaves what was typed, also for the next visit', async () => {
    const page = show({
      'bill.varianceFeedback': () => {
        throw refusal('bill.varianceFeedback', 'RHSY409');
      },
    });
    await page.type('账单金额应为', '1');
    await page.type('原因', '很长的原因');
    await page.send();
    await expect.poll(() => toasts()).toEqual(['数据已发生变化，请刷新后重试']);
    page.unmount();
    show();
    expect(screen.getByLabelText('原因')).toHaveProperty('value', '很长的原因');
    expect(screen.getByLabelText('账单金额应为')).toHaveProperty('value', '1');
  });

  it('R10.4 asks for the photo again that a new login could not keep, until it is there', async () => {
    const photo = () => new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
    const page = show();
    await page.type('原因', '少计了一笔退费');
    fireEvent.change(screen.getByLabelText('附件（选填）'), { target: { files: [photo()] } });
    await screen.findByText('IMG_1.jpg');
    expect(screen.queryByText(/附件未能保留/)).toBeNull();
    page.unmount();
    const again = show({ 'feedback.upload': () => ({ fileId: 'f1' }) });
    expect(screen.getByLabelText('原因')).toHaveProperty('value', '少计了一笔退费');
    expect(screen.getByText('附件未能保留，请重新添加：IMG_1.jpg').closest('[role=status]')).not.toBeNull();
    fireEvent.change(screen.getByLabelText('附件（选填）'), { target: { files: [photo()] } });
    expect(screen.queryByText(/附件未能保留/)).toBeNull();
    await again.type('账单金额应为', '1');
    await again.send();
    await expect.poll(() => again.asked()).toMatchObject([{ fileIds: ['f1'] }]);
    again.unmount();
    show();
    expect(screen.queryByText(/附件未能保留/)).toBeNull();
  });
});
