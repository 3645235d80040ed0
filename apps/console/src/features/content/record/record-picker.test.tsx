import { type JSX, useState } from 'react';
import { expect, it } from 'vitest';
import { type Answers, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { RecordPicker } from './record-picker.tsx';

const entry = (key: string, title: string) => ({
  key,
  title,
  version: 1,
  sort: key,
  group: '',
  isPublished: true,
  publishedBy: '',
  publishedAt: null,
  draft: null,
  publishAt: null,
  failure: '',
});
const all = [entry('terms', '用户协议'), entry('privacy', '隐私政策'), entry('purchase', '购买协议')];
const answers: Answers = {
  'ops.content.page': ({ keyword = '' }) => {
    const items = all.filter(({ title }) => title.includes(keyword));
    return { items, nextCursor: null, page: 1, pageSize: 50 };
  },
};

const Chosen = ({ most }: { readonly most: number }): JSX.Element => {
  const [keys, setKeys] = useState<readonly string[]>(['terms']);
  return (
    <RecordPicker
      record="agreement"
      noun="协议"
      hint="请客户同意的协议"
      value={keys}
      onValueChange={setKeys}
      most={most}
      error={undefined}
    />
  );
};

it('R11.3 records are found by a word, chosen and taken away by their titles', async () => {
  const { keyboard, of } = showPage(<Chosen most={3} />, { at: '/content/products/a', answers });
  const offered = screen.getByRole('group', { name: '可选的协议' });
  expect(await within(offered).findByRole('button', { name: /隐私政策/ })).toBeDefined();
  expect(within(offered).queryByRole('button', { name: /用户协议/ })).toBeNull();
  await keyboard.type(screen.getByLabelText(/^查找协议/), '购买');
  expect(of('ops.content.page').at(-1)?.input).toMatchObject({ record: 'agreement', keyword: '购买' });
  await keyboard.click(await within(offered).findByRole('button', { name: /购买协议/ }));
  const chosen = screen.getByRole('list', { name: '已选的协议' });
  expect(within(chosen).getAllByRole('listitem')).toHaveLength(2);
  await keyboard.click(within(chosen).getByRole('button', { name: '移除协议 用户协议' }));
  expect(within(chosen).queryByText('用户协议')).toBeNull();
  expect(within(chosen).getByText('购买协议')).toBeDefined();
});

it('R11.3 no more are offered than may be chosen', async () => {
  showPage(<Chosen most={1} />, { at: '/content/products/a', answers });
  expect(await screen.findByText(/最多 1\s个/)).toBeDefined();
  expect(screen.queryByRole('group', { name: '可选的协议' })).toBeNull();
});
