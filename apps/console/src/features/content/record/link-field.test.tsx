import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { screen, showPage } from '#kernel/testing/page.fixture.tsx';
import type { RecordEntry } from '../content-queries.ts';
import { LinkField } from './link-field.tsx';

const entry = (key: string, title: string): RecordEntry => ({
  key,
  title,
  version: 1,
  sort: '',
  group: '',
  isPublished: true,
  publishedBy: '',
  publishedAt: null,
  draft: null,
  publishAt: null,
  failure: '',
});

const Form = ({ given }: { readonly given: string }) => {
  const [link, setLink] = useState(given);
  return (
    <>
      <LinkField value={link} onValueChange={setLink} error={undefined} />
      <output>{link}</output>
    </>
  );
};
const show = (given = '') =>
  showPage(<Form given={given} />, {
    at: '/content/slides',
    answers: {
      'ops.content.page': ({ record }) => ({
        items: record === 'product' ? [entry('factoring', '应收账款保理')] : [entry('faq', '常见问题')],
        total: 1,
        page: 1,
        pageSize: 100,
        nextCursor: null,
      }),
    },
  });
const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '链接' });
const link = () => screen.getByRole('status').textContent;

describe('where something leads to', () => {
  it('R11.3 is chosen: a page, a product or a document, and nobody types an address of the portal', async () => {
    const { keyboard } = show();
    await screen.findByRole('option', { name: '文档：常见问题' });
    await keyboard.selectOptions(choice(), '产品：应收账款保理');
    expect(link()).toBe('#/portal/productsDetail/factoring');
    await keyboard.selectOptions(choice(), '文档：常见问题');
    expect(link()).toBe('#/portal/docs/faq');
    await keyboard.selectOptions(choice(), '不链接');
    expect(link()).toBe('');
  });

  it('R11.3 an address of another site is typed; a page that cannot be chosen stays as it is', async () => {
    const { keyboard, unmount } = show();
    await keyboard.selectOptions(choice(), '其他网站的地址…');
    await keyboard.type(screen.getByRole('textbox', { name: '网址' }), 'https://example.com/');
    expect(link()).toBe('https://example.com/');
    unmount();
    show('#/portal/docs/old?at=part');
    expect(choice().selectedOptions[0]?.textContent).toBe('本站页面 #/portal/docs/old?at=part');
  });
});
