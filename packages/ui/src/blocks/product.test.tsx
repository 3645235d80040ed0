import { describe, expect, test } from 'vitest';
import { bespoke, loan, skuPriceOf, skus, startingPriceOf, welfare } from '../testing/samples.fixture.ts';
import { render, screen, within } from '../testing/screen.fixture.ts';
import { PriceLines } from './price-lines.tsx';
import { ProductGrid } from './product-grid.tsx';
import { SkuTable } from './sku-table.tsx';

describe('ProductGrid', () => {
  test('R10.13 a loan product shows its yearly rate and the warning, others their price with its unit or 面议', () => {
    render(
      <ProductGrid
        products={[loan, welfare, bespoke]}
        hrefOf={(product) => `#/portal/productsDetail/${product.pid}`}
        priceOf={startingPriceOf}
      />,
    );
    const [first, second, third] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('年化利率 5.8%');
    expect(first?.textContent).toContain('贷款有风险，借款需谨慎');
    expect(second?.textContent).toContain('¥1,234.56 / 人 / 月起');
    expect(second?.textContent).not.toContain('贷款');
    expect(third?.textContent).toContain('面议');
    expect(screen.getByRole('link', { name: '经营贷款咨询' }).getAttribute('href')).toBe('#/portal/productsDetail/p1');
  });

  test('R2.9 no product shows what the page says instead', () => {
    render(<ProductGrid products={[]} hrefOf={() => ''} priceOf={startingPriceOf} empty={<p>还没有产品</p>} />);
    expect(screen.getByText('还没有产品')).toBeTruthy();
  });
});

describe('SkuTable', () => {
  test('R1.1 SKUs are compared in a table whose cells keep their headings on a phone', () => {
    render(
      <SkuTable skus={skus} priceOf={skuPriceOf} actionOf={(sku) => <a href={`#/${sku.skuId}`}>购买{sku.name}</a>} />,
    );
    const table = screen.getByRole('table', { name: '规格对比' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['规格', '价格', '付费方式', '期限', '可选项', '购买数量', '操作']);
    const row = screen.getByRole('rowheader', { name: '标准版' }).closest('tr');
    expect(
      [...(row?.querySelectorAll('td[data-label]') ?? [])].map((cell) => [
        cell.getAttribute('data-label'),
        cell.textContent,
      ]),
    ).toEqual([
      ['价格', '¥12.00 / 人 / 月'],
      ['付费方式', '预付'],
      ['期限', '6 / 12\u00a0个月'],
      ['可选项', '发放：按月、按季'],
      ['购买数量', '10 – 1,500'],
    ]);
    expect(screen.getByRole('rowheader', { name: '集团版' }).closest('tr')?.textContent).toContain('面议');
    expect(screen.getByRole('link', { name: '购买标准版' })).toBeTruthy();
  });
});

test('R1.1 a quote shows its lines and announces its total', () => {
  const { rerender } = render(
    <PriceLines
      items={[
        { label: '标准版', amount: '¥1,440.00' },
        { label: '优惠', amount: '-¥44.00' },
      ]}
      total="¥1,396.00"
    />,
  );
  expect(screen.getByText('-¥44.00')).toBeTruthy();
  const total = screen.getByText('合计').parentElement;
  expect([total?.textContent, total?.getAttribute('aria-live')]).toEqual(['合计 ¥1,396.00', 'polite']);
  rerender(<PriceLines items={[]} total={null} busy />);
  expect(total?.textContent).toBe('合计 —');
});
