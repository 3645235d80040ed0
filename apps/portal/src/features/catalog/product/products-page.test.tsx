import { describe, expect, it } from 'vitest';
import { act, refusal, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { content, contentAnswers } from '../catalog.fixture.ts';
import { ProductsPage } from './products-page.tsx';

const show = async (at: string, answers = contentAnswers) => {
  const page = showPage(<ProductsPage />, { at, answers });
  await act(async () => undefined);
  return page;
};
const categories = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the products page', () => {
  it('R1.1 shows every category with its products', async () => {
    await show('/portal/products');
    expect(categories()).toEqual(['供应链金融', '员工福利']);
    expect(screen.getByRole('link', { name: '员工弹性福利' }).getAttribute('href')).toBe(
      '#/portal/productsDetail/flex-benefits',
    );
  });

  it('R2.10 a link with a category shows that one, and selecting another changes the address', async () => {
    await show('/portal/products?category=benefits');
    expect(categories()).toEqual(['员工福利']);
    await act(async () => screen.getByRole('button', { name: '供应链金融' }).click());
    expect(categories()).toEqual(['供应链金融']);
    expect(location.hash).toBe('#/portal/products?category=supply-chain');
    await act(async () => screen.getByRole('button', { name: '全部' }).click());
    expect(location.hash).toBe('#/portal/products');
  });

  it('R2.10 an unknown category shows all', async () => {
    await show('/portal/products?category=gone');
    expect(categories()).toHaveLength(2);
  });

  it('R1.1 nothing leads to a category without a product', async () => {
    const { categories: all } = content.productMap;
    const bare = { id: 'bare', name: '还没有产品', summary: '', products: [] };
    await show('/portal/products', {
      ...contentAnswers,
      'portal.queryProductMap': () => ({ categories: [bare, ...all] }),
    });
    expect(categories()).toEqual(['供应链金融', '员工福利']);
    expect(screen.queryByRole('button', { name: '还没有产品' })).toBeNull();
  });

  it('R2.9 says when nothing is on offer, and why when the fetch fails', async () => {
    const empty = await show('/portal/products', { 'portal.queryProductMap': () => ({ categories: [] }) });
    expect(screen.getByText('还没有上架的产品')).toBeDefined();
    empty.unmount();
    await show('/portal/products', {
      'portal.queryProductMap': () => {
        throw refusal('portal.queryProductMap', 'RHSY404');
      },
    });
  });
});
