import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import type { BodyOf, RecordDetail } from '../content-queries.ts';
import { blankProduct, blankSku } from './product-body.ts';
import { ProductPage } from './product-page.tsx';

const sku = (id: string, name: string) => ({ ...blankSku(id), name, price: fen(10_000), unit: '人' });
const benefit: BodyOf<'product'> = {
  ...blankProduct('benefit', '员工福利'),
  skus: [
    {
      ...sku('standard', '标准版'),
      usageRules: [
        { label: '核销一张', text: '¥0.30' },
        { label: '退回一张', text: '免费' },
      ],
    },
    sku('plus', '进阶版'),
  ],
};
const detailOf = (published: RecordDetail['published']): RecordDetail => ({
  record: 'product',
  key: 'benefit',
  version: 3,
  published,
  draft: null,
  publishAt: null,
  failure: '',
});
const answers: Answers = {
  'ops.content.detail': ({ record }) => detailOf(record === 'product' ? benefit : { record: 'categories', items: [] }),
  'ops.content.watch': () => ({ version: 3, others: [] }),
  'ops.content.page': () => ({ items: [], nextCursor: null, page: 1, pageSize: 50 }),
  'ops.content.save': () => ({ version: 4, faults: [] }),
};
const show = () =>
  showPage(<ProductPage params={{ key: 'benefit' }} />, {
    at: '/content/products/benefit',
    answers,
    state: { auth: { 'ops.content.read': true, 'ops.content.write': true } as never },
  });
const skuList = () => screen.findByRole('list', { name: '规格，按显示的顺序' });
const names = async () =>
  within(await skuList())
    .getAllByRole('heading', { level: 3 })
    .map((one) => one.textContent);
const focused = () => document.activeElement?.getAttribute('aria-label');

describe('R11.3 the specifications of a product', () => {
  it('R11.3 an id is typed in one go: the field stays while the id changes', async () => {
    const shown = show();
    const row = within(await skuList()).getByRole('listitem', { name: '进阶版' });
    const field = within(row).getByLabelText<HTMLInputElement>(/^规格标识/);
    await shown.keyboard.clear(field);
    await shown.keyboard.keyboard('premium');
    expect(document.activeElement).toBe(within(row).getByLabelText(/^规格标识/));
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    const body = shown.of('ops.content.save')[0]?.input['body'] as typeof benefit;
    expect(body.skus.map(({ id }) => id)).toEqual(['standard', 'premium']);
  });

  it('R11.3 are put in the order in which visitors compare them, by keyboard alone', async () => {
    const shown = show();
    await skuList();
    screen.getByRole('button', { name: '上移 规格 进阶版' }).focus();
    await shown.keyboard.keyboard('{Enter}');
    expect(await names()).toEqual(['进阶版', '标准版']);
    expect(screen.getByText(/^进阶版 现在是第 1.项，共 2.项$/)).toBeDefined();
    expect(focused()).toBe('下移 规格 进阶版');
  });

  it('R11.3 one that is added has no id that one had which was removed: orders still name that', async () => {
    const shown = show();
    await skuList();
    await shown.keyboard.click(screen.getByRole('button', { name: '添加规格' }));
    const idOf = () => screen.getAllByLabelText<HTMLInputElement>(/^规格标识/).at(-1)?.value;
    const first = idOf();
    await shown.keyboard.click(screen.getByRole('button', { name: /^移除 规格 第 3/ }));
    await shown.keyboard.click(screen.getByRole('button', { name: '添加规格' }));
    expect(idOf()).toMatch(/^sku-[0-9a-f]{8}$/);
    expect(idOf()).not.toBe(first);
  });

  it('ux Always one that is removed leaves the focus to the next, the last to what adds one; a new one has it in its first field', async () => {
    const shown = show();
    await skuList();
    screen.getByRole('button', { name: '移除 规格 标准版' }).focus();
    await shown.keyboard.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText(/^规格名称/));
    expect(screen.getByLabelText<HTMLInputElement>(/^规格名称/).value).toBe('进阶版');
    screen.getByRole('button', { name: '移除 规格 进阶版' }).focus();
    await shown.keyboard.keyboard('{Enter}');
    const add = screen.getByRole('button', { name: '添加规格' });
    expect(document.activeElement).toBe(add);
    await shown.keyboard.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText(/^规格名称/));
  });

  it('ux Always a rule that is removed leaves the focus to the one before, the last to what adds one', async () => {
    const shown = show();
    const row = within(await skuList()).getByRole('listitem', { name: '标准版' });
    const rules = within(within(row).getByRole('group', { name: '收费说明', hidden: true }));
    const remove = (place: number) => rules.getByRole('button', { name: `删除收费说明第 ${place} 条`, hidden: true });
    await shown.keyboard.click(within(row).getByText('阶梯价、期限折扣、选项与收费说明'));
    remove(2).focus();
    await shown.keyboard.keyboard('{Enter}');
    expect(document.activeElement).toBe(remove(1));
    await shown.keyboard.keyboard('{Enter}');
    expect(document.activeElement).toBe(rules.getByRole('button', { name: '添加收费说明' }));
  });
});
