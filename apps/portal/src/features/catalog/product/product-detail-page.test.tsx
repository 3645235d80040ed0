import { fen } from '@ronghui/domain/money';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answers, act, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { cardProduct, content } from '../catalog.fixture.ts';
import type { ProductDetail } from '../catalog-queries.ts';
import { holdFirstResponse } from '../home/first-response.ts';
import { ProductDetailPage } from './product-detail-page.tsx';

const byUse: ProductDetail['skus'][number] = {
  skuId: 'once',
  name: '单次撮合',
  price: fen(0),
  unit: '户',
  billing: 'postpaid',
  termMonths: [],
  tiers: [],
  termDiscounts: [],
  usageRules: [{ label: '撮合', text: '每成交 1 笔 ¥20.00' }],
  options: [],
  minQuantity: 1,
  maxQuantity: 1,
};
const negotiated = { ...byUse, skuId: 'own', name: '专属方案', price: null };
const product: ProductDetail = {
  ...cardProduct,
  priceFrom: null,
  priceUnit: null,
  billing: 'postpaid',
  blocks: [],
  skus: [negotiated, byUse],
  agreements: [],
  docs: [],
  related: [],
};

const show = async (answer: NonNullable<Answers['portal.productQueryDetail']>) => {
  const page = showPage(<ProductDetailPage params={{ pid: 'flex-benefits' }} />, {
    at: '/portal/productsDetail/flex-benefits',
    answers: { 'portal.productQueryDetail': answer },
  });
  await act(async () => undefined);
  return page;
};
/** The text of the hero. */
const hero = () => {
  const around = screen.getByRole('heading', { level: 1, name: product.name }).parentElement;
  if (around === null) throw new Error('the heading stands alone');
  return within(around);
};

describe('the name of a product', () => {
  afterEach(() => pageTypeStore.set('PC'));

  it('ux Product details on a phone its page has it, in the one heading of the first level', async () => {
    pageTypeStore.set('H5');
    holdFirstResponse({ ...content, partners: [], firstDocs: [] });
    await show(() => product);
    const headings = screen.getAllByRole('heading', { level: 1 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([product.name]);
    expect(headings[0]?.parentElement?.tagName).toBe('DIV');
  });
});

describe('the price of a product', () => {
  it('R10.2 a price by use reads the same in the hero and in the table of SKUs', async () => {
    await show(() => product);
    expect(hero().getByText('按用量后付')).toBeDefined();
    expect(screen.getByRole('row', { name: /单次撮合/ }).textContent).toContain('按用量后付');
    expect(document.body.textContent).not.toContain('¥0.00');
  });

  it('R10.2 a negotiated price reads 面议', async () => {
    await show(() => ({ ...product, billing: 'prepaid', skus: [negotiated] }));
    expect(hero().getByText('面议')).toBeDefined();
  });

  it('R1.1 what is negotiated leads to a quotation, and a product with nothing else offers no order', async () => {
    await show(() => ({ ...product, skus: [negotiated] }));
    const row = within(screen.getByRole('row', { name: /专属方案/ }));
    const way = row.getByRole<HTMLAnchorElement>('link', { name: '专属方案 联系我们报价' });
    expect(way.hash).toBe('#/portal/feedBack?topic=consult&pid=flex-benefits');
    expect(screen.queryByRole('link', { name: '立即购买' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^选择/ })).toBeNull();
  });

  const perPerson: ProductDetail['skus'][number] = {
    ...byUse,
    skuId: 'standard',
    name: '标准版',
    price: fen(1200),
    unit: '人',
    billing: 'prepaid',
    termMonths: [1, 12],
    tiers: [
      { minQuantity: 100, price: fen(1100) },
      { minQuantity: 500, price: fen(1000) },
    ],
    termDiscounts: [{ months: 12, rate: 900 }],
    usageRules: [],
    options: [
      {
        key: 'card',
        label: '福利卡形式',
        values: [
          { value: 'digital', label: '电子卡', priceDelta: fen(0) },
          { value: 'physical', label: '实体卡', priceDelta: fen(100) },
        ],
      },
    ],
    minQuantity: 10,
    maxQuantity: 20_000,
  };
  const benefits: ProductDetail = { ...cardProduct, ...product, ...cardProduct, skus: [perPerson, byUse] };

  it('R1.1 the hero shows the price with its unit, and how far it falls with the quantity', async () => {
    await show(() => benefits);
    const price = hero().getByText('¥12.00').parentElement;
    // No unit breaks from its number.
    expect(price?.textContent).toBe('¥12.00 / 人 / 月起，满 500 人 ¥10.00'.replaceAll(' ', '\u00a0'));
  });

  it('R1.1 tiers, discounts of terms, surcharges and the cost of a use are in sight before anything is chosen', async () => {
    await show(() => benefits);
    const terms = within(screen.getByRole('region', { name: '标准版的计价规则' }));
    expect(terms.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['数量', '单价'],
      ['10 人起', '¥12.00 / 人 / 月'],
      ['满 100 人', '¥11.00 / 人 / 月'],
      ['满 500 人', '¥10.00 / 人 / 月'],
    ]);
    expect(terms.getByText('12 个月 9 折')).toBeDefined();
    expect(screen.getByRole('row', { name: /^标准版/ }).textContent).toContain(
      '电子卡、实体卡（+\u2060¥1.00\u00a0/\u00a0人\u00a0/\u00a0月）',
    );
    expect(screen.getByRole('region', { name: '单次撮合的计价规则' }).textContent).toContain('每成交 1 笔 ¥20.00');
  });

  it('R1.1 the terms of a use say what they are, and whether it is charged', async () => {
    const usageRules = [{ label: '查询', text: '每次 ¥0.50' }];
    await show(() => ({ ...benefits, skus: [{ ...perPerson, usageRules }, byUse] }));
    const terms = (name: string) => within(screen.getByRole('region', { name: `${name}的计价规则` }));
    for (const name of ['标准版', '单次撮合']) {
      expect(terms(name).getByRole('heading', { level: 4, name: '收费说明' })).toBeDefined();
    }
    expect(terms('标准版').getByText('已含在价格里，不另收费。')).toBeDefined();
    expect(terms('单次撮合').getByText('开通后按实际使用收费，按账期出账单。')).toBeDefined();
  });

  it('R1.1 the table of tiers begins with what the smallest order pays, however many tiers it has passed', async () => {
    const passed = [
      { minQuantity: 5, price: fen(1150) },
      { minQuantity: 10, price: fen(1100) },
      { minQuantity: 500, price: fen(1000) },
    ];
    await show(() => ({ ...benefits, skus: [{ ...perPerson, tiers: passed }] }));
    const terms = within(screen.getByRole('region', { name: '标准版的计价规则' }));
    expect(terms.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['数量', '单价'],
      ['10 人起', '¥11.00 / 人 / 月'],
      ['满 500 人', '¥10.00 / 人 / 月'],
    ]);
  });
});

describe('a product that does not exist', () => {
  it('R2.4 shows that, with the way home, under its own title, and without a retry', async () => {
    await show(() => {
      throw refusal('portal.productQueryDetail', 'RHSY404');
    });
    expect(await screen.findByText('没有找到这个产品')).toBeDefined();
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('#/portal/home');
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('页面不存在');
    expect(document.title).toBe('页面不存在 - 融惠');
  });

  it('R2.9 a failed fetch can be retried', async () => {
    await show(() => {
      throw refusal('portal.productQueryDetail', 'RHSY429');
    });
    expect(screen.getByRole('button', { name: '重试' })).toBeDefined();
  });
});
