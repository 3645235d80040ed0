import { describe, expect, it } from 'vitest';
import { type Answers, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import type { RecordDetail } from '../content-queries.ts';
import { tooLongFault } from '../record/text-length.ts';
import { blankAgreement, nextVersion } from './agreement-body.ts';
import { AgreementPage } from './agreement-page.tsx';
import type { AgreementVersion } from './agreement-queries.ts';
import { askedByVersion } from './agreement-words.ts';

const writes = { 'ops.content.read': true, 'ops.content.write': true } as never;
const published = {
  ...blankAgreement('terms', '用户协议'),
  version: '2026-11',
  effectiveOn: '2026-11-01',
  text: '正文',
};
const version: AgreementVersion = {
  version: '2026-11',
  title: '用户协议',
  scene: 'register',
  required: true,
  sha256: 'a'.repeat(64),
  effectiveAt: '2026-10-31T16:00:00.000Z',
  publishedAt: '2026-10-20T08:00:00.000Z',
  isInForce: true,
  consents: 12,
  users: 9,
  tenants: 8,
};
const detail: RecordDetail = {
  record: 'agreement',
  key: 'terms',
  version: 3,
  published,
  draft: null,
  publishAt: null,
  failure: '',
};
const standing = { consents: 12, users: 9, tenants: 8 };
const answers: Answers = {
  'ops.content.detail': () => detail,
  'ops.content.watch': () => ({ version: 3, others: [] }),
  'ops.content.preview': () => ({ html: '<p>正文</p>', outline: [], faults: [] }),
  'ops.agreement.versions': () => ({ versions: [version], standing }),
};
const show = () =>
  showPage(<AgreementPage params={{ key: 'terms' }} />, {
    at: '/content/agreements/terms',
    answers,
    state: { auth: writes },
  });

describe('R10.6 the page of an agreement', () => {
  it('R11.3 what is published of a long text is the lines that changed, with some around them', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `第 ${at} 条`);
    const text = lines.join('\n');
    const body = { ...published, version: '2026-12', text: lines.with(20, '第 20 条，改过').join('\n') };
    const draft = { body, removes: false, by: '李娜', at: '2026-11-23T08:00:00.000Z', faults: [] };
    const long = { ...detail, published: { ...published, text }, draft };
    const shown = showPage(<AgreementPage params={{ key: 'terms' }} />, {
      at: '/content/agreements/terms',
      answers: { ...answers, 'ops.content.detail': () => long },
      state: { auth: writes },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '发布' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布' }));
    expect(dialog.getByText('第 20 条').textContent).toBe('原来：第 20 条');
    expect(dialog.getByText('第 20 条，改过').textContent).toBe('改为：第 20 条，改过');
    expect(dialog.getByText('第 18 条')).toBeDefined();
    expect(dialog.queryByText('第 17 条')).toBeNull();
    expect(dialog.getByText(/相同的 18.行/)).toBeDefined();
  });

  it('R11.3 a text that cannot be saved says so at its field', async () => {
    const body = { ...published, text: '汉'.repeat(20_001) };
    const draft = { body, removes: false, by: '李娜', at: '2026-11-23T08:00:00.000Z', faults: [] };
    showPage(<AgreementPage params={{ key: 'terms' }} />, {
      at: '/content/agreements/terms',
      answers: { ...answers, 'ops.content.detail': () => ({ ...detail, draft }) },
      state: { auth: writes },
    });
    expect(await screen.findByText(/^正文最多 20,000.个字，现有 20,001.个/)).toBeDefined();
    const text = '😀'.repeat(17_000);
    expect(tooLongFault({ ...published, text }, text)).toMatch(/^正文太长，一次保存不了/);
    const most = '汉'.repeat(20_000);
    expect(tooLongFault({ ...published, text: most }, most)).toBeUndefined();
  });

  it('R10.6 shows what was published with its digest, and says of a new version whom it will ask', async () => {
    const shown = show();
    expect(await screen.findByText('有效同意 12 项，9 位用户，8 家商户')).toBeDefined();
    expect(screen.getByText(`SHA-256 ${'a'.repeat(64)}`)).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '写新版本' }));
    expect(await screen.findByText(/^现有 9 位用户、12 项有效同意/)).toBeDefined();
  });

  it('R10.6 speaks of each scene, and numbers versions by their month', () => {
    const body = { ...published, effectiveOn: '2026-12-01', scene: 'dataSharing' } as const;
    const [asks, keeps] = askedByVersion(body, standing);
    expect(asks).toBe('2026-12-01 起，商户购买或重新授权、要向机构提供信息时看到新版本，必须同意。');
    expect(keeps).toContain('8\u00a0家商户的 12\u00a0项有效同意继续有效');
    expect(nextVersion('2026-11-30', ['2026-11', '2026-11.1'])).toBe('2026-11.2');
  });
});
