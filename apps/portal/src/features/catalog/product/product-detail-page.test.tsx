import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, act, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { cardProduct } from '../catalog.fixture.ts';
import type { ProductDetail } from '../catalog-queries.ts';
import { ProductDetailPage } from './product-detail-page.tsx';

const byUse: ProductDetail['skus'][number] = {
  skuId: 'once',
  name: '单次撮合',
  price: fen(0),
  unit: '户',
  billing: 'postpaid',
  termMonths: [],
  options: [],
  minQuantity: 1,
  maxQuantity: 1,
};
const negotiated = { ...byUse, skuId: 'own', name: '专属方案', price: null };
const product: ProductDetail = {
  ...cardProduct,
  priceFrom: null,
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

describe('the price of a product', () => {
  it('R10.2 a price by use reads the same in the hero and in the table of SKUs', async () => {
    await show(() => product);
    expect(hero().getByText('按用量后付')).toBeDefined();
    expect(screen.getByRole('row', { name: /单次撮合/ }).textContent).toContain('按用量后付');
    expect(document.body.textContent).not.toContain('¥0.00');
  });

  it('R10.2 a negotiated price reads 面议', async () => {
    await show(() => ({ ...product, skus: [negotiated] }));
    expect(hero().getByText('面议')).toBeDefined();
  });

  it('R10.2 the hero shows the lowest price', async () => {
    await show(() => ({ ...product, priceFrom: fen(1_000) }));
    expect(hero().getByText('¥10.00')).toBeDefined();
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
