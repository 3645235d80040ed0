import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { act, fireEvent, render, screen } from '../../testing/screen.fixture.ts';
import { Carousel } from './carousel.tsx';

const width = 400;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function scrollTo(
    this: Element,
    options?: ScrollToOptions | number,
  ) {
    if (typeof options !== 'object') return;
    this.scrollLeft = options.left ?? 0;
    fireEvent.scroll(this);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shown(): string | null | undefined {
  return screen.getAllByRole('listitem', { hidden: true }).find((slide) => !slide.hasAttribute('inert'))?.textContent;
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await Promise.resolve();
    vi.advanceTimersByTime(ms);
  });
}

describe('Carousel', () => {
  test('R2.8 buttons and dots move it, round its ends, and slides out of sight take no focus', () => {
    render(<Carousel label="图片" slides={['甲', '乙', '丙']} />);
    expect(shown()).toBe('甲');
    fireEvent.click(screen.getByRole('button', { name: '下一张' }));
    expect(shown()).toBe('乙');
    fireEvent.click(screen.getByRole('button', { name: '第 3 张' }));
    expect([shown(), screen.getByRole('button', { name: '第 3 张' }).getAttribute('aria-current')]).toEqual([
      '丙',
      'true',
    ]);
    fireEvent.click(screen.getByRole('button', { name: '下一张' }));
    expect(shown()).toBe('甲');
    fireEvent.click(screen.getByRole('button', { name: '上一张' }));
    expect(shown()).toBe('丙');
  });

  test('R2.8 it moves on by itself, waits while the focus is inside or the tab is hidden, and can be stopped for good', async () => {
    render(<Carousel label="图片" everyMs={6000} slides={['甲', '乙', '丙']} />);
    await pass(6000);
    expect(shown()).toBe('乙');
    act(() => screen.getByRole('button', { name: '第 1 张' }).focus());
    await pass(0);
    await pass(60_000);
    expect(shown()).toBe('乙');
    act(() => screen.getByRole('button', { name: '第 1 张' }).blur());
    await pass(0);
    await pass(6000);
    expect(shown()).toBe('丙');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(60_000);
    expect(shown()).toBe('丙');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    fireEvent.click(screen.getByRole('button', { name: '停止播放' }));
    await pass(60_000);
    expect(shown()).toBe('丙');
    expect(screen.getByRole('button', { name: '继续播放' })).toBeTruthy();
  });

  test('R2.8 it never moves by itself where less motion is wanted', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue(
      Object.assign(new EventTarget(), { matches: true }) as MediaQueryList,
    );
    render(<Carousel label="图片" everyMs={6000} slides={['甲', '乙']} />);
    await pass(60_000);
    expect(shown()).toBe('甲');
  });

  test('R2.8 a single slide has no controls', () => {
    render(<Carousel label="图片" everyMs={6000} slides={['甲']} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
