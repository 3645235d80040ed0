import { describe, expect, it, vi } from 'vitest';
import { type Answers, refusal, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { AgreementPage } from './agreement-page.tsx';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const privacy: NonNullable<Answers['agreement.detail']> = ({ id, version = '1' }) => ({
  id,
  version,
  title: '隐私政策',
  html: '<p>第一条</p>',
  sha256,
  effectiveAt: '2026-10-31T16:00:00.000Z',
});

const agreement = (answer: NonNullable<Answers['agreement.detail']>, params: Record<string, string> = {}) =>
  showPage(<AgreementPage params={{ id: 'privacy', ...params }} />, {
    at: '/portal/agreement/privacy',
    answers: { 'agreement.detail': answer },
  });

describe('an agreement', () => {
  it('R10.6 shows its version, its day in Shanghai and its digest, and can be printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const page = agreement(privacy);
    expect(screen.getByRole('status').textContent).toBe('loading');
    expect(await screen.findByRole('heading', { level: 1, name: '隐私政策' })).toBeDefined();
    expect(await screen.findByText('第一条')).toBeDefined();
    expect(screen.getByText('2026-11-01')).toBeDefined();
    expect(screen.getByText('9f86d081884c…')).toBeDefined();
    expect(document.title).toBe('隐私政策 - 融惠');
    await page.keyboard.click(screen.getByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(page.calls[0]?.input).toEqual({ id: 'privacy' });
    vi.unstubAllGlobals();
  });

  it('R10.6 an earlier version says that it is one and links to the present one', async () => {
    const page = agreement(privacy, { version: '0' });
    const link = await screen.findByRole('link', { name: '查看现行版本（1）' });
    expect(link.getAttribute('href')).toBe('#/portal/agreement/privacy');
    expect(page.calls[0]?.input).toEqual({ id: 'privacy', version: '0' });
  });

  it('R2.4 an agreement that does not exist shows that, with the way home', async () => {
    agreement(() => {
      throw refusal('agreement.detail', 'RHSY404');
    });
    expect(await screen.findByText('没有找到这份协议')).toBeDefined();
    expect(screen.getByRole('link', { name: '返回首页' })).toBeDefined();
  });

  it('R2.9 a failed fetch can be retried', async () => {
    let tries = 0;
    const page = agreement((input) => {
      tries += 1;
      if (tries === 1) throw refusal('agreement.detail', 'RHSY429');
      return privacy(input);
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByRole('heading', { level: 1, name: '隐私政策' })).toBeDefined();
  });
});
