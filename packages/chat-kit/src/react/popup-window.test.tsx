import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef, StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failOnWarnings } from '../testing/fail-on-warnings.ts';
import { PopupWindow, type PopupWindowProps } from './popup-window.tsx';

failOnWarnings();

beforeEach(() => {
  Object.defineProperties(document.documentElement, {
    clientWidth: { configurable: true, value: 1440 },
    clientHeight: { configurable: true, value: 900 },
  });
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
  vi.spyOn(Element.prototype, 'releasePointerCapture').mockImplementation(() => {});
  vi.spyOn(Element.prototype, 'hasPointerCapture').mockReturnValue(false);
});
afterEach(cleanup);

function show(props: Partial<PopupWindowProps> = {}) {
  const onClose = vi.fn();
  const ui = (more: Partial<PopupWindowProps> = {}) => (
    <StrictMode>
      <PopupWindow open title="在线客服" onClose={onClose} layout="window" {...props} {...more}>
        <input aria-label="输入" />
      </PopupWindow>
    </StrictMode>
  );
  const view = render(ui());
  return { onClose, update: (more: Partial<PopupWindowProps>) => view.rerender(ui(more)) };
}

const popup = (): HTMLElement => screen.getByRole('dialog', { hidden: true });
const frame = (): number[] =>
  (['left', 'top', 'width', 'height'] as const).map((side) => Number.parseFloat(popup().style[side]));
const bar = (): Element => popup().querySelector('.ck-popup-bar') ?? popup();
const grip = (name: RegExp): HTMLElement => screen.getByRole('button', { name });

function drag(handle: Element, path: [number, number][]): void {
  const [first = [0, 0], ...rest] = path;
  fireEvent.pointerDown(handle, { pointerId: 1, button: 0, clientX: first[0], clientY: first[1] });
  for (const [clientX, clientY] of rest) fireEvent.pointerMove(handle, { pointerId: 1, clientX, clientY });
  fireEvent.pointerUp(handle, { pointerId: 1 });
}

test('R9.1 it opens at 20 and 10 with 45% and 85% of the page, and as wished', () => {
  show();
  expect(frame()).toEqual([10, 20, 648, 765]);
  cleanup();
  show({ width: 400, height: '50%', top: 40, left: 60 });
  expect(frame()).toEqual([60, 40, 400, 450]);
});

test('R12.5 it has a title, a body, a footer and a close icon', () => {
  const { onClose } = show({ footer: <button type="button">发送</button> });
  expect(screen.getByRole('dialog', { name: '在线客服' })).toBe(popup());
  expect(screen.getByRole('button', { name: '发送' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '关闭' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('R12.5 it is dragged by its title bar and keeps inside the page', () => {
  const onFrame = vi.fn();
  show({ onFrame });
  drag(bar(), [
    [200, 40],
    [260, 70],
  ]);
  expect(frame()).toEqual([70, 50, 648, 765]);
  expect(onFrame).toHaveBeenCalledWith({ left: 70, top: 50, width: 648, height: 765 });
  drag(bar(), [
    [200, 60],
    [1400, 60],
  ]);
  expect(frame()).toEqual([792, 50, 648, 765]);
});

test('R9.1 dragging stops when the pointer is within 20 px of an edge', () => {
  show();
  drag(bar(), [
    [200, 40],
    [260, 70],
    [1425, 70],
    [700, 70],
  ]);
  expect(frame()).toEqual([70, 50, 648, 765]);
});

test('R12.5 its edges resize it, never under 200 × 60', () => {
  show();
  const edge = (name: string): Element => popup().querySelector(`.ck-edge-${name}`) ?? popup();
  drag(edge('e'), [
    [658, 300],
    [758, 300],
  ]);
  expect(frame()).toEqual([10, 20, 748, 765]);
  drag(edge('se'), [
    [758, 785],
    [0, 0],
  ]);
  expect(frame()).toEqual([10, 20, 200, 60]);
});

test('R12.5 the keyboard moves and resizes it', () => {
  show();
  fireEvent.keyDown(grip(/移动窗口/u), { key: 'ArrowRight' });
  fireEvent.keyDown(grip(/移动窗口/u), { key: 'ArrowDown', shiftKey: true });
  expect(frame()).toEqual([20, 70, 648, 765]);
  fireEvent.keyDown(grip(/调整大小/u), { key: 'ArrowLeft', shiftKey: true });
  fireEvent.keyDown(grip(/调整大小/u), { key: 'ArrowUp' });
  expect(frame()).toEqual([20, 70, 598, 755]);
});

test('R12.5 Escape asks to close, but not while a word is being composed', () => {
  const { onClose } = show();
  fireEvent.keyDown(screen.getByLabelText('输入'), { key: 'Escape', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('输入'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('R12.5 closed it is hidden and keeps what was typed and where it stood, or is removed', () => {
  const { update } = show();
  const input = screen.getByLabelText('输入');
  fireEvent.change(input, { target: { value: '草稿' } });
  fireEvent.keyDown(grip(/移动窗口/u), { key: 'ArrowRight' });
  update({ open: false });
  expect(popup().hasAttribute('open')).toBe(false);
  update({ open: true });
  expect(screen.getByLabelText('输入')).toHaveProperty('value', '草稿');
  expect(frame()[0]).toBe(20);
  update({ open: false, removeOnClose: true });
  expect(screen.queryByLabelText('输入')).toBeNull();
});

test('R12.5 the focus goes in when it opens, to what asks for it', () => {
  show();
  expect(document.activeElement).toBe(popup());
  cleanup();
  show({ footer: <textarea data-autofocus aria-label="消息" /> });
  expect(document.activeElement).toBe(screen.getByLabelText('消息'));
});

test('R12.5 on a narrow page it is a sheet without handles, and a tap beside it closes', () => {
  const { onClose } = show({ layout: 'sheet' });
  expect(popup().className).toContain('ck-popup-sheet');
  expect(popup().style.width).toBe('');
  expect(screen.queryByRole('button', { name: /移动窗口/u })).toBeNull();
  fireEvent.pointerDown(popup());
  fireEvent.click(popup());
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('R12.5 a page that shrinks takes the window with it', () => {
  show();
  Object.defineProperty(document.documentElement, 'clientWidth', { configurable: true, value: 500 });
  fireEvent(window, new Event('resize'));
  expect(frame()).toEqual([0, 20, 500, 765]);
});

test('R12.5 ref, className, style, id and data attributes reach its element', () => {
  const ref = createRef<HTMLDialogElement>();
  render(
    <PopupWindow
      ref={ref}
      open
      title="在线客服"
      layout="window"
      onClose={() => {}}
      className="mine"
      style={{ opacity: 0.5 }}
      id="it"
      data-kind="a"
    >
      内容
    </PopupWindow>,
  );
  const element = ref.current;
  expect(element).toBeInstanceOf(HTMLDialogElement);
  expect(element?.classList.contains('mine')).toBe(true);
  expect([element?.id, element?.style.opacity, element?.dataset['kind']]).toEqual(['it', '0.5', 'a']);
});
