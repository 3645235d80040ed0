import { describe, expect, test } from 'vitest';
import { blocks } from '../testing/samples.fixture.ts';
import { fireEvent, render, screen, takeErrors, within } from '../testing/screen.fixture.ts';
import { type Block, Blocks } from './blocks.tsx';
import { safeLink } from './safe-link.ts';

describe('Blocks', () => {
  test('R2.8 two cards with the same title are both shown, and stay where they are', () => {
    const cards = (...texts: string[]): Block[] => [
      { template: 'template_card', items: texts.map((text) => ({ title: '', text })) },
    ];
    const { container, rerender } = render(<Blocks blocks={cards('一', '二')} />);
    rerender(<Blocks blocks={cards('二', '三', '一')} />);
    expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['二', '三', '一']);
  });

  test('R2.8 each of the six templates shows its data', () => {
    const { container } = render(<Blocks blocks={blocks} />);
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      '上下',
      '左文',
      '右文',
      '卡片',
    ]);
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      '费用透明',
      '随时可停',
    ]);
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('alt'))).toEqual([
      '甲图',
      '乙图',
      '丙图',
      '丁图',
      '戊图',
      '',
      '',
    ]);
    expect(screen.getByRole('link', { name: '费用透明' }).getAttribute('href')).toBe('#/portal/about');
    const player = within(screen.getByRole('figure'));
    expect(player.getByText('大家好').closest('details')).toBeTruthy();
    // A recording is not fetched before it is requested.
    expect(container.querySelector('audio')).toBeNull();
    fireEvent.click(player.getByRole('button', { name: /^播放录音：/ }));
    expect(container.querySelector('audio[controls]')).toBe(document.activeElement);
  });

  test('R2.8 pictures keep their place before they come and are fetched when they are near', () => {
    const { container } = render(<Blocks blocks={blocks} />);
    for (const image of container.querySelectorAll('img')) {
      expect([image.hasAttribute('width'), image.hasAttribute('height'), image.getAttribute('loading')]).toEqual([
        true,
        true,
        'lazy',
      ]);
    }
  });

  test('R2.8 a template that nobody knows renders nothing and tells the console', () => {
    const unknown = JSON.parse('{"template":"template_video"}') as Block;
    const { container } = render(<Blocks blocks={[unknown]} />);
    expect(container.firstElementChild?.innerHTML).toBe('');
    expect(takeErrors()).toEqual(['unknown media template: template_video']);
  });
});

test.each([
  ['#/portal/home', '#/portal/home'],
  ['https://example.com/', 'https://example.com/'],
  ['http://example.com/', undefined],
  ['javascript:alert(1)', undefined],
  ['//example.com', undefined],
  ['#top', undefined],
  ['', undefined],
  [null, undefined],
])('R2.8 a link %s of data leads to %s', (link, href) => {
  expect(safeLink(link)?.href).toBe(href);
});
