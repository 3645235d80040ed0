import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CommandPalette } from './command-palette.tsx';
import { ConsoleFrame } from './console-frame.tsx';

afterEach(cleanup);

const items = [
  { id: 'staff', label: '运营人员', group: '系统' },
  { id: 'home', label: '首页', group: '概览' },
  { id: 'account', label: '我的账号', group: '系统' },
];

it('ux Console what the palette finds elsewhere stands behind its own items, whose choice stays when it arrives', async () => {
  const [onSelect, own] = [vi.fn(), [{ id: 'page', label: '结算', group: '账务' }]];
  const palette = (found: readonly { id: string; label: string; group: string }[]) => (
    <CommandPalette open items={own} found={found} onSelect={onSelect} onClose={vi.fn()} />
  );
  const shown = render(palette([]));
  await userEvent.type(screen.getByRole('combobox'), '结算');
  shown.rerender(palette([{ id: 'merchant', label: '结算科技', group: '商户' }]));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['结算账务', '结算科技商户']);
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledWith('page');
});

it('ux Console the palette finds by name and section, moves with the arrows, and goes there with Enter', async () => {
  const [onSelect, onClose] = [vi.fn(), vi.fn()];
  render(<CommandPalette open items={items} onSelect={onSelect} onClose={onClose} />);
  const keyboard = userEvent.setup();
  const box = screen.getByRole('combobox', { name: '前往' });
  await keyboard.type(box, '系统');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['运营人员系统', '我的账号系统']);
  await keyboard.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('我的账号');
  await keyboard.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(onSelect).toHaveBeenCalledWith('account');
  expect(onClose).toHaveBeenCalledOnce();
  await keyboard.type(box, '没有这一页');
  expect(screen.getByRole('status').textContent).toBe('没有找到');
});

it('ux Console the option that the arrows reach is scrolled into view', async () => {
  const scrolled: string[] = [];
  const spy = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id);
  });
  render(<CommandPalette open items={items} onSelect={vi.fn()} onClose={vi.fn()} />);
  await userEvent.setup().keyboard('{ArrowUp}');
  expect(scrolled.at(-1)).toMatch(/-account$/);
  spy.mockRestore();
});

it('ux Console the sider and its button have their place before anybody knows who is there', () => {
  const { container } = render(
    <ConsoleFrame brand={{ name: '融惠', href: '#/' }} areaName="运营台" groups={undefined}>
      <p>正在读取</p>
    </ConsoleFrame>,
  );
  expect(container.querySelector('main:only-child')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '菜单' }).disabled).toBe(true);
  expect(screen.queryByRole('navigation', { hidden: true })).toBeNull();
});

it('ux Console the frame has a sider of the sections, and none where there is nothing to go to', () => {
  const brand = { name: '融惠', href: '#/' };
  const groups = [{ title: '系统', items: [{ label: '运营人员', href: '#/staff', current: true }] }];
  const { rerender } = render(
    <ConsoleFrame brand={brand} areaName="运营台" groups={groups}>
      <h1>页面</h1>
    </ConsoleFrame>,
  );
  expect(screen.getByRole('link', { name: '运营人员', current: 'page', hidden: true })).toBeDefined();
  rerender(
    <ConsoleFrame brand={brand} areaName="运营台" groups={[]}>
      <h1>登录</h1>
    </ConsoleFrame>,
  );
  expect(screen.queryByRole('navigation', { hidden: true })).toBeNull();
  expect(screen.queryByRole('button', { name: '菜单' })).toBeNull();
});
