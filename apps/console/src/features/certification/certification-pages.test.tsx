import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { CertificationListPage } from './certification-list-page.tsx';
import type { Review, Submission } from './certification-queries.ts';
import { ReviewPage } from './review-page.tsx';

beforeAll(async () => {
  await loadChunk(() => import('./review-page.tsx'));
}, 60_000);

const submission: Submission = {
  submissionNo: 'RZ20261123-1',
  tenantId: 't1',
  companyName: '云栖商贸有限公司',
  uscc: '91350100M000100Y43',
  status: 'pending',
  submittedAt: '2026-11-22T01:00:00.000Z',
  ordinal: 2,
  isCertified: false,
  version: 4,
};
const form = {
  companyName: '云栖商贸有限公司',
  address: '南山区某路 2 号',
  isAgent: false,
  legalIdNoMasked: '****002X',
};
const review: Review = {
  ...submission,
  form,
  place: '广东省深圳市',
  isLatest: true,
  submittedBy: '陈静',
  files: [],
  previous: {
    submissionNo: 'RZ20261120-1',
    submittedAt: '2026-11-20T01:00:00.000Z',
    form: { ...form, address: '南山区某路 1 号' },
    place: '广东省深圳市',
    reasons: [],
  },
  changed: ['address'],
  endedConsents: 0,
  isTakenElsewhere: false,
  steps: [],
  queue: { place: 1, waiting: 2, previousNo: null, nextNo: 'RZ20261123-2' },
};
const auth = { 'ops.customer.read': true, 'ops.customer.write': true } as never;
const answers: Answers = {
  'ops.certification.page': () => ({
    items: [submission],
    total: 1,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.certification.detail': () => review,
  'ops.certification.watch': () => ({ status: 'pending', version: 4, isLatest: true, others: ['李娜'] }),
  'ops.certification.phrases': () => ({ items: [{ field: 'companyName', phrases: ['与执照不一致'] }] }),
  'ops.certification.approve': () => ({ status: 'passed', version: 5 }),
  'ops.certification.reject': () => ({ status: 'rejected', version: 5 }),
};
const at = '/certifications/RZ20261123-1';
const page = <ReviewPage params={{ submissionNo: 'RZ20261123-1' }} />;
const open = (more: Answers = {}, held: object = auth) =>
  showPage(page, { at, answers: { ...answers, ...more }, state: { auth: held } });

describe('R11.4 the queue of certifications', () => {
  it('R11.4 asks for what waits, and leads to the review of each', async () => {
    const shown = showPage(<CertificationListPage />, { at: '/certifications', answers, state: { auth } });
    const link = await screen.findByRole('link', { name: '云栖商贸有限公司' });
    expect(link.getAttribute('href')).toBe('#/certifications/RZ20261123-1');
    expect(screen.getByText('第 2 次提交')).toBeDefined();
    expect(shown.of('ops.certification.page')[0]?.input).toMatchObject({ status: 'pending' });
  });

  it('R2.9 says when nothing waits, and when the list did not come', async () => {
    const none = () => ({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null });
    const empty = showPage(<CertificationListPage />, {
      at: '/certifications',
      answers: { 'ops.certification.page': none },
      state: { auth },
    });
    expect(await screen.findByText('没有等待审核的认证')).toBeDefined();
    empty.unmount();
    const failing = () => {
      throw refusal('ops.certification.page', 'RHSY409');
    };
    showPage(<CertificationListPage />, {
      at: '/certifications?keyword=x',
      answers: { 'ops.certification.page': failing },
      state: { auth },
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});

describe('R11.4 a review', () => {
  it('R11.4 shows what differs from the last submission, and who else has it open', async () => {
    open();
    expect(await screen.findByText('南山区某路 2 号')).toBeDefined();
    expect(screen.getByText('南山区某路 1 号').tagName).toBe('S');
    expect(await screen.findByText('李娜 也打开着这份申请。')).toBeDefined();
  });

  it('ux "Console" marks a field and sends the submission back by the keyboard, then goes to the next one', async () => {
    const shown = open();
    await screen.findByText('南山区某路 2 号');
    await shown.keyboard.keyboard('{ArrowDown}');
    await screen.findByRole('button', { name: '1 与执照不一致' });
    await shown.keyboard.keyboard('1r');
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText('与执照不一致')).toBeDefined();
    await shown.keyboard.click(within(question).getByRole('button', { name: '退回' }));
    await expect.poll(() => location.hash).toBe('#/certifications/RZ20261123-2');
    expect(shown.of('ops.certification.reject')[0]?.input).toMatchObject({
      submissionNo: 'RZ20261123-1',
      version: 4,
      reasons: [{ field: 'companyName', reason: '与执照不一致' }],
    });
  });

  it('ux "Console" passes by the keyboard, but not while a field is marked, and takes no key while one types; the queues are read again (R11.2)', async () => {
    const queues = cached('desk', 'queues');
    const shown = open();
    await screen.findByText('南山区某路 2 号');
    await shown.keyboard.keyboard('e');
    await shown.keyboard.keyboard('ajr');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('主体类型退回的原因').value).toBe('ajr');
    await shown.keyboard.keyboard('{Enter}a');
    expect(toasts()).toContain('已标出要退回的项；要通过，请先清除');
    await shown.keyboard.keyboard('xa');
    await screen.findByRole('dialog');
    // The answer has the focus, not the button that closes the question.
    await shown.keyboard.keyboard('{Enter}');
    await expect.poll(() => shown.of('ops.certification.approve')[0]?.input).toMatchObject({ version: 4 });
    await expect.poll(queues).toBe(true);
  });

  it('R4.11 R11.4 a submission whose transfer the bank refuses shows that, and is sent back with a reason', async () => {
    const waiting = { ...review, status: 'pendingTransfer' as const, transferFailedAt: '2026-11-23T02:00:00.000Z' };
    const shown = open({
      'ops.certification.detail': () => waiting,
      'ops.certification.watch': () => ({ status: 'pendingTransfer', version: 4, isLatest: true, others: [] }),
      'ops.desk.owner': () => ({ owner: null }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('银行没有受理打款');
    expect(screen.getByRole('group', { name: '办理人' })).toBeDefined();
    expect(screen.queryByRole('button', { name: '通过 A' })).toBeNull();
    await shown.keyboard.keyboard('a');
    expect(toasts()).toContain('商户填回打款金额之后通过，这里只能退回');
    await shown.keyboard.keyboard('{ArrowDown}');
    await screen.findByRole('button', { name: '1 与执照不一致' });
    await shown.keyboard.keyboard('1r');
    const question = await screen.findByRole('dialog');
    await shown.keyboard.click(within(question).getByRole('button', { name: '退回' }));
    await expect.poll(() => shown.of('ops.certification.reject')[0]?.input).toMatchObject({ version: 4 });
  });

  it('R4.12 says who was faster, what they did and why, and keeps what was marked', async () => {
    const theirs = {
      submissionNo: 'RZ20261123-1',
      event: 'reject' as const,
      to: 'rejected' as const,
      by: '王芳',
      at: '2026-11-23T02:00:00.000Z',
      reasons: [{ field: 'companyName' as const, reason: '名称不符' }],
    };
    const former = { ...theirs, by: '旧同事', at: '2026-11-22T02:00:00.000Z' };
    const found = [
      { ...review, steps: [former] },
      { ...review, status: 'rejected' as const, version: 5, steps: [theirs, former] },
    ];
    open({
      'ops.certification.detail': () => (found.length > 1 ? found.shift() : found[0]) ?? review,
      'ops.certification.watch': () => ({ status: 'rejected', version: 5, isLatest: true, others: [] }),
    });
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText(/^王芳 于 .* 退回，认证未通过：.*名称不符$/)).toBeDefined();
    expect(notice.queryByText(/旧同事/)).toBeNull();
  });

  it('R6.3 shows neither documents nor decisions to who may only read', async () => {
    open({}, { 'ops.customer.read': true });
    await screen.findByText('南山区某路 2 号');
    expect(screen.queryByRole('region', { name: '证照' })).toBeNull();
    expect(screen.queryByRole('button', { name: '通过 A' })).toBeNull();
  });

  it('R2.9 says that there is no such submission', async () => {
    open({
      'ops.certification.detail': () => {
        throw refusal('ops.certification.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这份申请')).toBeDefined();
  });
});
