import { describe, expect, test } from 'vitest';
import { ages, months, statuses } from '../../testing/gallery-charts.fixture.tsx';
import { fireEvent, render, screen, userEvent, within } from '../../testing/screen.fixture.ts';
import { BarChart } from './bar-chart.tsx';
import { BarTable } from './bar-table.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { LineChart } from './line-chart.tsx';
import { SplitChart } from './split-chart.tsx';

const chart = {
  label: '近 12 个月账单',
  groupLabel: '月份',
  series: [
    { label: '应付', tone: 'solid' },
    { label: '应收', tone: 'striped' },
  ],
  tickText: (value: number) => `${value}`,
} as const;

const plot = () => within(screen.getByRole('group', { name: chart.label }));
const barHeights = (container: HTMLElement) =>
  [...container.querySelectorAll('[role="group"] a rect')].map((rect) =>
    Number.parseFloat(rect.getAttribute('height') ?? ''),
  );

describe('R10.1 bars', () => {
  test('R10.1 every bar that is not zero is a link with its name and amount; heights are in the proportion of the values', () => {
    const { container } = render(<BarChart {...chart} groups={months} />);
    const links = plot().getAllByRole('link');
    expect(links).toHaveLength(14);
    const last = plot().getByRole('link', { name: '2026-12，应付 ¥128,406' });
    expect(last.getAttribute('href')).toBe('#/bill?from=2026-12');
    const [january = 0] = barHeights(container);
    const december = Number.parseFloat(last.querySelector('rect')?.getAttribute('height') ?? '');
    expect(december / january).toBeCloseTo(128_406 / 52_000, 5);
    expect(Math.max(...barHeights(container))).toBeLessThanOrEqual(100);
  });

  test('R10.1 the keyboard reaches each bar, and what it amounts to is written above: the last group until then', async () => {
    const { container } = render(<BarChart {...chart} groups={months} />);
    const readout = () => container.querySelector('p')?.textContent;
    expect(readout()).toBe('2026-12应付 ¥128,406应收 ¥0');
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('2026-01，应付 ¥52,000');
    expect(readout()).toBe('2026-01应付 ¥52,000应收 ¥13,000');
  });

  test('R10.1 a pointer over a group, with bars or without, shows its amounts', () => {
    const { container } = render(<BarChart {...chart} groups={months} />);
    const groups = container.querySelectorAll('[role="group"] > g');
    fireEvent.pointerEnter(groups[2] ?? container);
    expect(container.querySelector('p')?.textContent).toBe('2026-03应付 ¥0应收 ¥0');
  });

  test('R10.1 behind the bars is a table of the same figures, with the same links', () => {
    render(<BarChart {...chart} groups={months} />);
    expect(screen.getByText('查看数据表').tagName).toBe('SUMMARY');
    const table = screen.getByRole('table', { name: '近 12 个月账单数据表', hidden: true });
    const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows.slice(0, 2)).toEqual([
      ['月份', '应付', '应收'],
      ['2026-01', '¥52,000', '¥13,000'],
    ]);
    expect(rows).toHaveLength(13);
    expect(table.querySelectorAll('a')).toHaveLength(14);
  });

  test('R10.1 without any amount there are neither bars nor links, and the axis is still there', () => {
    const groups = months.map((group) => ({ ...group, bars: group.bars.map(() => ({ value: 0, text: '¥0' })) }));
    render(<BarChart {...chart} groups={groups} />);
    expect(plot().queryAllByRole('link')).toEqual([]);
  });
});

/** The shapes of a split: its empty bar, then its parts. */
const shapesOf = (part: HTMLElement) =>
  [...(part.querySelector('svg')?.children ?? [])].filter(({ tagName }) => tagName.toLowerCase() === 'rect');

describe('R10.1 a split', () => {
  test('R10.1 its parts stand one after another and fill the bar, each with its count, amount and link', () => {
    render(<SplitChart {...statuses} />);
    const part = screen.getByRole('region', { name: '账单按状态：应付' });
    const parts = shapesOf(part).slice(1);
    const numbers = parts.map((rect) => ['x', 'width'].map((name) => Number.parseFloat(rect.getAttribute(name) ?? '')));
    expect(numbers).toEqual([
      [0, 12.5],
      [12.5, 2.5],
      [15, 35],
      [50, 50],
    ]);
    const items = within(part).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '待确认2 张¥5,000',
      '差异处理中1 张¥1,000',
      '已确认3 张¥14,000',
      '已结清9 张¥20,000',
    ]);
    // Each part, and the whole.
    expect(within(part).getAllByRole('link')).toHaveLength(5);
  });

  test('R10.1 a whole of nothing is an empty bar without links', () => {
    render(<SplitChart {...statuses} />);
    const part = screen.getByRole('region', { name: '账单按状态：应收' });
    expect(shapesOf(part)).toHaveLength(1);
    expect(within(part).queryAllByRole('link')).toEqual([]);
  });
});

test('R10.1 amounts by age are a table whose bars are of one scale', () => {
  const { container } = render(<BarTable {...ages} />);
  const table = screen.getByRole('table', { name: '账龄' });
  expect(within(table).getByRole('row', { name: /^未到期 ¥12,000/ })).toBeTruthy();
  const widths = [...container.querySelectorAll('td > svg > rect')].map((rect) => rect.getAttribute('width'));
  expect(widths[0]).toBe('100%');
  expect(Number.parseFloat(widths[1] ?? '')).toBeCloseTo(100 / 3, 5);
  expect(widths[3]).toBe('0%');
});

test('R1.4 no two series differ by colour alone: all but the plain one have a pattern or an edge', () => {
  const { container } = render(<SplitChart {...statuses} />);
  const fills = [...container.querySelectorAll('li svg rect')].slice(0, 4).map((rect) => rect.getAttribute('fill'));
  expect(fills.map((fill) => fill?.replace(/.*-/, '') ?? null)).toEqual(['striped)', 'dotted)', null, null]);
  expect(container.querySelectorAll('[style]')).toHaveLength(0);
});

test('R11.8 a line over days shows the day under the pointer in words, and its table leads to the same', () => {
  const points = [3, 0, 8].map((value, day) => ({
    name: `2026-11-0${day + 1}`,
    short: `11-0${day + 1}`,
    values: [{ value, text: `${value}`, ...(value > 0 && { href: `#/on=${day}` }) }],
  }));
  const { container } = render(
    <LineChart
      label="每日访问"
      series={[{ label: '访问', tone: 'solid' }]}
      points={points}
      pointLabel="日期"
      tickText={String}
    />,
  );
  const words = () => container.querySelector('p')?.textContent;
  expect(words()).toBe('2026-11-03访问 8');
  const line = screen.getByRole('img', { name: '每日访问，数据见下表' });
  line.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect;
  fireEvent.pointerMove(line, { clientX: 52 });
  expect(words()).toBe('2026-11-02访问 0');
  fireEvent.pointerLeave(line);
  expect(words()).toBe('2026-11-03访问 8');
  expect(container.querySelector('path')?.getAttribute('d')).toBe('M0,62.5L50,100L100,0');
  const table = screen.getByRole('table', { name: '每日访问数据表', hidden: true });
  expect(table.querySelectorAll('a')).toHaveLength(2);
});

test('R11.8 a funnel without a first step has no shares, and none is divided by nothing', () => {
  const step = (name: string) => ({ name, value: 0, text: '0' });
  render(<FunnelChart label="漏斗" stepLabel="步骤" countLabel="访客" steps={[step('首页'), step('产品')]} />);
  const rows = within(screen.getByRole('table', { name: '漏斗' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['首页0——', '产品0—0（—）']);
});
