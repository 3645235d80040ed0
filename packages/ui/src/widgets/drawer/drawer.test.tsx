import { expect, test, vi } from 'vitest';
import { intersectAll } from '../../testing/in-sight.fixture.ts';
import { render, screen } from '../../testing/screen.fixture.ts';
import { Drawer } from './drawer.tsx';

test('R10.6 an agreement counts as read only when its end was in sight', () => {
  const read = vi.fn();
  render(
    <Drawer open onClose={() => {}} title="服务协议" onReadToEnd={read}>
      正文
    </Drawer>,
  );
  expect(screen.getByRole('region', { name: '服务协议' }).tabIndex).toBe(0);
  expect(read).not.toHaveBeenCalled();
  intersectAll();
  expect(read).toHaveBeenCalledOnce();
});

test('R2.10 a closed drawer renders nothing at all', () => {
  const { container } = render(
    <Drawer open={false} onClose={() => {}} title="详情">
      正文
    </Drawer>,
  );
  expect(container.innerHTML).toBe('');
});
