import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  unreachable,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { answered, detail, feedback } from './feedback.fixture.ts';
import { FeedbackListPage, loadFeedbackDrawer, loadVarianceDrawer } from './feedback-list-page.tsx';
import { loadWithdrawQuestion } from './feedback-parts.ts';
import type { Feedback } from './feedback-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([loadChunk(loadFeedbackDrawer), loadChunk(loadVarianceDrawer), loadChunk(loadWithdrawQuestion)]);
}, 60_000);

const listed = (items: Feedback[]): CallReply<'feedback.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
});

const show = (answers: Answers = {}, { search = '', auth = { 'feedback.write': true } } = {}) =>
  showPage(<FeedbackListPage />, {
    at: `/merchant/userCenter/feedback${search}`,
    state: { user, auth },
    answers: {
      'stage.all': () => ({ items: [] }),
      'feedback.page': () => listed([feedback]),
      'feedback.detail': () => detail,
      ...answers,
    },
  });
const opened = { search: `?open=${feedback.feedbackNo}` };
const ready = () => screen.findByRole('dialog', { name: '差异反馈详情' });

describe('the list of feedback', () => {
  it('R10.4 shows the claim beside what stands, the status and when an answer is due', async () => {
    show();
    const row = (await screen.findByText(feedback.feedbackNo)).closest('tr');
    expect(row?.textContent).toBe(
      'FK20261120-00000018ZD20261118-000000422026 年 10 月经营贷款咨询整张账单应付 ¥1,200.00¥1,000.00-¥200.00待处理2026-11-25',
    );
    expect(screen.getByText('共 1 条反馈')).toBeDefined();
  });

  it('R10.4 marks a late answer, one that came late, and a withdrawn claim', async () => {
    show({
      'feedback.page': () =>
        listed([
          { ...feedback, late: true },
          { ...feedback, feedbackNo: 'FK2', status: 'rejected', late: true },
          { ...feedback, feedbackNo: 'FK3', status: 'resolved', withdrawn: true, lineCount: 3 },
        ]),
    });
    const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')?.textContent;
    expect(await rowOf(feedback.feedbackNo)).toContain('待处理答复逾期');
    expect(await rowOf('FK2')).toContain('已驳回逾期答复—');
    expect(await rowOf('FK3')).toMatch(/3\u00a0条明细.*已撤回—/);
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByText('2026 年 10 月 经营贷款咨询')).toBeDefined();
      expect(screen.getByText('-¥200.00')).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.10 asks for what the address says', async () => {
    const page = show({}, { search: '?status=open&billNo=ZD1&page=2' });
    await screen.findByText(feedback.feedbackNo);
    expect(page.of('feedback.page')[0]?.input).toMatchObject({ status: 'open', billNo: 'ZD1', page: 2 });
  });

  it('R2.9 while it loads the table stands with its skeleton', () => {
    show({ 'feedback.page': () => new Promise(() => undefined) });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('R2.9 says that there is none yet and where one begins', async () => {
    show({ 'feedback.page': () => listed([]) });
    await screen.findByText('还没有差异反馈');
    expect(screen.getByRole('link', { name: '查看账单' }).getAttribute('href')).toBe('#/merchant/userCenter/bill');
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show({
      'feedback.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('feedback.page', 'RHSY429');
        return listed([feedback]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText(feedback.feedbackNo)).toBeDefined();
  });

  it('R2.9 says when the role may not see it', async () => {
    show({
      'feedback.page': () => {
        throw refusal('feedback.page', 'RHSY403');
      },
    });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    const uncertified = () => {
      throw refusal('stage.all', 'RHCE002');
    };
    show({ 'stage.all': uncertified, 'feedback.page': uncertified });
    const link = await screen.findByRole('link', { name: '去认证' });
    expect(link.getAttribute('href')).toContain('/merchant/accountCenter/verify');
  });
});

describe('one feedback', () => {
  it('R10.4 shows the claim with its difference, when an answer is due, and the thread with its files', async () => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const page = show({ 'feedback.download': () => ({ blob: new Blob(['x']), fileName: '退费单.jpg' }) }, opened);
    const drawer = within(await ready());
    expect(await drawer.findByText('-¥200.00')).toBeDefined();
    expect(drawer.getByText(/平台将在/).textContent).toBe('平台将在 2026-11-25 前答复；期间账单不能确认。');
    expect(drawer.getByText('少计了一笔退费')).toBeDefined();
    await page.keyboard.click(drawer.getByRole('button', { name: '下载 退费单.jpg' }));
    expect(page.of('feedback.download')[0]?.input).toEqual({ feedbackNo: feedback.feedbackNo, fileId: 'f1' });
    expect(saved).toEqual(['退费单.jpg']);
    click.mockRestore();
  });

  it('R10.4 says that an answer is late, and where the download failed', async () => {
    const page = show(
      {
        'feedback.detail': () => ({ ...detail, late: true }),
        'feedback.download': () => {
          throw refusal('feedback.download', 'OPSB0005');
        },
      },
      opened,
    );
    const drawer = within(await ready());
    expect(await drawer.findByText(/现已逾期/)).toBeDefined();
    await page.keyboard.click(drawer.getByRole('button', { name: '下载 退费单.jpg' }));
    expect(toasts()).toEqual(['系统繁忙，请稍后再试']);
  });

  it('R10.4 shows lines that were claimed, and what an answer made of the bill', async () => {
    const lines = [{ lineId: 'l1', loanNo: 'HT-1', amount: fen(70_000) }];
    show({ 'feedback.detail': () => ({ ...answered, lines, lineIds: ['l1'], lineCount: 1 }) }, opened);
    const drawer = within(await ready());
    const claimed = await drawer.findByRole('list', { name: '主张涉及的明细' });
    expect(claimed.textContent).toBe('HT-1¥700.00');
    expect(drawer.getAllByText(/账单金额由 ¥1,200.00 调整为 ¥1,100.00/)).toHaveLength(2);
    expect(drawer.getByText('答复：调整', { exact: false })).toBeDefined();
  });

  it('R4.10 a message is sent with its files while the answer is due; a refusal stands at its field', async () => {
    let tries = 0;
    const page = show(
      {
        'feedback.upload': () => ({ fileId: 'f9' }),
        'feedback.add': () => {
          tries += 1;
          if (tries > 1) return { status: 'open' };
          const data = { fields: [{ path: 'content', message: '请填写内容' }] };
          throw refusal('feedback.add', 'RHSY422', data);
        },
      },
      opened,
    );
    const form = within(await screen.findByRole('form', { name: '补充说明' }));
    await page.keyboard.click(form.getByRole('button', { name: '发送' }));
    expect(page.of('feedback.add')).toEqual([]);
    await page.keyboard.type(form.getByLabelText('补充说明'), '补充退费单');
    const photo = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
    fireEvent.change(form.getByLabelText('附件（选填）'), { target: { files: [photo] } });
    await page.keyboard.click(form.getByRole('button', { name: '发送' }));
    expect(await form.findByText('请填写内容')).toBeDefined();
    await page.keyboard.click(form.getByRole('button', { name: '发送' }));
    await expect.poll(() => toasts()).toEqual(['补充说明已发送']);
    expect(page.of('feedback.upload')).toHaveLength(1);
    const [first, second] = page.of('feedback.add').map(({ input }) => input);
    expect(second).toMatchObject({ feedbackNo: feedback.feedbackNo, content: '补充退费单', fileIds: ['f9'] });
    expect(second).not.toHaveProperty('reopen');
    expect(first?.['idempotencyKey']).not.toBe(second?.['idempotencyKey']);
  });

  it('R4.10 while a message is on its way nothing is typed into it, which would be emptied with it', async () => {
    const answered = Promise.withResolvers<{ status: 'open' }>();
    const page = show({ 'feedback.add': () => answered.promise }, opened);
    const form = within(await screen.findByRole('form', { name: '补充说明' }));
    const content = form.getByLabelText('补充说明');
    await page.keyboard.type(content, '补充退费单');
    await page.keyboard.click(form.getByRole('button', { name: '发送' }));
    await expect.poll(() => page.of('feedback.add')).toHaveLength(1);
    await page.keyboard.type(content, '还有一句');
    expect(content).toHaveProperty('value', '补充退费单');
    answered.resolve({ status: 'open' });
    await expect.poll(() => content).toHaveProperty('value', '');
    await page.keyboard.type(content, '还有一句');
    expect(content).toHaveProperty('value', '还有一句');
  });

  it('R4.10 is withdrawn after a question that says what happens to the bill', async () => {
    const page = show({ 'feedback.withdraw': () => ({ status: 'resolved' }) }, opened);
    await page.keyboard.click(await screen.findByRole('button', { name: '撤回反馈' }));
    const question = within(await screen.findByRole('alertdialog', { name: '撤回这条反馈？' }));
    expect(question.getByText(/账单 ZD20261118-00000042 按 ¥1,200.00 回到待确认/)).toBeDefined();
    await page.keyboard.click(question.getByRole('button', { name: '撤回反馈' }));
    await expect.poll(() => toasts()).toEqual(['反馈已撤回，账单回到待确认']);
    expect(page.of('feedback.withdraw')[0]?.input).toMatchObject({ feedbackNo: feedback.feedbackNo });
  });

  it('R4.10 is reopened once, which is stated before', async () => {
    const page = show({ 'feedback.detail': () => answered, 'feedback.add': () => ({ status: 'open' }) }, opened);
    await page.keyboard.click(await screen.findByRole('button', { name: '仍有异议' }));
    const form = within(await screen.findByRole('form', { name: '再次提出' }));
    expect(form.getByText(/每条反馈只能再次提出一次/)).toBeDefined();
    await page.keyboard.type(form.getByLabelText('仍有异议的原因'), '另一半也应退');
    await page.keyboard.click(form.getByRole('button', { name: '再次提出' }));
    await expect.poll(() => toasts()).toEqual(['已再次提出，平台答复后通知您']);
    expect(page.of('feedback.add')[0]?.input).toMatchObject({ content: '另一半也应退', reopen: true });
  });

  it('R10.4 is rated after its answer, with a comment where it did not help, and again', async () => {
    let tries = 0;
    const page = show(
      {
        'feedback.detail': () => answered,
        'feedback.rate': () => {
          tries += 1;
          if (tries === 1) throw unreachable('feedback.rate');
          return { status: 'resolved' };
        },
      },
      opened,
    );
    const rating = within(await screen.findByRole('region', { name: '评价答复' }));
    await page.keyboard.click(rating.getByRole('button', { name: '没有解决' }));
    await page.keyboard.type(rating.getByLabelText('哪里没有解决？（选填）'), '差一半');
    await page.keyboard.click(rating.getByRole('button', { name: '提交评价' }));
    expect(await rating.findByRole('alert')).toBeDefined();
    await page.keyboard.click(rating.getByRole('button', { name: '提交评价' }));
    await screen.findByRole('button', { name: '修改评价' });
    const asked = page.of('feedback.rate').map(({ input }) => input);
    expect(asked[1]).toMatchObject({ helpful: false, comment: '差一半' });
    // The outcome of the first try is unknown, so its key is used again.
    expect(asked[1]?.['idempotencyKey']).toBe(asked[0]?.['idempotencyKey']);
  });

  it('R6.3 a role that reads only finds nothing to press', async () => {
    show({ 'feedback.detail': () => answered }, { ...opened, auth: { 'feedback.write': false } });
    const drawer = within(await ready());
    await drawer.findByText('-¥200.00');
    expect(drawer.queryByRole('button', { name: '仍有异议' })).toBeNull();
    expect(drawer.queryByRole('region', { name: '评价答复' })).toBeNull();
    expect(drawer.queryByRole('form')).toBeNull();
  });

  it('R2.9 says that there is none with that number, and offers another try when it failed', async () => {
    const page = show(
      {
        'feedback.detail': () => {
          throw refusal('feedback.detail', 'RHSY404');
        },
      },
      opened,
    );
    expect(await screen.findByText('没有这条反馈')).toBeDefined();
    page.unmount();
    show(
      {
        'feedback.detail': () => {
          throw refusal('feedback.detail', 'RHSY429');
        },
      },
      opened,
    );
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});
