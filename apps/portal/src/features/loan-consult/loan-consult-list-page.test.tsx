import type { CallReply } from '@ronghui/client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { loanConsultItem } from './loan-consult.fixture.ts';
import { LoanConsultListPage } from './loan-consult-list-page.tsx';
import type { LoanConsult } from './loan-consult-queries.ts';

const listed = (items: LoanConsult[]): CallReply<'loanConsult.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
});

const show = (answers: Answers = {}, { search = '', auth = {} as Readonly<Record<string, boolean>> } = {}) =>
  showPage(<LoanConsultListPage />, {
    at: `/merchant/userCenter/loanConsult${search}`,
    state: { user, auth },
    answers: {
      'loanConsult.page': () => listed([loanConsultItem]),
      'loanConsult.detail': () => loanConsultItem,
      ...answers,
    },
  });

describe('the list of loan-consult lines', () => {
  it('R10.5 shows each of them', async () => {
    show();
    const row = (await screen.findByText('row-00000001')).closest('tr');
    expect(row?.textContent).toBe('row-00000001示例贷款编号示例单位¥1,404.00¥1,404.00');
    expect(screen.getByText('共 1 条明细')).toBeDefined();
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByRole('link', { name: /row-00000001/ })).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.10 asks for what the address says', async () => {
    const page = show({}, { search: '?loanNo=abc&page=2' });
    await screen.findByText('row-00000001');
    expect(page.of('loanConsult.page')[0]?.input).toMatchObject({ loanNo: 'abc', page: 2 });
  });

  it('R2.9 while it loads the table stands with its skeleton', () => {
    show({ 'loanConsult.page': () => new Promise(() => undefined) });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('R2.9 says that there is none yet, and otherwise offers to clear the filter', async () => {
    const page = show({ 'loanConsult.page': () => listed([]) });
    await screen.findByText('还没有贷款咨询明细');
    page.unmount();
    show({ 'loanConsult.page': () => listed([]) }, { search: '?loanNo=abc' });
    fireEvent.click(await screen.findByRole('button', { name: '清除条件' }));
    expect(location.hash).toBe('#/merchant/userCenter/loanConsult');
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show({
      'loanConsult.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('loanConsult.page', 'RHSY429');
        return listed([loanConsultItem]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('row-00000001')).toBeDefined();
  });

  it('R2.9 says when the role may not see it', async () => {
    show({
      'loanConsult.page': () => {
        throw refusal('loanConsult.page', 'RHSY403');
      },
    });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });
});

describe('the drawer', () => {
  const drawer = async () => within(await screen.findByRole('dialog', { name: '贷款咨询明细详情' }));

  it('R2.4 has its own link, and shows the row', async () => {
    const page = show({}, { search: '?open=row-00000001' });
    const opened = await drawer();
    expect(await opened.findByText('示例贷款编号')).toBeDefined();
    expect(page.of('loanConsult.detail')[0]?.input).toEqual({ lineId: 'row-00000001' });
  });

  it('R2.9 says that there is none of that number', async () => {
    const answers: Answers = {
      'loanConsult.detail': () => {
        throw refusal('loanConsult.detail', 'RHSY404');
      },
    };
    show(answers, { search: '?open=nothing' });
    expect(await (await drawer()).findByText('没有找到贷款咨询明细')).toBeDefined();
  });
});
