import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import type { Preview } from './bank-line-queries.ts';
import { ImportDrawer } from './import-drawer.tsx';

const preview: Preview = {
  headRow: 1,
  columns: [
    { column: 0, name: '交易时间', samples: [] },
    { column: 1, name: '收入', samples: [] },
    { column: 2, name: '流水号', samples: [] },
  ],
  mapping: {
    columns: [
      { field: 'occurredOn', column: 0, name: '交易时间' },
      { field: 'amountIn', column: 1, name: '收入' },
    ],
    sign: 'asIs',
    dayOrder: 'ymd',
    unit: 'yuan',
  },
  rows: [
    {
      row: 2,
      values: [
        { field: 'occurredOn', text: '2026-11-03' },
        { field: 'amountIn', text: '500.00' },
      ],
    },
  ],
  skipped: [],
  file: {
    order: 'forward',
    openingAmount: fen(100_000),
    closingAmount: fen(150_000),
    firstOn: '2026-11-03',
    lastOn: '2026-11-04',
    lines: 3,
    inCount: 2,
    inAmount: fen(60_000),
    outCount: 1,
    outAmount: fen(10_000),
    added: 2,
    known: 1,
    confirmed: 1,
    receipts: 1,
  },
  refused: [],
  refusedRows: 0,
};
const { file: counted } = preview;
const answers: Answers = {
  'ops.bankLine.accounts': () => ({ items: [{ ownAccount: '622200000001', isPayee: true, lastOn: '2026-11-01' }] }),
  'ops.bankLine.preview': () => preview,
  'ops.bankLine.import': () => {
    if (counted === undefined) throw new Error('no file');
    return { statementNo: 'LS1', ...counted };
  },
};
const drawer = (more: Answers = {}) =>
  showPage(<ImportDrawer onClose={() => undefined} />, {
    at: '/receipts',
    answers: { ...answers, ...more },
    state: { auth: { 'ops.receipt.read': true, 'ops.receipt.write': true } as never },
  });
const statement = new File(['交易时间,收入'], '流水.csv', { type: 'text/csv' });
const chosen = async (shown: ReturnType<typeof drawer>): Promise<void> => {
  await screen.findByText(/选择文件之后先核对/);
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no field for a file');
  await shown.keyboard.upload(input, statement);
};

describe('receipts 2.1 a statement is imported at the console', () => {
  it('receipts 2.1 its days, sums and new lines are shown first, and one press imports it', async () => {
    const shown = drawer();
    await chosen(shown);
    expect(await screen.findByText(/^2\s笔，¥600\.00$/)).toBeDefined();
    for (const text of ['2026-11-03 至 2026-11-04', '从早到晚，余额连续', '¥1,500.00', /^2\s行$/])
      expect(screen.getByText(text)).toBeDefined();
    expect(within(screen.getByRole('region', { name: '前几行' })).getByText('500.00')).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: /^导入 2\s行$/ }));
    expect(shown.of('ops.bankLine.import')[0]?.input).toMatchObject({
      ownAccount: '622200000001',
      mapping: preview.mapping,
      isFiltered: false,
    });
    expect(toasts()).toEqual(['已导入 2\u00a0行：新收款 1\u00a0笔，核对 1\u00a0笔']);
  });

  it('receipts 2.1 rows that are refused are named, and nothing can be imported until a person decides', async () => {
    const refused = { refused: [{ row: 4, reason: '余额接不上' }], refusedRows: 1 };
    const shown = drawer({
      'ops.bankLine.preview': (input) => (input.isFiltered === true ? preview : { ...preview, ...refused }),
    });
    await chosen(shown);
    expect(await screen.findByText('第 4 行：余额接不上')).toBeDefined();
    expect(screen.getByRole('button', { name: /^导入 2\s行$/ }).hasAttribute('disabled')).toBe(true);
    await shown.keyboard.click(screen.getByRole('checkbox', { name: /筛选过的流水/ }));
    await screen.findByText(/^2\s笔，¥600\.00$/);
    expect(shown.of('ops.bankLine.preview').at(-1)?.input).toMatchObject({ isFiltered: true });
  });

  it('receipts 2.1 a file without what must be there says which column to choose', async () => {
    const { file: _, ...unread } = preview;
    const shown = drawer({
      'ops.bankLine.preview': () => ({ ...unread, fault: { field: 'occurredOn', message: '请选择“日期”所在的列' } }),
    });
    await chosen(shown);
    expect(await screen.findByText('请选择“日期”所在的列')).toBeDefined();
    expect(screen.getByRole('button', { name: '导入' }).hasAttribute('disabled')).toBe(true);
  });

  it('ux a preview that fails can be asked for again', async () => {
    const shown = drawer({
      'ops.bankLine.preview': () => {
        throw refusal('ops.bankLine.preview', 'OPSB0001');
      },
    });
    await chosen(shown);
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });

  it('ux without an account of ours it says where to state one', async () => {
    drawer({ 'ops.bankLine.accounts': () => ({ items: [] }) });
    expect(await screen.findByText('没有收款账户')).toBeDefined();
  });
});
