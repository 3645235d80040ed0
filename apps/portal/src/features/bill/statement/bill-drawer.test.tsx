import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadExportDialog } from '#features/export/export.shared.ts';
import '#kernel/testing/in-sight.fixture.ts';
import { type Answers, refusal, screen, showPage, toasts, user, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail, line, rule } from '../bill.fixture.ts';
import type { BillDetail } from '../bill-queries.ts';
import { loadBillSteps } from './bill-actions.tsx';
import { BillDrawer } from './bill-drawer.tsx';
import { loadBillParts } from './bill-parts.ts';
import { loadRuleDialog } from './lazy-rule-dialog.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([
    loadChunk(loadExportDialog),
    loadChunk(loadBillSteps.question),
    loadChunk(loadBillSteps.voucher),
    loadChunk(loadRuleDialog),
    loadChunk(loadBillParts.rest),
  ]);
}, 60_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T15:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const all = { 'bill.confirm': true, 'bill.approve': true, 'feedback.write': true, 'loanConsult.read': true };
const confirmed: Partial<BillDetail> = {
  status: 'confirmed',
  dueIsExpected: false,
  confirmedAt: '2026-11-20T02:00:00.000Z',
  confirmedBy: '王小明',
};

const show = (more: Partial<BillDetail> = {}, answers: Answers = {}, auth: Record<string, boolean> = all) =>
  showPage(<BillDrawer billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/merchant/userCenter/bill?open=${bill.billNo}`,
    state: { user, auth },
    answers: {
      'bill.detail': () => ({ ...detail, ...more }),
      'bill.lines': () => ({ items: [line], total: 1, page: 1, pageSize: 20, nextCursor: null }),
      'bill.rule': () => rule,
      ...answers,
    },
  });
const drawer = async () => within(await screen.findByRole('dialog', { name: '账单详情' }));
const slipText = async () => (await (await drawer()).findByRole('region', { name: '下一步' })).textContent ?? '';

describe('the statement of a bill', () => {
  it('R10.3 shows the amount in figures and capitals, both parties, and by when to confirm', async () => {
    show();
    const shown = await drawer();
    expect(await shown.findByText('人民币壹拾贰万捌仟肆佰零陆元伍角整')).toBeDefined();
    expect(shown.getByText('示例商贸有限公司 → 融惠（示例）')).toBeDefined();
    expect(await slipText()).toMatch(/请核对并确认.*还剩 3 天 1 小时.*请在 2026-11-25\u00a024:00 前确认，逾期自动确认/);
    expect(shown.getByText('2026-12-05（预计）')).toBeDefined();
    expect(shown.getByText('¥7,268.29（税率 6%）')).toBeDefined();
  });

  it('R10.3 says how the amount came about: lines with their rule and version, and each adjustment with its reason', async () => {
    const page = show();
    const shown = await drawer();
    const rule = await shown.findByText('按贷款金额的 1.2% 收取');
    expect(rule.closest('li')?.textContent).toContain('规则第 3 版 · 1,283\u00a0条明细 · ¥129,036.50');
    const adjustment = shown.getByText('¥129,036.50 → ¥128,406.50：HT-19877 重复计费');
    expect(adjustment.closest('details')?.open).toBe(false);
    await page.keyboard.click(shown.getByText('调整', { selector: 'summary span' }));
    expect(adjustment.closest('details')?.open).toBe(true);
    expect(shown.getByRole('list', { name: '调整的明细' }).textContent).toBe('HT-19877：¥630.00 → ¥0.00');
    expect(shown.getByRole('link', { name: 'HT-19877' }).getAttribute('href')).toContain(
      `open=${bill.billNo}&line=HT-19877`,
    );
    expect(shown.getAllByRole('link', { name: '差异反馈 FK20261118-00000018' })[0]?.getAttribute('href')).toContain(
      'open=FK20261118-00000018',
    );
  });

  it('R10.3 the rule as a whole stands behind its version: its numbers, from when, by whom, and what it made of the bill', async () => {
    const page = show();
    const [ofBill] = await (await drawer()).findAllByRole('button', { name: '规则第 3 版' });
    await page.keyboard.click(ofBill as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: '计费规则' }));
    const versions = await dialog.findByRole('list', { name: '规则的各个版本，最新的在前' });
    expect(page.of('bill.rule')[0]?.input).toEqual({ billNo: bill.billNo, ruleId: 'rule-1' });
    expect(
      within(versions)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(
        /^第 3 版用于本账单规则第 3 版，自 2026-10-01 起.*适用 1,283 笔.*平台运营 · 2026-09-20 10:00 制定$/,
      ),
      expect.stringMatching(/^第 2 版规则第 2 版，自 2026-01-01 起.*平台运营 · 2025-12-20 10:00 制定$/),
    ]);
    expect(dialog.getByText(/^适用于：经营贷款咨询，所有机构，所有商户一致/)).toBeDefined();
    await page.keyboard.click(dialog.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog', { name: '计费规则' })).toBeNull();
  });

  it('R10.3 a line says by which version it was reckoned, and leads to the rule', async () => {
    const page = show();
    const row = (await (await drawer()).findByRole('link', { name: 'HT-19876' })).closest('li');
    if (row === null) throw new Error('a line is a list item');
    await page.keyboard.click(within(row).getByRole('button', { name: '规则第 3 版' }));
    expect(await screen.findByRole('dialog', { name: '计费规则' })).toBeDefined();
  });

  it('R10.3 a rule that failed to come can be asked for again', async () => {
    let tries = 0;
    const page = show(
      {},
      {
        'bill.rule': () => {
          tries += 1;
          if (tries === 1) throw refusal('bill.rule', 'RHSY429');
          return rule;
        },
      },
    );
    await page.keyboard.click(
      (await (await drawer()).findAllByRole('button', { name: '规则第 3 版' }))[0] as HTMLElement,
    );
    const dialog = within(await screen.findByRole('dialog', { name: '计费规则' }));
    await page.keyboard.click(await dialog.findByRole('button', { name: '重试' }));
    expect(await dialog.findByText('第 2 版')).toBeDefined();
  });

  it('R10.3 says why it is more than the bill of the stage before, by parts that add up to the difference', async () => {
    show();
    const shown = await drawer();
    expect(await shown.findByText('比上期多 ¥8,420.10')).toBeDefined();
    expect(shown.getByText('笔数增加 86 笔（1,197 → 1,283）').parentElement?.textContent).toContain('+¥8,620.10');
    expect(shown.getByRole('link', { name: '2026 年 9 月 ZD20261018-00000039' }).getAttribute('href')).toContain(
      'open=ZD20261018-00000039',
    );
  });

  it('R1.4 on H5 there is no printing, and a bill without actions has no bar for them', async () => {
    pageTypeStore.set('H5');
    try {
      const page = show({ status: 'disputed' });
      await slipText();
      expect((await drawer()).queryByRole('button', { name: '打印' })).toBeNull();
      // The bar is not shown while it is empty.
      expect(screen.getByRole('dialog').firstElementChild?.lastElementChild?.textContent).toBe('');
      page.unmount();
      clearQueries();
      show();
      expect(await (await drawer()).findByRole('button', { name: '确认账单' })).toBeDefined();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R10.3 without a bill of the stage before it says so', async () => {
    show({ comparison: null });
    expect(await (await drawer()).findByText(/无从比较/)).toBeDefined();
  });

  it.each([
    [{ status: 'disputed' }, /差异处理中.*由平台答复/],
    [{ ...confirmed }, /请付款并上传凭证.*请在 2026-12-05 前转账.*0000 1111.*转账附言K7M29PXH/],
    [{ ...confirmed, dueOn: '2026-11-20' }, /付款已逾期 2\u00a0天.*请尽快转账/],
    [{ ...confirmed, dueOn: '2026-11-20', inCheck: true }, /付款凭证审核中付款已逾期 2\u00a0天。由平台办理/],
    [{ ...confirmed, autoConfirmed: true }, /确认截止已过，账单已自动确认/],
    [{ ...confirmed, autoApproved: true }, /复核视同通过/],
    [{ ...confirmed, paidAmount: fen(100_000) }, /已付 ¥1,000.00，未付 ¥127,406.50/],
    [{ ...confirmed, direction: 'receivable', payee: null }, /等待平台付款.*由平台办理/],
    [{ ...confirmed, approval: 'waiting' }, /等待另一人复核.*确认与复核不能是同一人/],
    [{ ...confirmed, approval: 'waiting', canApprove: true }, /请复核.*由 王小明 确认/],
    [{ ...confirmed, approval: 'waiting', dueOn: '2026-11-20' }, /等待另一人复核.*付款已逾期 2\u00a0天。请在/],
  ] satisfies [Partial<BillDetail>, RegExp][])(
    'R10.3 with %o the next step says who acts and by when',
    async (more, text) => {
      show(more);
      expect(await slipText()).toMatch(text);
    },
  );

  it('R10.3 after a voucher its check is awaited; after a part payment the rest is to be paid', async () => {
    const voucher = {
      voucherId: 'v1',
      paidAt: '2026-11-20T01:00:00.000Z',
      sentAt: '2026-11-20T02:00:00.000Z',
      by: '王小明',
      billNos: [bill.billNo],
      files: [{ fileId: 'f1', name: '回单.pdf' }],
    };
    const sent = show({ ...confirmed, inCheck: true, vouchers: [voucher] });
    expect(await slipText()).toMatch(/付款凭证审核中.*由平台办理/);
    sent.unmount();
    clearQueries();
    const part = {
      amount: fen(100_000),
      on: '2026-11-20',
      serial: 'S-1',
      by: '平台财务',
      at: '2026-11-21T02:00:00.000Z',
    };
    show({ ...confirmed, vouchers: [voucher], settlements: [part], paidAmount: fen(100_000) });
    expect(await slipText()).toMatch(/请付款并上传凭证.*未付 ¥127,406.50/);
  });

  it('R10.3 a settled bill asks for nothing, and shows its payments and vouchers', async () => {
    show({
      ...confirmed,
      status: 'settled',
      paidAmount: bill.amount,
      settledAt: '2026-12-01T02:00:00.000Z',
      settlements: [
        { amount: bill.amount, on: '2026-11-30', serial: 'S-1', by: '平台财务', at: '2026-12-01T02:00:00.000Z' },
      ],
      vouchers: [
        {
          voucherId: 'v1',
          paidAt: '2026-11-30T01:00:00.000Z',
          bankSerial: 'S-1',
          sentAt: '2026-11-30T02:00:00.000Z',
          by: '王小明',
          billNos: [bill.billNo, 'ZD20261118-00000044'],
          files: [{ fileId: 'f1', name: '回单.pdf' }],
        },
      ],
    });
    const shown = await drawer();
    expect(await shown.findByRole('list', { name: '结算记录' })).toHaveProperty(
      'textContent',
      expect.stringMatching(/2026-11-30¥128,406.50银行流水号 S-1/),
    );
    const other = shown.getByRole('link', { name: 'ZD20261118-00000044' });
    expect(other.parentElement?.parentElement?.textContent).toContain('同时对应 1\u00a0张账单：ZD20261118-00000044');
    expect(shown.getByRole('button', { name: '下载 回单.pdf' })).toBeDefined();
    expect(shown.queryByRole('region', { name: '下一步' })).toBeNull();
    expect(shown.queryByRole('button', { name: '确认账单' })).toBeNull();
  });

  it('R10.3 lines have their computation in words, more by cursor, and are found by their reference; on H5 too', async () => {
    pageTypeStore.set('H5');
    try {
      const page = show(
        {},
        {
          'bill.lines': ({ cursor, loanNo }) => ({
            items: [{ ...line, lineId: cursor ?? loanNo ?? 'line-1', loanNo: cursor ?? loanNo ?? line.loanNo }],
            ...(cursor === undefined && { total: 2 }),
            page: 1,
            pageSize: 20,
            nextCursor: cursor === undefined && loanNo === undefined ? 'HT-19999' : null,
          }),
        },
      );
      const shown = await drawer();
      expect(await shown.findByText('¥50,000.00 × 1.2% = ¥600.00')).toBeDefined();
      expect(shown.getByRole('link', { name: 'HT-19876' }).getAttribute('href')).toBe(
        '#/merchant/userCenter/loanConsult?stageId=stage-10&loanNo=HT-19876',
      );
      expect(shown.getByText(/^纸上只有已显示的 1.条；全部明细/)).toBeDefined();
      await page.keyboard.click(shown.getByRole('button', { name: '加载更多' }));
      expect(await shown.findByText('HT-19999')).toBeDefined();
      await page.keyboard.type(shown.getByRole('textbox', { name: '业务编号' }), 'HT-2{Enter}');
      expect(await shown.findByText('HT-2')).toBeDefined();
      expect(page.of('bill.lines').map(({ input }) => [input['cursor'], input['loanNo']])).toEqual([
        [undefined, undefined],
        ['HT-19999', undefined],
        [undefined, 'HT-2'],
      ]);
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R10.3 a line that an answer changed shows both fees', async () => {
    show(
      {},
      {
        'bill.lines': () => ({ items: [{ ...line, adjustedAmount: noFen }], page: 1, pageSize: 20, nextCursor: null }),
      },
    );
    const row = (await (await drawer()).findByText('HT-19876')).closest('li');
    expect(row?.querySelector('s')?.textContent).toBe('¥600.00');
    expect(row?.textContent).toContain('¥0.00');
  });

  it('R10.3 the timeline has every amount that the bill ever had, and why', async () => {
    show();
    const timeline = await (await drawer()).findByRole('list', { name: '账单经过，最近的在前' });
    const [adjusted, disputed, issued] = within(timeline)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(adjusted).toMatch(/调整金额¥129,036.50 → ¥128,406.50HT-19877 重复计费/);
    expect(disputed).toContain('提出差异¥129,036.50');
    expect(issued).toContain('出账¥129,036.50');
  });

  it('R2.9 a bill of another tenant reads as one that does not exist; a failure can be tried again', async () => {
    const missing = show(
      {},
      {
        'bill.detail': () => {
          throw refusal('bill.detail', 'RHSY404');
        },
      },
    );
    expect(await (await drawer()).findByText('没有这张账单')).toBeDefined();
    missing.unmount();
    clearQueries();
    let tries = 0;
    const page = show(
      {},
      {
        'bill.detail': () => {
          tries += 1;
          if (tries === 1) throw refusal('bill.detail', 'RHSY429');
          return detail;
        },
      },
    );
    await page.keyboard.click(await (await drawer()).findByRole('button', { name: '重试' }));
    expect(await slipText()).toContain('请核对并确认');
  });
});

describe('the steps of a bill', () => {
  const press = async (page: ReturnType<typeof show>, name: string) =>
    page.keyboard.click(await (await drawer()).findByRole('button', { name }));
  const question = () => within(screen.getByRole('alertdialog'));

  it('R10.3 is confirmed after its numbers were shown, with the amount that was seen; by keyboard', async () => {
    const page = show(
      {},
      { 'bill.batchConfirm': () => ({ results: [{ billNo: bill.billNo, outcome: 'confirmed' }] }) },
    );
    (await (await drawer()).findByRole('button', { name: '确认账单' })).focus();
    await page.keyboard.keyboard('{Enter}');
    expect(question().getByText(`${bill.billNo}：应付 1 张 ¥128,406.50`)).toBeDefined();
    expect(question().getByText(/不能自行撤回/)).toBeDefined();
    question().getByRole('button', { name: '确认账单' }).focus();
    await page.keyboard.keyboard('{Enter}');
    await expect.poll(toasts).toEqual(['账单已确认']);
    const { idempotencyKey, ...sent } = page.of('bill.batchConfirm')[0]?.input ?? {};
    expect(sent).toEqual({ bills: [{ billNo: bill.billNo, amount: 12_840_650 }] });
    expect(idempotencyKey).toMatch(/^[\w-]{16,}$/);
    await expect.poll(() => page.of('bill.detail').length).toBe(2);
  });

  it('R10.3 one whose amount has changed is not confirmed, and asks again with the new amount', async () => {
    const page = show(
      {},
      {
        'bill.batchConfirm': ({ bills }) => ({
          results: bills.map(({ billNo, amount }) =>
            amount === 12_840_650
              ? { billNo, outcome: 'changed' as const, amount: fen(12_000_000) }
              : { billNo, outcome: 'waitingApproval' as const },
          ),
        }),
      },
    );
    await press(page, '确认账单');
    await page.keyboard.click(question().getByRole('button', { name: '确认账单' }));
    expect(await question().findByText(/金额已由 ¥128,406.50 变为 ¥120,000.00，没有办理/)).toBeDefined();
    await page.keyboard.click(question().getByRole('button', { name: '按 ¥120,000.00 确认' }));
    await expect.poll(toasts).toEqual(['已提交，待复核']);
    const [first, second] = page.of('bill.batchConfirm').map(({ input }) => input);
    expect(second?.['bills']).toEqual([{ billNo: bill.billNo, amount: 12_000_000 }]);
    expect(second?.['idempotencyKey']).not.toBe(first?.['idempotencyKey']);
  });

  it('R4.9 a second person approves, or sends back with a reason', async () => {
    const waiting = { ...confirmed, approval: 'waiting', canApprove: true } as const;
    const approved = show(waiting, {
      'bill.approve': () => ({ results: [{ billNo: bill.billNo, outcome: 'confirmed' }] }),
    });
    await press(approved, '复核通过');
    await approved.keyboard.click(question().getByRole('button', { name: '复核通过' }));
    await expect.poll(toasts).toEqual(['复核通过，账单已确认']);
    approved.unmount();
    clearQueries();
    const page = show(waiting, {
      'bill.rejectApproval': () => ({ results: [{ billNo: bill.billNo, outcome: 'sentBack' }] }),
    });
    await press(page, '退回');
    const send = question().getByRole<HTMLButtonElement>('button', { name: '退回' });
    expect(send.disabled).toBe(true);
    await page.keyboard.type(question().getByLabelText('退回原因'), '请核对 HT-19876');
    await page.keyboard.click(send);
    await expect.poll(toasts).toContain('已退回，账单重新待确认');
    expect(page.of('bill.rejectApproval')[0]?.input).toMatchObject({
      bills: [{ billNo: bill.billNo, amount: 12_840_650 }],
      reason: '请核对 HT-19876',
    });
  });

  it('R4.9 who confirmed does not approve, and a viewer decides nothing', async () => {
    const own = show({ ...confirmed, approval: 'waiting', canApprove: false });
    await slipText();
    expect((await drawer()).queryByRole('button', { name: '复核通过' })).toBeNull();
    expect((await drawer()).queryByRole('button', { name: '上传付款凭证' })).toBeNull();
    own.unmount();
    clearQueries();
    show({}, {}, {});
    await slipText();
    expect((await drawer()).queryByRole('button', { name: '确认账单' })).toBeNull();
    expect((await drawer()).queryByRole('link', { name: '提出差异' })).toBeNull();
  });

  it('R10.3 a variance is claimed from here', async () => {
    show();
    expect((await (await drawer()).findByRole('link', { name: '提出差异' })).getAttribute('href')).toBe(
      `#/merchant/userCenter/feedback?billNo=${bill.billNo}&claim=new`,
    );
  });

  it('R10.3 a voucher is sent with its file, its time in Shanghai and the serial', async () => {
    const page = show(confirmed, {
      'file.upload': () => ({ fileId: 'f1', name: '回单.pdf', size: 3, mime: 'application/pdf' }),
      'bill.uploadVoucher': () => ({}),
    });
    await press(page, '上传付款凭证');
    const form = within(await screen.findByRole('form', { name: '上传付款凭证' }));
    expect(form.getByText('应付 1 张 ¥128,406.50')).toBeDefined();
    await page.keyboard.click(screen.getByRole('button', { name: '提交凭证' }));
    expect(await form.findByText('请选择银行回单')).toBeDefined();
    expect(page.of('bill.uploadVoucher')).toEqual([]);
    await page.keyboard.upload(form.getByLabelText('付款凭证'), new File(['pdf'], '回单.pdf'));
    await page.keyboard.type(form.getByLabelText('银行流水号（选填）'), 'S-1');
    await page.keyboard.click(screen.getByRole('button', { name: '提交凭证' }));
    await expect.poll(toasts).toEqual(['凭证已提交，我们核对到账之后通知您']);
    expect(page.of('bill.uploadVoucher')[0]?.input).toMatchObject({
      billNos: [bill.billNo],
      fileIds: ['f1'],
      paidAt: '2026-11-22T15:00:00.000Z',
      bankSerial: 'S-1',
    });
  });

  it('R10.3 R10.5 the lines that are shown are exported from their head', async () => {
    const page = show({}, {}, { ...all, 'export.create': true });
    await (await drawer()).findByRole('link', { name: 'HT-19876' });
    await page.keyboard.type(screen.getByLabelText('业务编号'), 'HT-19');
    await page.keyboard.click(screen.getByRole('button', { name: '查找' }));
    await page.keyboard.click(screen.getByRole('button', { name: '导出' }));
    const dialog = within(await screen.findByRole('dialog', { name: '导出账单明细' }));
    expect(dialog.getByText(/HT-19/)).toBeDefined();
    await page.keyboard.click(dialog.getByRole('button', { name: '开始导出' }));
    await expect
      .poll(() => page.of('export.create')[0]?.input)
      .toMatchObject({ kind: 'billLines', filter: { billNo: bill.billNo, loanNo: 'HT-19' } });
  });

  it('R10.3 the paper has the statement with its digest and payee, and the first 200 lines with how to get all', async () => {
    const printed: string[] = [];
    vi.stubGlobal('print', () => printed.push(document.body.textContent ?? ''));
    const many = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({ ...line, lineId: `l${from + at}`, loanNo: `HT-${from + at}` }));
    const page = show(
      {},
      {
        'bill.lines': ({ pageSize, cursor }) => ({
          items:
            pageSize === 100
              ? many(cursor === undefined ? 0 : 100).map((each, at) =>
                  cursor === undefined && at === 0 ? { ...each, adjustedAmount: fen(50_000) } : each,
                )
              : [line],
          page: 1,
          pageSize: pageSize ?? 20,
          nextCursor: 'more',
        }),
      },
    );
    await press(page, '打印');
    await expect.poll(() => printed.length).toBe(1);
    for (const text of [
      '结算账单',
      '0000 1111',
      detail.digest,
      'HT-199',
      '这里列出前 200\u00a0条',
      '这张账单的“明细”处导出',
      '重复计费',
      // A fee that is not what its computation says tells why, and the lines on paper add up.
      '¥50,000.00 × 1.2% = ¥600.00，反馈调整为 ¥500.00',
      '以上 200\u00a0条小计¥119,900.00',
    ]) {
      expect(printed[0]).toContain(text);
    }
    dispatchEvent(new Event('afterprint'));
    await expect.poll(() => screen.queryByText('附件：明细')).toBeNull();
    vi.unstubAllGlobals();
  });
});
