import { fen } from '@ronghui/domain/money';
import { invalidate } from '@ronghui/web/queries/query-client';
import { describe, expect, it } from 'vitest';
import { type Answers, act, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail } from './settlement.fixture.ts';
import { SettlementDrawer } from './settlement-drawer.tsx';
import { SettlementListPage } from './settlement-list-page.tsx';
import type { OpenSums } from './settlement-queries.ts';

const part = { total: 3, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const open = { count: 1, overdueCount: 1, inCheckCount: 1 };
const sums: OpenSums = {
  payable: { ...open, remainingAmount: fen(100_000), overdueAmount: fen(100_000) },
  receivable: { count: 2, remainingAmount: fen(70_000), overdueCount: 0, overdueAmount: fen(0), inCheckCount: 0 },
};
const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const answers: Answers = {
  'ops.bill.toSettle': () => ({
    items: [bill],
    total: 1,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.bill.toSettleSum': () => sums,
  'ops.bill.detail': () => detail,
  'ops.bill.lines': () => ({ ...part, items: [], total: 0 }),
  'ops.bill.names': () => ({ items: [] }),
  'ops.bill.settle': () => ({ results: [{ billNo: bill.billNo, outcome: 'settled', remainingAmount: fen(0) }] }),
};
const drawer = (more: Answers = {}, held: object = auth) =>
  showPage(<SettlementDrawer list="settlement" billNo={bill.billNo} onClose={() => undefined} />, {
    at: '/settlement?open=ZD20261120-1',
    answers: { ...answers, ...more },
    state: { auth: held },
  });
const press = (shown: ReturnType<typeof drawer>) =>
  shown.keyboard.click(screen.getByRole('button', { name: '登记收款' }));
const confirm = async (shown: ReturnType<typeof drawer>) =>
  shown.keyboard.click(await screen.findByRole('button', { name: '确认登记' }));

describe('R11.6 the settlement desk of the console', () => {
  it('R11.6 shows what is open, and the two directions side by side', async () => {
    const shown = showPage(<SettlementListPage />, { at: '/settlement', answers, state: { auth } });
    expect(await screen.findByText('云栖商贸有限公司', { selector: 'td, td *' })).toBeDefined();
    expect(await screen.findByText('¥700.00')).toBeDefined();
    expect(screen.getByText(/逾期 1 张 ¥1,000.00，凭证待核对 1 张/)).toBeDefined();
    expect(shown.of('ops.bill.toSettle')[0]?.input).not.toHaveProperty('queue');
  });

  it('R11.6 filters by queue, direction and due day; what is settled has no open sums', async () => {
    const shown = showPage(<SettlementListPage />, {
      at: '/settlement?queue=settled&direction=receivable&dueFrom=2026-11-01',
      answers,
      state: { auth },
    });
    await expect
      .poll(() => shown.of('ops.bill.toSettle')[0]?.input)
      .toMatchObject({
        queue: 'settled',
        direction: 'receivable',
        dueFrom: '2026-11-01',
      });
    expect(shown.of('ops.bill.toSettleSum')).toEqual([]);
  });

  it('ux Console a bill begins as its merchant’s statement does', async () => {
    drawer();
    const subject = await screen.findByRole('heading', { level: 3, name: '2026年10月 · 员工弹性福利 · 示例机构' });
    expect(screen.getAllByRole('heading', { level: 3 })[0]).toBe(subject);
    expect(subject.parentElement?.parentElement?.textContent).toContain('向商户收 ¥1,200.00人民币壹仟贰佰元整');
  });

  it('R11.6 shows how the amount came about: its parts, the rules with their numbers, and the lines of the bill', async () => {
    const rule = { ruleId: 'r1', version: 2, text: '按贷款金额的 1.20% 计费', share: '100.00 × 1.20% = 1.20' };
    const shown = drawer({
      'ops.bill.detail': () => ({
        ...detail,
        sums: [
          { label: '明细费用合计', amount: fen(130_000) },
          { label: '答复调整', amount: fen(-10_000) },
        ],
        rules: [
          {
            ...rule,
            lineCount: 2,
            amount: fen(130_000),
            tiers: [
              { label: '¥0.00 以上的部分', basis: '¥108,330.00', charge: '1.20%', amount: fen(129_996) },
              { label: '逐笔四舍五入', amount: fen(4) },
            ],
          },
        ],
      }),
    });
    const made = within(await screen.findByRole('region', { name: '计算依据' }));
    expect(made.getByText('¥1,300.00')).toBeDefined();
    expect(made.getByText('-¥100.00')).toBeDefined();
    expect(made.getByText(rule.text)).toBeDefined();
    expect(made.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['¥0.00 以上的部分¥108,330.001.20%¥1,299.96', '逐笔四舍五入+¥0.04']),
    );
    expect(made.getByText(/规则第 2 版 · 2\s条明细/)).toBeDefined();
    expect(screen.getByRole('region', { name: '明细' })).toBeDefined();
    await expect.poll(() => shown.of('ops.bill.lines')[0]?.input).toMatchObject({ billNo: bill.billNo });
  });

  it('R4.9 says what a payment leaves before it is registered, in part and in whole', async () => {
    const shown = drawer();
    expect(await screen.findByText(/登记后已收 ¥1,200.00，账单结清/)).toBeDefined();
    const amount = screen.getByLabelText(/^金额/);
    await shown.keyboard.clear(amount);
    await shown.keyboard.type(amount, '300.5');
    expect(screen.getByText(/登记后已收 ¥500.50，还有 ¥699.50 未结清/)).toBeDefined();
    await press(shown);
    expect(await screen.findByText('请输入银行流水号')).toBeDefined();
    expect(shown.of('ops.bill.settle')).toEqual([]);
  });

  it('R4.9 asks with bill, merchant, direction, sum and serial before a payment is registered', async () => {
    const shown = drawer();
    await shown.keyboard.type(await screen.findByLabelText(/^银行流水号/), 'S-9');
    await press(shown);
    const question = within(await screen.findByRole('dialog', { name: '确认登记收款' }));
    for (const text of [bill.billNo, bill.tenantName, '向商户收', '¥1,000.00', 'S-9'])
      expect(question.getByText(text)).toBeDefined();
    expect(question.getByText(/账单结清/)).toBeDefined();
    await shown.keyboard.click(question.getByRole('button', { name: '返回修改' }));
    expect(screen.getByLabelText(/^银行流水号/)).toHaveProperty('value', 'S-9');
    expect(shown.of('ops.bill.settle')).toEqual([]);
  });

  it('R10.3 a voucher without a serial leaves the typed one', async () => {
    const vouchers = detail.vouchers.map(({ bankSerial: _, ...rest }) => rest);
    const shown = drawer({ 'ops.bill.detail': () => ({ ...detail, vouchers }) });
    await shown.keyboard.type(await screen.findByLabelText(/^银行流水号/), 'S-5');
    await shown.keyboard.click(screen.getByRole('button', { name: '按这份凭证填写' }));
    expect(screen.getByLabelText(/^银行流水号/)).toHaveProperty('value', 'S-5');
  });

  it('R10.3 R11.2 takes day and serial over from the voucher, and registers them; the list of bills and the queues are read again', async () => {
    const issued = cached('bill', 'issued');
    const queues = cached('desk', 'queues');
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '按这份凭证填写' }));
    await press(shown);
    await confirm(shown);
    await expect
      .poll(() => shown.of('ops.bill.settle')[0]?.input)
      .toMatchObject({
        payments: [{ billNo: bill.billNo, amount: 100_000, on: '2026-11-20', serial: 'S-77' }],
      });
    expect(toasts()).toEqual(['账单已结清，商户会收到通知']);
    await expect.poll(issued).toBe(true);
    await expect.poll(queues).toBe(true);
    expect(screen.getByRole('link', { name: 'ZD20261120-2' })).toBeDefined();
  });

  it('R4.12 says what a colleague did meanwhile, by whom; what was typed stays, and is registered once that was seen', async () => {
    const paid = { kind: 'paid', by: '李娜', at: '2026-11-21T02:00:00.000Z', amount: fen(120_000) } as const;
    const theirs = {
      version: 4,
      remainingAmount: fen(70_000),
      timeline: [...detail.timeline, { ...paid, paymentAmount: fen(30_000) }],
    };
    let changed = {};
    const shown = drawer({ 'ops.bill.detail': () => ({ ...detail, ...changed }) });
    await shown.keyboard.type(await screen.findByLabelText(/^银行流水号/), 'S-88');
    changed = theirs;
    await act(() => invalidate(['bill', 'settled']));
    const news = await screen.findByRole('alert');
    expect(within(news).getByText(/李娜 于 .* 部分结清：¥300.00/)).toBeDefined();
    expect(screen.getByLabelText(/^银行流水号/)).toHaveProperty('value', 'S-88');
    expect(screen.getByRole('button', { name: '登记收款' })).toHaveProperty('disabled', true);
    await shown.keyboard.click(within(news).getByRole('button', { name: '已看过' }));
    const amount = screen.getByLabelText(/^金额/);
    await shown.keyboard.clear(amount);
    await shown.keyboard.type(amount, '700');
    const own = { amount: fen(70_000), on: '2026-11-21', serial: 'S-88', by: '陈静', at: paid.at, stepNo: 5 };
    const step = { ...paid, kind: 'settled', by: '陈静', paymentAmount: own.amount };
    const settlements = [...detail.settlements, own];
    changed = { ...theirs, version: 5, settlements, timeline: [...theirs.timeline, step] };
    await press(shown);
    await confirm(shown);
    await expect.poll(() => shown.of('ops.bill.settle')).toHaveLength(1);
    expect(shown.of('ops.bill.settle')[0]?.input).toMatchObject({ payments: [{ amount: 70_000, serial: 'S-88' }] });
    // One's own step is no news.
    await expect.poll(() => screen.queryByText(/已被他人更新/)).toBeNull();
  });

  it('R4.12 a payment that a colleague registered just before is known, and theirs: it is news, with what refused one’s own', async () => {
    const payment = {
      amount: fen(30_000),
      on: '2026-11-20',
      serial: 'S-77',
      by: '李娜',
      at: '2026-11-21T02:00:00.000Z',
    };
    const step = {
      kind: 'paid',
      by: '李娜',
      at: payment.at,
      amount: detail.amount,
      paymentAmount: payment.amount,
    } as const;
    let now = detail;
    const shown = drawer({
      'ops.bill.detail': () => now,
      'ops.bill.settle': () => {
        now = { ...detail, version: 4, remainingAmount: fen(70_000), paidAmount: fen(50_000) };
        now = {
          ...now,
          timeline: [...now.timeline, step],
          settlements: [...now.settlements, { ...payment, stepNo: 4 }],
        };
        return { results: [{ billNo: bill.billNo, outcome: 'known' }] };
      },
    });
    const amount = await screen.findByLabelText(/^金额/);
    await shown.keyboard.clear(amount);
    await shown.keyboard.type(amount, '300');
    await shown.keyboard.type(screen.getByLabelText(/^银行流水号/), payment.serial);
    await press(shown);
    await confirm(shown);
    expect(await screen.findByText(/这笔流水已登记在这张账单上，没有重复登记/)).toBeDefined();
    expect(await screen.findByText(/李娜 于 .* 部分结清：¥300.00/)).toBeDefined();
    expect(toasts()).toEqual([]);
    // Nothing else is registered before that was read.
    expect(screen.getByRole('button', { name: '登记收款' })).toHaveProperty('disabled', true);
    expect(shown.of('ops.bill.settle')).toHaveLength(1);
  });

  it('R4.12 says why a payment was not taken, and keeps what was typed', async () => {
    const shown = drawer({ 'ops.bill.settle': () => ({ results: [{ billNo: bill.billNo, outcome: 'known' }] }) });
    await shown.keyboard.type(await screen.findByLabelText(/^银行流水号/), 'S-1');
    await press(shown);
    await confirm(shown);
    expect(await screen.findByText(/这笔流水已登记在这张账单上/)).toBeDefined();
    expect(screen.getByLabelText(/^银行流水号/)).toHaveProperty('value', 'S-1');
  });

  it('R11.6 several bills of one merchant are settled by one payment: open amounts are filled in, each has its result', async () => {
    const second = { ...bill, billNo: 'ZD20261120-2', remainingAmount: fen(50_000) };
    const foreign = { ...bill, billNo: 'ZD20261120-3', tenantId: 't2', tenantName: '别家' };
    const shown = showPage(<SettlementListPage />, {
      at: '/settlement',
      state: { auth },
      answers: {
        ...answers,
        'ops.bill.toSettle': () => ({ items: [bill, second, foreign], ...part }),
        'ops.bill.settle': () => ({
          results: [
            { billNo: bill.billNo, outcome: 'settled', remainingAmount: fen(0) },
            { billNo: second.billNo, outcome: 'overpaid' },
          ],
        }),
      },
    });
    const boxes = await screen.findAllByRole('checkbox', { name: /ZD20261120/ });
    await shown.keyboard.click(boxes[0] as HTMLElement);
    expect(boxes[2]).toHaveProperty('disabled', true);
    await shown.keyboard.click(boxes[1] as HTMLElement);
    expect(screen.getByText('云栖商贸有限公司，未结清合计 ¥1,500.00')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '一并登记收款' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^一并登记收款/ }));
    await shown.keyboard.click(dialog.getByRole('button', { name: /^登记 2.张$/ }));
    expect(await dialog.findByText('请输入银行流水号')).toBeDefined();
    await shown.keyboard.type(dialog.getByLabelText(/^银行流水号/), 'S-900');
    await shown.keyboard.click(dialog.getByRole('button', { name: /^登记 2.张$/ }));
    await expect.poll(() => shown.of('ops.bill.settle')).toHaveLength(1);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(shown.of('ops.bill.settle')[0]?.input['payments']).toEqual([
      { billNo: bill.billNo, amount: 100_000, on: day, serial: 'S-900' },
      { billNo: second.billNo, amount: 50_000, on: day, serial: 'S-900' },
    ]);
    expect(await dialog.findByText(/账单结清/)).toBeDefined();
    expect(dialog.getByText(/超过了尚未结清的金额/)).toBeDefined();
    // What is done is not sent again.
    expect(dialog.queryByLabelText(`${bill.billNo} 的金额`)).toBeNull();
    await shown.keyboard.click(dialog.getByRole('button', { name: /^登记 1.张$/ }));
    await expect.poll(() => shown.of('ops.bill.settle')).toHaveLength(2);
    expect(shown.of('ops.bill.settle')[1]?.input['payments']).toMatchObject([{ billNo: second.billNo }]);
  });

  it('R10.3 a voucher is sent back with a reason; one that was stands with it, and is neither used nor sent back again', async () => {
    const returned = { reason: '未查到这笔款项', at: '2026-11-21T02:00:00.000Z' };
    const [voucher] = detail.vouchers;
    let now = detail;
    const { keyboard, of } = showPage(
      <SettlementDrawer list="settlement" billNo={bill.billNo} onClose={() => undefined} />,
      {
        at: '/settlement',
        state: { auth },
        answers: {
          ...answers,
          'ops.bill.detail': () => now,
          'ops.bill.returnVoucher': () => {
            const vouchers = voucher === undefined ? [] : [{ ...voucher, returned }];
            const event = { kind: 'voucherReturned' as const, by: '李娜', at: returned.at, amount: detail.amount };
            const timeline = [...detail.timeline, { ...event, reason: returned.reason }];
            now = { ...detail, version: 4, inCheck: false, vouchers, returnable: [], timeline };
            return { version: 4 };
          },
        },
      },
    );
    await keyboard.click(await screen.findByRole('button', { name: '退回凭证' }));
    const question = within(screen.getByRole('dialog', { name: /^退回凭证/ }));
    expect(question.getByText(/涵盖 2\s张账单/)).toBeTruthy();
    await keyboard.click(question.getByRole('button', { name: '退回凭证' }));
    expect(of('ops.bill.returnVoucher')).toEqual([]);
    await keyboard.type(question.getByLabelText(/^退回的原因/), returned.reason);
    await keyboard.click(question.getByRole('button', { name: '退回凭证' }));
    expect(await screen.findByText(/已退回：未查到这笔款项/)).toBeTruthy();
    expect(of('ops.bill.returnVoucher').map(({ input }) => input)).toMatchObject([
      { billNo: bill.billNo, voucherId: 'v1', version: 3, reason: returned.reason },
    ]);
    expect(screen.queryByRole('button', { name: '退回凭证' })).toBeNull();
    expect(screen.queryByRole('button', { name: '按这份凭证填写' })).toBeNull();
    // One's own step is no change by others.
    expect(screen.queryByText(/已被他人更新/)).toBeNull();
  });

  it('R10.3 all open bills of a voucher are settled together, with its day and serial', async () => {
    const second = { ...bill, billNo: 'ZD20261120-2', remainingAmount: fen(50_000) };
    const pages = [
      { items: [bill], ...part, nextCursor: 'more' },
      { items: [second], ...part },
    ];
    const shown = drawer({ 'ops.bill.toSettle': () => pages.shift() ?? { items: [], ...part } });
    await shown.keyboard.click(await screen.findByRole('button', { name: /^一并登记所涵盖的 2.张账单$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /^一并登记收款/ }));
    expect(dialog.getByLabelText(/^银行流水号/)).toHaveProperty('value', 'S-77');
    expect(dialog.getByLabelText(/^ZD20261120-2 的金额/)).toHaveProperty('value', '500.00');
    expect(shown.of('ops.bill.toSettle')[0]?.input).toMatchObject({ tenantId: 't1', direction: 'payable' });
  });

  it('R10.3 bills of a voucher that are not open are named, each leading to its statement', async () => {
    const shown = drawer({ 'ops.bill.toSettle': () => ({ items: [], ...part }) });
    await shown.keyboard.click(await screen.findByRole('button', { name: /^一并登记所涵盖的 2.张账单$/ }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '2\u00a0张' }));
    const list = screen.getByRole('list', { name: '不能一并登记的账单' });
    expect(document.activeElement).toBe(list);
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toContain('#/settlement?open=ZD20261120-2');
  });

  it.each([
    [
      'settles',
      { outcome: 'settled', kind: 'settled', typed: '1000', paid: 100_000, status: 'settled', canSettle: false },
    ],
    [
      'pays in part',
      { outcome: 'paid', kind: 'paid', typed: '400', paid: 40_000, status: 'confirmed', canSettle: true },
    ],
  ] as const)(
    'R4.12 R11.6 a run over several bills that %s the open one and is refused another goes on: what it did itself is done, not the change of another',
    async (_, own) => {
      const second = { ...bill, billNo: 'ZD20261120-2', remainingAmount: fen(50_000) };
      const left = fen(100_000 - own.paid);
      const at = '2026-11-21T02:00:00.000Z';
      const theirs = { kind: 'paid', by: '李娜', at: '2026-11-21T01:00:00.000Z', amount: bill.amount } as const;
      let now = detail;
      const shown = drawer({
        'ops.bill.detail': () => now,
        'ops.bill.toSettle': () => ({ items: [bill, second], ...part }),
        'ops.bill.settle': ({ payments }) => {
          const takes = payments.some(({ billNo }) => billNo === bill.billNo);
          const payment = { amount: fen(own.paid), on: '2026-11-20', serial: 'S-77', by: '陈静', at, stepNo: 4 };
          if (takes) {
            const { status, canSettle, kind } = own;
            const step = { kind, by: '陈静', at, amount: bill.amount, paymentAmount: fen(own.paid) };
            now = { ...detail, version: 4, status, canSettle, remainingAmount: left };
            now = { ...now, timeline: [...detail.timeline, step], settlements: [...detail.settlements, payment] };
          }
          const refused = { billNo: second.billNo, outcome: takes ? ('overpaid' as const) : ('settled' as const) };
          return {
            results: [
              ...(takes ? [{ billNo: bill.billNo, outcome: own.outcome, remainingAmount: left }] : []),
              { ...refused, remainingAmount: fen(0) },
            ],
          };
        },
      });
      await shown.keyboard.click(await screen.findByRole('button', { name: /^一并登记所涵盖的 2.张账单$/ }));
      const dialog = within(await screen.findByRole('dialog', { name: /^一并登记收款/ }));
      const amount = dialog.getByLabelText(`${bill.billNo} 的金额`, { exact: false });
      await shown.keyboard.clear(amount);
      await shown.keyboard.type(amount, own.typed);
      await shown.keyboard.click(dialog.getByRole('button', { name: /^登记 2.张$/ }));
      await expect.poll(() => shown.of('ops.bill.detail').length).toBeGreaterThan(1);
      expect(await dialog.findByText('已登记')).toBeDefined();
      await shown.keyboard.click(dialog.getByRole('button', { name: /^登记 1.张$/ }));
      await shown.keyboard.click(await dialog.findByRole('button', { name: '完成' }));
      expect(shown.of('ops.bill.settle')[1]?.input['payments']).toMatchObject([{ billNo: second.billNo }]);
      expect((await screen.findAllByText('S-77', { selector: 'th' })).length).toBe(1);
      expect(screen.queryByText(/已被他人更新/)).toBeNull();
      // What a colleague did in between is news, and is alone in it.
      now = {
        ...now,
        version: 5,
        timeline: [...detail.timeline, { ...theirs, paymentAmount: fen(10_000) }, ...now.timeline.slice(1)],
      };
      await act(() => invalidate(['bill', 'settled']));
      const news = within(await screen.findByRole('alert'));
      expect(news.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^李娜 于/),
      ]);
    },
  );

  it('R4.9 refuses an amount above what is open, before it is sent', async () => {
    const shown = drawer();
    await shown.keyboard.type(await screen.findByLabelText(/^金额/), '9');
    await shown.keyboard.type(screen.getByLabelText(/^银行流水号/), 'S-2');
    await press(shown);
    expect(
      await screen.findByText('请填写金额，最多两位小数').catch(() => screen.findByText('最多 ¥1,000.00')),
    ).toBeDefined();
    expect(shown.of('ops.bill.settle')).toEqual([]);
  });

  it('R6.3 has no form for who may only read, nor for a bill that is not confirmed', async () => {
    drawer({}, { 'ops.billing.read': true }).unmount();
    drawer({ 'ops.bill.detail': () => ({ ...detail, status: 'disputed', canSettle: false }) });
    expect(await screen.findByText(/账单为差异处理中，商户确认之后才能结算/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '登记收款' })).toBeNull();
  });

  it('R2.9 says that a bill is not there', async () => {
    drawer({
      'ops.bill.detail': () => {
        throw refusal('ops.bill.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这张账单')).toBeDefined();
  });
});
