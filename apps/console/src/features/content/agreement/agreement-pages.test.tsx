import { describe, expect, it } from 'vitest';
import { type Answers, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import type { RecordDetail } from '../content-queries.ts';
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
