import { dismissToast, showToast, toastStore } from '@ronghui/web/screen/toasts';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Messages } from './messages.tsx';

afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id);
});

it('R1.1 a message that says 请联系我们 has a way to customer service', async () => {
  render(<Messages />);
  showToast('bad', '文件空间已用完，请联系我们扩容');
  const link = await screen.findByRole('link', { name: '联系我们', hidden: true });
  expect(link.getAttribute('href')).toBe('#/portal/feedBack?topic=consult');
  expect((await screen.findByText(/文件空间已用完/)).textContent).toContain('文件空间已用完，请联系我们扩容');
});
