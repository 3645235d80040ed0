import { describe, expect, it } from 'vitest';
import { refusal, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { DocArticle } from './doc-article.tsx';

const show = (errCode: 'RHSY404' | 'RHSY429') =>
  showPage(<DocArticle slug="gone" at={null} onShown={() => undefined} />, {
    at: '/portal/docs/gone',
    answers: {
      'doc.queryDetail': () => {
        throw refusal('doc.queryDetail', errCode);
      },
    },
  });

describe('a document', () => {
  it('R2.4 a document that does not exist shows that, with the way home, under its own title, and without a retry', async () => {
    show('RHSY404');
    expect(await screen.findByText('没有找到这篇文档')).toBeDefined();
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('#/portal/home');
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
    expect(document.title).toBe('页面不存在 - 融惠');
  });

  it('R2.9 a failed fetch can be retried', async () => {
    show('RHSY429');
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});
