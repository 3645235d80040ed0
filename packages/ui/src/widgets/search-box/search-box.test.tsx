import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { SearchBox } from './search-box.tsx';

test('R2.6 Enter searches for the trimmed words, an empty box for none', async () => {
  const search = vi.fn();
  render(<SearchBox label="搜索文档" defaultValue="保理" onSearch={search} />);
  const box = screen.getByRole('searchbox', { name: '搜索文档' });
  await userEvent.type(box, ' 费率 {Enter}');
  await userEvent.clear(box);
  await userEvent.type(box, '{Enter}');
  expect(search.mock.calls).toEqual([['保理 费率'], ['']]);
});
