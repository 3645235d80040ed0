import { expect, test, vi } from 'vitest';
import { fireEvent, render, screen } from '../../testing/screen.fixture.ts';
import { Drawer } from './drawer.tsx';

test('R10.6 an agreement counts as read only when its end was in sight', () => {
  const read = vi.fn();
  render(
    <Drawer open onClose={() => {}} title="服务协议" onReadToEnd={read}>
      正文
    </Drawer>,
  );
  const body = screen.getByRole('region', { name: '服务协议' });
  expect(body.tabIndex).toBe(0);
  Object.defineProperties(body, { scrollHeight: { value: 2000 }, clientHeight: { value: 500 } });
  body.scrollTop = 800;
  fireEvent.scroll(body);
  expect(read).not.toHaveBeenCalled();
  body.scrollTop = 1495;
  fireEvent.scroll(body);
  expect(read).toHaveBeenCalled();
});

test('R2.10 a closed drawer renders nothing at all', () => {
  const { container } = render(
    <Drawer open={false} onClose={() => {}} title="详情">
      正文
    </Drawer>,
  );
  expect(container.innerHTML).toBe('');
});
