import { expect, it, vi } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { SearchDialog } from './search-dialog.tsx';

const at = '2026-11-30T02:00:00.000Z';
const show = (search: NonNullable<Answers['ops.chat.search']>) => {
  const onClose = vi.fn();
  const shown = showPage(<SearchDialog onClose={onClose} />, {
    at: '/chat',
    answers: {
      'ops.chat.colleagues': () => ({ items: [{ staffId: 's2', name: '王芳', status: 'off', serving: 0 }] }),
      'ops.chat.search': search,
    },
  });
  return { ...shown, onClose };
};
const found = (seq: number) =>
  ({
    conversationId: 'c1',
    seq,
    at,
    sender: 'user',
    tenantName: '云栖商贸有限公司',
    content: `<b>附言码</b> ${seq}`,
  }) as const;

it('service 5.5 what is found leads to its conversation, and earlier parts come by a press', async () => {
  const { keyboard, of, onClose } = show(({ cursor }) =>
    cursor === undefined ? { items: [found(9)], nextCursor: 'n1' } : { items: [found(3)], nextCursor: null },
  );
  await keyboard.type(screen.getByRole('textbox', { name: /内容/ }), ' 附言码 ');
  await screen.findByRole('option', { name: '王芳' });
  await keyboard.selectOptions(screen.getByRole('combobox', { name: /客服/ }), '王芳');
  await keyboard.click(screen.getByRole('button', { name: '查找' }));
  const results = within(await screen.findByRole('region', { name: '查找的结果' }));
  const link = await results.findByRole('link', { name: /云栖商贸有限公司 · 客户.*<b>附言码<\/b> 9/ });
  expect(link.getAttribute('href')).toBe('#/chat?open=c1');
  await keyboard.click(results.getByRole('button', { name: '更早的' }));
  expect(await results.findByRole('link', { name: /附言码.* 3/ })).toBeTruthy();
  expect(results.queryByRole('button', { name: '更早的' })).toBeNull();
  expect(of('ops.chat.search').map(({ input }) => input)).toEqual([
    { words: '附言码', staffId: 's2' },
    { words: '附言码', staffId: 's2', cursor: 'n1' },
  ]);
  await keyboard.click(link);
  expect(onClose).toHaveBeenCalled();
});

it('service 5.5 an empty result and a failure have words of their own', async () => {
  let isDown = true;
  const { keyboard } = show(() => {
    if (isDown) throw refusal('ops.chat.search', 'RHSY422');
    return { items: [], nextCursor: null };
  });
  await keyboard.click(screen.getByRole('button', { name: '查找' }));
  expect(await screen.findByText('没有查找成功')).toBeTruthy();
  isDown = false;
  await keyboard.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('没有找到')).toBeTruthy();
});
