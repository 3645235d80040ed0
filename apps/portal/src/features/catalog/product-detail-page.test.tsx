import { describe, expect, it } from 'vitest';
import { type Answers, act, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { cardProduct } from './catalog.fixture.ts';
import type { ProductDetail } from './catalog-queries.ts';
import { ProductDetailPage } from './product-detail-page.tsx';

const byUse: ProductDetail['skus'][number] = {
  skuId: 'once',
  name: '单次撮合',
  price: 0,
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
/** What stands above all else: the words around the heading. */
const hero = () => {
  const around = screen.getByRole('heading', { level: 1, name: product.name }).parentElement;
  if (around === null) throw new Error('the heading stands alone');
  return within(around);
};

describe('the price of a product', () => {
  it('R10.2 what is paid for by its use reads the same above and in the table of SKUs', async () => {
    await show(() => product);
    expect(hero().getByText('按用量后付')).toBeDefined();
    expect(screen.getByRole('row', { name: /单次撮合/ }).textContent).toContain('按用量后付');
    expect(document.body.textContent).not.toContain('¥0.00');
  });

  it('R10.2 what is talked about reads 面议', async () => {
    await show(() => ({ ...product, skus: [negotiated] }));
    expect(hero().getByText('面议')).toBeDefined();
  });

  it('R10.2 a lowest price stands above as such', async () => {
    await show(() => ({ ...product, priceFrom: 1_000 }));
    expect(hero().getByText('¥10.00')).toBeDefined();
  });
});
